import type {
  AdapterInput,
  AdapterOptions,
  Opened,
  ReadAdapter,
} from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { restColumn } from '../../src/domain/rest-column.ts';
import { rowBatches } from '../text/batches.ts';
import { tableColumns } from '../text/columns.ts';
import { decoderOf } from '../text/decode.ts';
import { lineScanner } from '../text/lines.ts';
import { nullCellsOf } from '../text/null-cells.ts';
import type { OpenedText } from '../text/open.ts';
import type { RowScanner } from '../text/rows.ts';
import { keepsOffsets, scanDecoder } from '../text/scan.ts';
import { unwritten } from '../text/unwritten.ts';
import { layoutEnd } from './layout.ts';
import { isOpen, lineOf } from './line.ts';
import { holeBeyond, openFilledText } from './nul.ts';
import { FixedRecord, type FixedTable } from './record.ts';
import { recordScanner } from './records.ts';
import { allAlike, fileShape } from './shape.ts';
import { unbrokenLine } from './unbroken.ts';

/** Fixed width: every field at its own place of the line. README.md lists options, limits and complaints. */
export const fixed: ReadAdapter = {
  open: async (input: AdapterInput): Promise<Opened> => openFixed(input),
};

function openFixed(input: AdapterInput): Opened {
  const text = openFilledText(input);
  if ('refusal' in text) return text;
  const layout = input.options.columns ?? [];
  if (layout.length === 0) return { refusal: layoutMissing(text.file.name) };
  const { recordLength } = input.options;
  const refusal = recordLength === undefined ? unbrokenLine(text, layout) : undefined;
  if (refusal) return { refusal };
  const lastHeaderRow = lastRowOf(input.options.headerRow);
  const shape = recordLength === undefined ? fileShape(text, layout, lastHeaderRow) : allAlike;
  const { names, column } = tableColumns([
    ...layout.map(({ name }) => name.trim()),
    ...(shape.hasRest ? [restColumn] : []),
  ]);
  const table = {
    file: text.file.name,
    decoder: recordLength === undefined ? scanDecoder(text.decoder) : decoderOf('utf-8'),
    foreign: text.foreign,
    layout,
    // Where records are cut by their length, all of a row stands within it.
    end: recordLength ?? layoutEnd(layout),
    shape,
    hole: holeBeyond(layout),
    nulls: nullCellsOf(input.options, column),
  };
  // Cut by characters, the scanned bytes are others than the file's.
  const hasOffsets = recordLength === undefined && keepsOffsets(text.decoder);
  return {
    reader: {
      columns: names,
      columnsAreComplete: true,
      column,
      dialect: {
        encoding: text.decoder.encoding,
        delimiter: ';',
        quote: '"',
        isMarked: text.start > 0,
      },
      batches: () =>
        rowBatches(scannerOf(text), {
          lastHeaderRow,
          record: (rows) => recordOf(table, rows, hasOffsets),
        }),
    },
  };
}

function scannerOf(text: OpenedText): RowScanner {
  const { recordLength } = text.options;
  return recordLength === undefined ? lineScanner(text) : recordScanner(text, recordLength);
}

function recordOf(
  table: FixedTable,
  rows: RowScanner,
  hasOffsets: boolean,
): FixedRecord | Complaint {
  const { raw, offset } = lineOf(rows);
  const place = { row: rows.row, offset: hasOffsets ? offset : undefined, isOpen: isOpen(rows) };
  return unwritten(raw, table, rows.row) ?? new FixedRecord(table, place, raw);
}

/** The layout names the columns, so header rows are only passed over. */
function lastRowOf(headerRow: AdapterOptions['headerRow']): number {
  return headerRow === undefined || headerRow === 'none' ? 0 : Math.max(...headerRow);
}

function layoutMissing(file: string): Complaint {
  return {
    code: 'FILE_COLUMN_MISSING',
    file,
    rule: 'A fixed-width file does not say where its fields are.',
    remedy: 'Give columns: of the source, each with name, start and length.',
  };
}
