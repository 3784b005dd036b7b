import type { Buffer } from 'node:buffer';
import type { ExportRecord } from '../../src/domain/adapter.ts';
import { type Cells, cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { isDatabaseLine } from '../../src/domain/total-row.ts';
import type { Decoder } from '../text/decode.ts';
import { errorCells } from '../text/error-cells.ts';
import { foreignCells } from '../text/foreign-cells.ts';
import type { OtherPage } from '../text/foreign-lines.ts';
import { type NullCells, withoutNulls } from '../text/null-cells.ts';
import { unfilled } from '../text/unfilled.ts';
import { rowText } from '../text/utf8-row.ts';
import { filledRemedy, movedByBytes } from './by-bytes.ts';
import { cutOff, cutShort } from './cut-off.ts';
import { withinEdges } from './edges.ts';
import { characters, type Layout } from './layout.ts';
import { isMarkedEnd } from './line.ts';
import { moved, restOf } from './rest.ts';
import type { FileShape } from './shape.ts';

/** What the records of one file share. */
export interface FixedTable {
  readonly file: string;
  readonly decoder: Decoder;
  readonly layout: Layout;
  /** The last place that a column takes. */
  readonly end: number;
  /** The page that a few rows are written in, in place of the file's. */
  readonly foreign: OtherPage | undefined;
  readonly shape: FileShape;
  /** NULs that no field is filled up with. */
  readonly hole: Buffer;
  readonly nulls: NullCells;
}

interface Place {
  readonly row: number;
  readonly offset: number | undefined;
  /** The file ends within the row, or right behind it. */
  readonly isOpen: boolean;
}

export class FixedRecord implements ExportRecord {
  readonly row: number;
  readonly offset?: number;
  readonly raw: Uint8Array;
  readonly #isOpen: boolean;
  readonly #table: FixedTable;

  constructor(table: FixedTable, place: Place, raw: Uint8Array) {
    this.#table = table;
    this.row = place.row;
    if (place.offset !== undefined) this.offset = place.offset;
    this.raw = raw;
    this.#isOpen = place.isOpen;
  }

  /** Fields without the blanks that fill them up; undefined where the line ends before the field. */
  cells(): Cells | Complaint {
    const { decoder, foreign } = this.#table;
    const cells = this.#cells();
    if ('rule' in cells) return cells;
    const errors = errorCells(cells) ?? [];
    const written = foreignCells(this.raw, cells, { encoding: decoder.encoding, foreign }) ?? [];
    const faults = new Map([...errors, ...(cells.faults ?? []), ...written]);
    return faults.size === 0 ? cells : cellsWith([...cells], { faults });
  }

  #cells(): Cells | Complaint {
    const { file, decoder, layout, end, shape } = this.#table;
    const place = { bytes: this.raw, offset: this.offset ?? 0, row: this.row };
    const text = rowText(file, decoder, place);
    if (typeof text !== 'string') return text;
    if (this.raw.length === shape.filledBytes && text.length !== shape.filledBytes) {
      return filledByBytes(text, { file, row: this.row, bytes: this.raw.length });
    }
    // Cut into fields it would be an article `(3 rows a`.
    if (isDatabaseLine(text.trim())) return layout.map(() => undefined);
    const line = characters(text);
    const found = layout.map(({ start, length }) =>
      start > line.length ? undefined : filled(line.slice(start - 1, start - 1 + length)),
    );
    const cells = withoutNulls(found, this.#table.nulls);
    const rest = restOf(line, end);
    if (rest !== '' && !shape.hasRest) return moved(cells, rest, layout);
    const read = shape.hasRest ? [...cells, rest] : cells;
    const row = { bytes: this.raw, text };
    const told: Cells = shape.isFilledByBytes ? movedByBytes(read, row, layout) : read;
    const whole = told.faults === undefined ? withinEdges(told, line, shape.blankEdges) : told;
    if (this.#isOpen) return cutOff(whole, { layout, ends: shape.ends, length: line.length });
    if (line.length >= shape.filledTo || isMarkedEnd(this.raw)) return whole;
    return cutShort(whole, { layout, length: line.length });
  }
}

/** Cut by characters, the fields behind the first letter beyond ASCII would be others: a stock of 144 for 14. */
function filledByBytes(
  value: string,
  { bytes, ...place }: { readonly file: string; readonly row: number; readonly bytes: number },
): Complaint {
  return {
    code: 'ROW_STRUCTURE',
    ...place,
    value,
    rule: `The row has ${bytes} bytes like the others, but ${characters(value).length} characters: its fields are filled up by bytes, so they are not at their places.`,
    remedy: filledRemedy(value),
  };
}

function filled(field: string | readonly string[]): string {
  return unfilled((typeof field === 'string' ? field : field.join('')).trim());
}
