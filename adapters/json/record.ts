import type { ExportRecord } from '../../src/domain/adapter.ts';
import type { Cells } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import type { Decoder } from '../text/decode.ts';
import { elementCells } from './cells.ts';
import type { TreeColumns } from './columns.ts';

/** What the records of one file share. */
export interface JsonTree {
  readonly file: string;
  readonly decoder: Decoder;
  readonly columns: TreeColumns;
  /** Columns of article numbers and barcodes. */
  readonly codes: ReadonlySet<string>;
  /** Whether positions in the scanned bytes are positions in the file. */
  readonly hasOffsets: boolean;
}

export class JsonRecord implements ExportRecord {
  readonly row: number;
  readonly offset?: number;
  readonly raw: Uint8Array;
  readonly #tree: JsonTree;

  constructor(
    tree: JsonTree,
    row: number,
    element: { readonly bytes: Uint8Array; readonly offset: number },
  ) {
    this.#tree = tree;
    this.row = row;
    if (tree.hasOffsets) this.offset = element.offset;
    this.raw = element.bytes;
  }

  cells(): Cells | Complaint {
    const { file } = this.#tree;
    const { row, raw, offset = 0 } = this;
    return elementCells({ file, row, offset, bytes: raw }, this.#tree);
  }
}
