import { Buffer } from 'node:buffer';
import type {
  AdapterFile,
  AdapterInput,
  ExportBatch,
  ExportReader,
  ExportRecord,
  Opened,
  ReadAdapter,
} from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { firstFile } from '../first-file.ts';
import { headerNames, type TableColumns, tableColumns } from '../text/columns.ts';
import type { Decoder } from '../text/decode.ts';
import { batchRecords } from '../text/limits.ts';
import { unfinished } from './damage.ts';
import { tableDecoder } from './encoding.ts';
import { type DbfField, type DbfHeader, readHeader } from './header.ts';
import { isMemoName, openMemo } from './memo.ts';
import { type DbfTable, nullFlags, recordOf } from './record.ts';
import { recordBlocks } from './records.ts';
import { isNumberType } from './value.ts';

/** dBase and FoxPro tables with their memo file. README.md beside this file says how fields become text. */
export const dbf: ReadAdapter = { open: async (input: AdapterInput) => openTable(input) };

/** Fields that no text can be made of: pictures, objects, FoxPro's own bits. */
const hiddenTypes = new Set(['0', 'G', 'P', 'Q', 'W']);
const deleted = 0x2a;

function openTable(input: AdapterInput): Opened {
  const { options } = input;
  const file = firstFile(input);
  const header = readHeader(file);
  if ('rule' in header) return { refusal: header };
  const memoFile = input.files.slice(1).find(({ name }) => isMemoName(name));
  const memo = memoFile && openMemo(memoFile, header.version);
  const decoder = tableDecoder({ file, header, memo }, options.encoding);
  if ('refusal' in decoder) return decoder;
  const all = header.fields.map((field) => ({ ...field, name: nameOf(field, decoder) }));
  const fields = all.filter(({ type }) => !hiddenTypes.has(type));
  const columns = tableColumns(headerNames([fields.map(({ name }) => name)]));
  const numbers = new Set(fields.flatMap(({ type }, at) => (isNumberType(type) ? [at] : [])));
  const codes = (options.identifiers ?? []).map((name) => columns.column(name));
  const table: DbfTable = {
    file: file.name,
    decoder,
    fields,
    numbers,
    codes: new Set(codes.filter((column) => numbers.has(column))),
    truths: new Set(fields.flatMap(({ type }, at) => (type === 'L' ? [at] : []))),
    flags: nullFlags(all),
    memo,
  };
  return { reader: readerOf({ file, header, table }, columns) };
}

/** FoxPro and 1C take letters of the table's code page for names, too. */
function nameOf({ name }: DbfField, decoder: Decoder): string {
  return (decoder.decode(Buffer.from(name, 'latin1')) ?? name).trim();
}

interface Source {
  readonly file: AdapterFile;
  readonly header: DbfHeader;
  readonly table: DbfTable;
}

function readerOf(source: Source, columns: TableColumns): ExportReader {
  const { fields, memo, decoder } = source.table;
  let wantedMemo: DbfField | undefined;
  return {
    columns: columns.names,
    columnsAreComplete: true,
    column(name) {
      const index = columns.column(name);
      const field = fields[index];
      if (field?.type === 'M' && memo === undefined) wantedMemo = field;
      return index;
    },
    dialect: { encoding: decoder.encoding, delimiter: ';', quote: '"' },
    batches: () => batches(source, wantedMemo && memoMissing(source.file.name, wantedMemo.name)),
  };
}

async function* batches(
  { file, header, table }: Source,
  refusal: Complaint | undefined,
): AsyncGenerator<ExportBatch> {
  if (refusal) {
    yield { records: [], refusal };
    return;
  }
  let records: ExportRecord[] = [];
  for (const { row, offset, raw } of recordBlocks(file, header)) {
    if (raw[0] === deleted) continue;
    if (isUnwritten(raw)) {
      yield { records, refusal: hole(file.name, row) };
      return;
    }
    records.push(recordOf(table, { row, offset }, raw));
    if (records.length < batchRecords) continue;
    yield { records };
    records = [];
  }
  if (records.length > 0) yield { records };
}

/** Records without a mark and a value, of which none is written: not to be taken for empty rows (fault 1). */
function isUnwritten(raw: Uint8Array): boolean {
  return raw[0] === 0 && raw.every((byte) => byte === 0);
}

function hole(file: string, row: number): Complaint {
  const rule = 'The record holds nothing but NUL bytes: a part of the table was not written.';
  return { ...unfinished(file, rule), row };
}

/** Only where the mapping asks for it: a table may well be used without its long texts. */
function memoMissing(file: string, column: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    column,
    rule: 'is a memo, and its texts are in a second file that did not come with the table.',
    remedy:
      'Set companions: ["{stem}.dbt"] of the source, or ["{stem}.fpt"] for FoxPro; with .gz after it if that file is packed, too.',
  };
}
