import { Buffer } from 'node:buffer';
import { CFB } from 'xlsx';
import type { UncalculatedRows } from './uncalculated-cells.ts';

/** [MS-XLS] 2.3.2: a formula with its result, which program has calculated the workbook, and where a sheet begins and ends. */
const formulaRecord = 0x0006;
const recalcIdRecord = 0x01c1;
const beginning = 0x0809;
const end = 0x000a;
const headBytes = 4;
const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** JExcelApi gives every formula the result 4, to be calculated when opened, and the same four bytes behind that. */
const resultOfJxl = Buffer.from('000000000000104002000000e0fc', 'hex');

interface FormulaRecord {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  /** What stands in the result's place where nobody has calculated it. */
  readonly left: 'emptyText' | 'four' | undefined;
}

/**
 * Formulas of an XLS workbook that nobody has calculated, by the number of their sheet. JExcelApi marks each of them; those
 * of xlwt have an empty text for their result, all of them, and no program says that it has calculated.
 */
export function uncalculatedFormulas(bytes: Uint8Array): readonly UncalculatedRows[] {
  const { formulas, isCalculated } = formulasOf(Buffer.from(workbookStream(Buffer.from(bytes))));
  const isEmpty = !isCalculated && formulas.every(({ left }) => left === 'emptyText');
  const sheets: Map<number, number[]>[] = [];
  for (const { sheet, row, column, left } of formulas) {
    if (left !== 'four' && !isEmpty) continue;
    const rows = sheets[sheet] ?? new Map<number, number[]>();
    rows.set(row, [...(rows.get(row) ?? []), column]);
    sheets[sheet] = rows;
  }
  return sheets;
}

function formulasOf(records: Buffer) {
  const formulas: FormulaRecord[] = [];
  let isCalculated = false;
  // The first of those that begin and end is the workbook itself; charts stand within sheets.
  let [sheet, depth] = [-2, 0];
  for (let at = 0; at + headBytes <= records.length; ) {
    const record = records.readUInt16LE(at);
    const content = at + headBytes;
    at = content + records.readUInt16LE(at + 2);
    if (record === beginning && depth++ === 0) sheet++;
    else if (record === end) depth--;
    else if (record === recalcIdRecord) isCalculated = true;
    else if (record === formulaRecord)
      formulas.push(formulaOf(records.subarray(content, at), sheet));
  }
  return { formulas, isCalculated };
}

/** Older workbooks stand in no container, and keep a result of every formula. */
function workbookStream(bytes: Buffer): Uint8Array {
  if (!bytes.subarray(0, container.length).equals(container)) return new Uint8Array();
  const found = CFB.find(CFB.read(bytes, { type: 'buffer' }), 'Workbook') as
    | { readonly content: Uint8Array }
    | null
    | undefined;
  return found?.content ?? new Uint8Array();
}

/** [MS-XLS] 2.4.127: row, column, style, result (2.5.133), flags. */
function formulaOf(content: Buffer, sheet: number): FormulaRecord {
  const isWhole = content.length >= 20;
  const [row, column] = isWhole ? [content.readUInt16LE(0), content.readUInt16LE(2)] : [0, 0];
  return { sheet, row, column, left: isWhole ? leftResult(content.subarray(6, 20)) : undefined };
}

function leftResult(result: Buffer): FormulaRecord['left'] {
  if (result.equals(resultOfJxl)) return 'four';
  // No number, but the mark of an empty text.
  return result[0] === 3 && result.readUInt16LE(6) === 0xffff ? 'emptyText' : undefined;
}
