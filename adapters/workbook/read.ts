import type { Buffer } from 'node:buffer';
import type { AdapterFile, AdapterInput, Opened, ReadAdapter } from '../../src/domain/adapter.ts';
import { cellsWith } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { encodingNamed } from '../../src/domain/encoding.ts';
import { firstFile } from '../first-file.ts';
import { batchRecords } from '../text/limits.ts';
import { emptyFile } from '../text/open.ts';
import { tooLarge } from '../xlsx/damage.ts';
import { errorCell } from '../xlsx/error-cell.ts';
import { Merges } from '../xlsx/merges.ts';
import { notWorkbook } from '../xlsx/not-workbook.ts';
import { withOtherSheets } from '../xlsx/other-sheets.ts';
import type { SheetRow } from '../xlsx/sheet.ts';
import { openSheet, type SheetBlock } from '../xlsx/table.ts';
import { uncalculated } from '../xlsx/uncalculated.ts';
import { askChild } from './ask.ts';
import type { Asked, ChildHead, ChildRow, ChildRowFacts } from './child-output.ts';
import { bookBytesMax } from './limits.ts';

/** XLS and ODS workbooks, read as a whole by a child process. README.md beside this file says how. */
export const xls: ReadAdapter = { open: (input) => openWorkbook('xls', input) };
export const ods: ReadAdapter = { open: (input) => openWorkbook('ods', input) };

const names = { xls: 'XLS', ods: 'ODS' } as const;
/** An OLE container, or the bare records of Excel 2 to 4. */
const beginnings = {
  xls: [
    [0xd0, 0xcf, 0x11, 0xe0],
    [0x09, 0x08],
    [0x09, 0x04, 0x06],
    [0x09, 0x02, 0x06],
    [0x09, 0x00, 0x04],
  ],
  ods: [[0x50, 0x4b]],
} as const;
const lineEnd = 10;

async function openWorkbook(format: Asked['format'], input: AdapterInput): Promise<Opened> {
  const { options } = input;
  const file = firstFile(input);
  const refusal = unreadable(file, format);
  if (refusal) return { refusal };
  const codePage = codePageOf(options.encoding);
  const output = await askChild(file, {
    format,
    file: file.name,
    ...(options.sheet === undefined ? {} : { sheet: options.sheet }),
    ...(codePage === undefined ? {} : { codePage }),
  });
  if ('rule' in output) return { refusal: output };
  const firstEnd = output.indexOf(lineEnd);
  const head = JSON.parse(output.toString('utf8', 0, firstEnd)) as ChildHead;
  if ('rule' in head) return { refusal: head };
  const { merged, others, ...names } = head;
  const sheet = { file: file.name, ...names };
  const merges = new Merges();
  for (const range of merged) merges.add(range);
  const table = { ...sheet, rows: () => blocks(output, firstEnd + 1, merges) };
  const tables = others.map((other) => ({
    ...sheet,
    sheet: other.sheet,
    rows: () => firstBlock(other.rows),
  }));
  return withOtherSheets(await openSheet(table, options), tables, options);
}

async function* firstBlock(rows: readonly ChildRow[]): AsyncGenerator<SheetBlock> {
  yield { rows: rows.map(sheetRow), statedWidth: 0 };
}

function unreadable(file: AdapterFile, format: Asked['format']): Complaint | undefined {
  const head = file.read(0, 512);
  if (head.length === 0) return emptyFile(file);
  const isOne = beginnings[format].some((bytes) => bytes.every((byte, at) => head[at] === byte));
  if (!isOne) {
    const noun = `an ${names[format]} workbook`;
    return notWorkbook(file.name, { noun, head, remedy: 'Correct format: of the source.' });
  }
  if (file.size <= bookBytesMax) return undefined;
  return tooLarge(file.name, `The workbook is larger than ${bookBytesMax} bytes.`);
}

/** Of `windows-1251` and `cp866`: workbooks before Excel 97 do not always tell theirs. */
function codePageOf(declared = 'auto'): number | undefined {
  const number = /^(?:windows-|cp)(\d+)$/.exec(encodingNamed(declared) ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}

async function* blocks(output: Buffer, from: number, merges: Merges): AsyncGenerator<SheetBlock> {
  let rows: SheetRow[] = [];
  for (let start = from; start < output.length; ) {
    const end = output.indexOf(lineEnd, start);
    rows.push(sheetRow(JSON.parse(output.toString('utf8', start, end)) as ChildRow));
    start = end + 1;
    if (rows.length < batchRecords) continue;
    yield { rows, statedWidth: 0, merges };
    rows = [];
  }
  yield { rows, statedWidth: 0, merges };
}

function sheetRow([row, shown, facts]: ChildRow): SheetRow {
  const { cut, numbers, truths, held, dates } = facts;
  const texts = shown.map((cell) => cell ?? undefined);
  const cells = cellsWith(texts, {
    numbers: numbers && new Set(numbers),
    truths: truths && new Set(truths),
    held: held && new Map(held),
    dates: dates && new Map(dates),
    faults: faultsOf(facts),
  });
  return { row, cells, ...(cut && { cut }) };
}

function faultsOf({
  uncalculated: empty = [],
  errors = [],
}: ChildRowFacts): ReadonlyMap<number, Complaint> | undefined {
  if (empty.length === 0 && errors.length === 0) return undefined;
  return new Map([
    ...empty.map((column) => [column, uncalculated] as const),
    ...errors.map(([column, shown]) => [column, errorCell(shown)] as const),
  ]);
}
