import { Buffer } from 'node:buffer';
import type { AdapterInput, ExportBatch, Opened, ReadAdapter } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { rowBatches } from '../text/batches.ts';
import { lineScanner } from '../text/lines.ts';
import { type OpenedText, openText } from '../text/open.ts';
import type { RowScanner } from '../text/rows.ts';
import { unwritten } from '../text/unwritten.ts';
import { treeReader } from './read.ts';
import { JsonRecord, type JsonTree } from './record.ts';

/** A JSON text a line. A damaged line is that line's complaint; only a damaged end refuses the file. */
export const ndjson: ReadAdapter = {
  open: async (input: AdapterInput): Promise<Opened> => {
    const text = openText(input);
    return 'refusal' in text ? text : { reader: treeReader(text, batches) };
  },
};

function batches(text: OpenedText, tree: JsonTree): AsyncGenerator<ExportBatch> {
  return rowBatches(lineScanner(text), {
    lastHeaderRow: 0,
    record: (rows) => lineRecord(rows, tree),
  });
}

const remedy =
  'Export again; nothing of this file was used. If it ends like this each time, correct the program that exports it.';

/** What the line of an action says of its document; with any other name in it, it may be an article. */
const place =
  '_index|_id|_type|routing|pipeline|version|version_type|if_seq_no|if_primary_term|require_alias';
const pair = `"(?:${place})"\\s*:\\s*(?:"[^"]*"|[\\w.-]+)`;
/**
 * What is before each document in a file for the bulk interface of Elasticsearch and OpenSearch. To `update` and
 * `delete` no whole document belongs: their lines stay, and are rejected. Blanks fit in one way only (fault 14).
 */
const action = new RegExp(
  `^\\{\\s*"(?:index|create)"\\s*:\\s*\\{\\s*(?:${pair}\\s*(?:,\\s*${pair}\\s*)*)?\\}\\s*\\}\\s*$`,
);
const actionBytesMax = 1024;
const nothing = Buffer.from('{}');

const blank = /^[ \t\r]*$/;

/** As an element without values a blank line and that of an action say nothing. */
function withoutAction(line: Uint8Array): Uint8Array {
  if (line.length > actionBytesMax) return line;
  const text = Buffer.from(line).toString('latin1');
  return blank.test(text) || action.test(text) ? nothing : line;
}

/** The last line without a line end was cut off where it is not whole. */
function lineRecord(rows: RowScanner, tree: JsonTree): JsonRecord | Complaint {
  const hole = unwritten(rows.current(), tree, rows.row);
  if (hole !== undefined) return hole;
  const record = new JsonRecord(tree, rows.row, {
    bytes: withoutAction(rows.current()),
    offset: rows.offset,
  });
  if (rows.isEnded) return record;
  const cells = record.cells();
  // A name that a line break has broken is named; where a line was cut there is none.
  const isDamaged = 'rule' in cells && cells.code === 'ROW_STRUCTURE' && cells.column === undefined;
  return isDamaged ? { ...cells, code: 'FILE_TRUNCATED', remedy } : record;
}
