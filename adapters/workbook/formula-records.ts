import { Buffer } from 'node:buffer';
import { CFB } from 'xlsx';
import type { UncalculatedRows } from './uncalculated-cells.ts';

/**
 * [MS-XLS] 2.3.2: a formula with its result, which program has
 * calculated the workbook, and where a sheet begins and ends.
 */
const formulaRecord = 0x0006;
/** The formula of a range, behind that of its first cell, and where its tokens are counted; the cells name that cell. */
const tokensOfRange = new Map([
  [0x04bc, 8],
  [0x0221, 12],
]);
const recalcIdRecord = 0x01c1;
const beginning = 0x0809;
const end = 0x000a;
const headBytes = 4;
const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** What only JExcelApi writes for a result, its flags and the four bytes behind them: 4. */
const jExcelApi = Buffer.from('000000000000104002000000e0fc', 'hex');
/** The 0 of Spreadsheet::WriteExcel. PhpSpreadsheet writes a result that is 0 so, too, and that it has calculated. */
const writeExcel = Buffer.from('0000000000000000030000000000', 'hex');
/** Of the flags: to be calculated when opened. Programs that calculate write it, too. */
const onLoad = 2;
/** [MS-XLS] 2.5.198: the last token of a formula gives its result. `&` is one, a function ends with its number. */
const concatenation = 0x08;
const functionToken = 1;
const functionOfSomeToken = 2;
const tokenKinds = 0x1f;
/** Of a cell whose formula is that of a range: the place of its first cell. */
const rangeToken = 0x01;
/** Bytes of a place that is alone: of a range's formula or table, of a cell, of one of another sheet. */
const placeBytes = new Map([
  [rangeToken, 5],
  [0x02, 5],
  [0x04, 5],
  [0x1a, 7],
]);
/** REPT, MID, TEXT, CHAR, LOWER, UPPER, PROPER, LEFT, RIGHT, TRIM, REPLACE, SUBSTITUTE, CLEAN and CONCATENATE. */
const textFunctions = new Set([30, 31, 48, 111, 112, 113, 114, 115, 116, 118, 119, 120, 162, 336]);

interface FormulaRecord {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  /** Whether what is in the result's place is none: by its mark, unless a program has calculated, or perhaps. */
  readonly left: 'surely' | 'uncalculated' | 'perhaps' | undefined;
  readonly isZero: boolean;
  /** Whose formula it has; empty where it has its own. */
  readonly range: string;
}

/**
 * Formulas of an XLS workbook that nobody has calculated, by the number of their sheet. Some programs mark each of
 * them; xlwt gives all of them an empty text for their result, and POI 0, and no program says that it has calculated.
 */
export function uncalculatedFormulas(bytes: Uint8Array): readonly UncalculatedRows[] {
  const { formulas, isCalculated } = formulasOf(Buffer.from(workbookStream(Buffer.from(bytes))));
  const areAll = !isCalculated && formulas.every(({ left }) => left !== undefined);
  const sheets: Map<number, number[]>[] = [];
  for (const { sheet, row, column, left } of formulas) {
    const isMarked = left === 'surely' || (left === 'uncalculated' && !isCalculated);
    if (!isMarked && !areAll) continue;
    const rows = sheets[sheet] ?? new Map<number, number[]>();
    const columns = rows.get(row) ?? [];
    columns.push(column);
    rows.set(row, columns);
    sheets[sheet] = rows;
  }
  return sheets;
}

function formulasOf(records: Buffer) {
  const formulas: FormulaRecord[] = [];
  const ofText = new Set<string>();
  let isCalculated = false;
  // The first of those that begin and end is the workbook itself; charts are within sheets.
  let [sheet, depth] = [-2, 0];
  for (let at = 0; at + headBytes <= records.length; ) {
    const record = records.readUInt16LE(at);
    const content = at + headBytes;
    at = content + records.readUInt16LE(at + 2);
    const countedAt = tokensOfRange.get(record);
    if (record === beginning && depth++ === 0) sheet++;
    else if (record === end) depth--;
    else if (record === recalcIdRecord) isCalculated = isBuild(records.subarray(content, at));
    else if (record === formulaRecord)
      formulas.push(formulaOf(records.subarray(content, at), sheet));
    else if (
      countedAt !== undefined &&
      givesText(tokensOf(records.subarray(content, at), countedAt))
    )
      ofText.add(formulas.at(-1)?.range ?? '');
  }
  const judged = formulas.map((formula) =>
    formula.isZero && formula.range !== '' && ofText.has(formula.range)
      ? { ...formula, left: 'surely' as const }
      : formula,
  );
  return { formulas: judged, isCalculated };
}

/** Older workbooks are in no container, and keep a result of every formula. */
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
  if (content.length < 20)
    return { sheet, row: 0, column: 0, left: undefined, isZero: false, range: '' };
  const tokens = tokensOf(content, 20);
  const isZero = content.readDoubleLE(6) === 0;
  return {
    sheet,
    row: content.readUInt16LE(0),
    column: content.readUInt16LE(2),
    // LibreOffice writes 0 for a text that it has read as the result and not calculated itself.
    left: isZero && givesText(tokens) ? 'surely' : leftResult(content.subarray(6, 20)),
    isZero,
    range: tokens[0] === rangeToken ? `${sheet} ${tokens.toString('hex')}` : '',
  };
}

/** Behind the number of their bytes. */
function tokensOf(content: Buffer, countedAt: number): Buffer {
  const from = countedAt + 2;
  return content.length < from
    ? Buffer.alloc(0)
    : content.subarray(from, from + content.readUInt16LE(countedAt));
}

function givesText(tokens: Buffer): boolean {
  if (tokens.at(-1) === concatenation) return true;
  // Its row and column may look like a function.
  if (placeBytes.get((tokens[0] ?? 0) & tokenKinds) === tokens.length) return false;
  if (tokens.length < 3 || !textFunctions.has(tokens.readUInt16LE(tokens.length - 2))) return false;
  return (
    ((tokens.at(-3) ?? 0) & tokenKinds) === functionToken ||
    ((tokens.at(-4) ?? 0) & tokenKinds) === functionOfSomeToken
  );
}

function leftResult(result: Buffer): FormulaRecord['left'] {
  if (result.equals(jExcelApi)) return 'surely';
  if (result.equals(writeExcel)) return 'uncalculated';
  // No number, but the mark of an empty text.
  const isEmptyText = result[0] === 3 && result.readUInt16LE(6) === 0xffff;
  const isZero = result.readDoubleLE(0) === 0 && (result.readUInt16LE(8) & onLoad) !== 0;
  return isEmptyText || isZero ? 'perhaps' : undefined;
}

/** Behind its own number stands which program it was; POI writes none where it leaves that to another one. */
function isBuild(content: Buffer): boolean {
  return content.subarray(4).some((byte) => byte !== 0);
}
