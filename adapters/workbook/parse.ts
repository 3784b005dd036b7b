import { Buffer } from 'node:buffer';
import * as XLSX from 'xlsx';
import * as codePages from 'xlsx/dist/cpexcel.full.mjs';
import type { Complaint } from '../../src/domain/complaint.ts';
import { errorText } from '../../src/domain/error.ts';
import { chosenSheet, hiddenNames, noSheet } from '../xlsx/book.ts';
import { cutNumber } from '../xlsx/cut-number.ts';
import { damaged } from '../xlsx/damage.ts';
import { heldNumber } from '../xlsx/held-number.ts';
import { type NumberFormat, numberFormat } from '../xlsx/number-format.ts';
import { plainNumber } from '../xlsx/plain-number.ts';
import { type CellFormat, cellFormat, formatFor, textFormat } from '../xlsx/sections.ts';
import type { CutCell } from '../xlsx/sheet.ts';
import { type BareRows, cellOfBare } from './bare-cells.ts';
import { cellRows } from './cell-rows.ts';
import type {
  Asked,
  ChildHead,
  ChildRow,
  ChildRowFacts,
  DateCell,
  ErrorCell,
  HeldNumber,
} from './child-output.ts';
import { type ErrorRows, isErrorText } from './error-cells.ts';
import { uncalculatedFormulas } from './formula-records.ts';
import { withKnownTags } from './known-tags.ts';
import { rowsOfOthers } from './limits.ts';
import { type LeftOut, locked, unpacked } from './parts.ts';
import { plainCode } from './plain-code.ts';
import { withPlainNames } from './sheet-names.ts';
import { shownWord } from './shown-word.ts';
import { styleCodes } from './style-codes.ts';
import type { StyledRows } from './styled-cells.ts';
import { withStylesPart } from './styles-part.ts';
import type { TruthRows } from './truth-cells.ts';
import { isFormula, type UncalculatedRows } from './uncalculated-cells.ts';

// Without its tables the library turns every letter of an old workbook into an underscore.
XLSX.set_cptable(codePages);

/** A workbook's sheet as lines: what it is, then its filled rows. Runs in the child only. */
export async function* linesOf(
  bytes: Uint8Array,
  asked: Asked,
): AsyncGenerator<ChildHead | ChildRow> {
  const leftOut = asked.format === 'ods' ? await unpacked(bytes, asked.file) : undefined;
  if (leftOut && 'rule' in leftOut) {
    yield leftOut;
    return;
  }
  const book = parsed(leftOut?.hasStylesPart === false ? withStylesPart(bytes) : bytes, asked);
  if ('rule' in book) {
    yield book;
    return;
  }
  const probe = leftOut?.probe && parsed(leftOut.probe, asked);
  if (probe && 'rule' in probe) {
    yield probe;
    return;
  }
  const sheets = book.SheetNames.map((name, at) => ({
    name,
    isVisible: !book.Workbook?.Sheets?.[at]?.Hidden && leftOut?.hidden.has(name) !== true,
  }));
  const chosen = chosenSheet(sheets, asked.sheet);
  const sheet = chosen && book.Sheets[chosen.name];
  if (!sheet) {
    yield noSheet(asked.file, sheets, asked.sheet);
    return;
  }
  const shown = {
    format: asked.format,
    formats: new Map(),
    styles: probe && leftOut ? styleCodes(probe, leftOut.styled) : new Map(),
    startsIn1904: book.Workbook?.WBProps?.date1904 ?? false,
  };
  const ofXls = asked.format === 'xls' ? uncalculatedFormulas(bytes) : [];
  const rows = (name: string): Generator<ChildRow> => {
    const uncalculated = ofXls[book.SheetNames.indexOf(name)];
    const left = { ...leftOutOf(leftOut, name), ...(uncalculated && { uncalculated }) };
    return rowsOf(book.Sheets[name], { ...shown, ...left });
  };
  const isOther = ({ name, isVisible }: (typeof sheets)[number]): boolean =>
    isVisible && name !== chosen.name && asked.sheet === undefined;
  yield {
    sheet: chosen.name,
    sheets: book.SheetNames,
    hidden: hiddenNames(sheets),
    merged: (sheet['!merges'] ?? []).map((range) => XLSX.utils.encode_range(range)),
    others: sheets
      .filter(isOther)
      .map(({ name }) => ({ sheet: name, rows: [...firstOf(rows(name), rowsOfOthers)] })),
  };
  yield* rows(chosen.name);
}

function leftOutOf(leftOut: LeftOut | undefined, sheet: string) {
  return {
    uncalculated: leftOut?.isCalculated === false ? leftOut.formulas.of(sheet) : new Map(),
    bare: leftOut?.bare.of(sheet) ?? new Map(),
    errors: leftOut?.errors.of(sheet) ?? new Map(),
    truths: leftOut?.truths.of(sheet) ?? new Map(),
    styled: leftOut?.styled.of(sheet) ?? (() => []),
  };
}

function* firstOf<Item>(items: Iterable<Item>, most: number): Generator<Item> {
  let left = most;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}

function parsed(bytes: Uint8Array, { format, file, codePage }: Asked): XLSX.WorkBook | Complaint {
  try {
    const known = format === 'ods' ? withKnownTags(bytes) : bytes;
    const book = XLSX.read(Buffer.from(known.buffer, known.byteOffset, known.length), {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellHTML: false,
      cellFormula: false,
      ...(codePage === undefined ? {} : { codepage: codePage }),
    });
    return format === 'ods' ? withPlainNames(book) : book;
  } catch (cause) {
    const reason = errorText(cause);
    if (/password|encrypt/i.test(reason)) return locked(file);
    return damaged(file, `The workbook is damaged (${reason}).`);
  }
}

function* rowsOf(sheet: XLSX.WorkSheet | undefined, shown: Shown): Generator<ChildRow> {
  const rows = cellRows(sheet);
  const end = Math.max(
    rows.length,
    endOf(shown.uncalculated),
    endOf(shown.bare),
    endOf(shown.truths),
  );
  for (let at = 0; at < end; at++) {
    const stored = storedCells(rows[at], shown, at);
    const errors = errorsOf(stored, shown, at);
    const isError = new Set(errors.map(([column]) => column));
    const left = new Set(shown.uncalculated.get(at));
    const cells = Array.from(stored, (cell, column) => {
      const text = cell && !isError.has(column) ? cellText(cell, shown) : '';
      return text === '' || (left.has(column) && isFormula(text)) ? null : text;
    });
    while (cells.at(-1) === null) cells.pop();
    const empty = [...left].filter((column) => !cells[column]);
    if (cells.length + empty.length + errors.length === 0) continue;
    const facts = factsOf(stored, shown);
    const faults = {
      ...(empty.length > 0 && { uncalculated: empty }),
      ...(errors.length > 0 && { errors }),
    };
    yield [at + 1, cells, { ...facts, ...faults }];
  }
}

function storedCells(
  row: readonly (XLSX.CellObject | undefined)[] | undefined,
  shown: Shown,
  at: number,
): readonly (XLSX.CellObject | undefined)[] {
  const { format, uncalculated, bare, truths, styled, styles, startsIn1904 } = shown;
  const stored = Array.from(row ?? []);
  // What is in the place of the result is none.
  if (format === 'xls') for (const column of uncalculated.get(at) ?? []) delete stored[column];
  for (const cell of bare.get(at) ?? []) stored[cell.column] ??= cellOfBare(cell, startsIn1904);
  for (const { column, isTrue } of truths.get(at) ?? []) stored[column] = { t: 'b', v: isTrue };
  for (const { column, numbers } of styled(at)) {
    const [cell, code] = [stored[column], styles.get(numbers)];
    if (cell && code !== undefined) cell.z = code;
  }
  return stored;
}

function endOf(rows: UncalculatedRows | BareRows | TruthRows): number {
  let end = 0;
  for (const row of rows.keys()) end = Math.max(end, row + 1);
  return end;
}

function factsOf(stored: readonly (XLSX.CellObject | undefined)[], shown: Shown): ChildRowFacts {
  const cut = stored.flatMap((cell, column) => cutCell(cell, column, shown));
  const numbers = [...stored.keys()].filter((column) => isNumber(stored[column], shown));
  const truths = [...stored.keys()].filter((column) => stored[column]?.t === 'b');
  const held = numbers.flatMap((column) => heldCell(stored[column], column, shown));
  const dates = stored.flatMap((cell, column) => dateCell(cell, column, shown));
  return {
    ...(cut.length > 0 && { cut }),
    ...(numbers.length > 0 && { numbers }),
    ...(truths.length > 0 && { truths }),
    ...(held.length > 0 && { held }),
    ...(dates.length > 0 && { dates }),
  };
}

/** The library knows those of XLS workbooks itself. */
function errorsOf(
  stored: readonly (XLSX.CellObject | undefined)[],
  shown: Shown,
  row: number,
): ErrorCell[] {
  const errorColumns = shown.errors.get(row) ?? [];
  return stored.flatMap((cell, column) =>
    cell && (cell.t === 'e' || errorColumns.includes(column) || isErrorShown(cell, shown))
      ? [[column, cell.t === 'n' ? (cell.w ?? '') : cellText(cell, shown)]]
      : [],
  );
}

/**
 * Programs that write no type of errors into ODS keep 0 for the number, and show why there is none (quirk 34). Others
 * show a number that they do not give, or give it as no number is written (`12,5`).
 */
function isErrorShown({ t, v, w = '' }: XLSX.CellObject, { format }: Shown): boolean {
  return format === 'ods' && t === 'n' && (isErrorText(w) || Number.isNaN(v));
}

interface Shown {
  readonly format: Asked['format'];
  readonly formats: Map<string, CellFormat | undefined>;
  readonly startsIn1904: boolean;
  readonly uncalculated: UncalculatedRows;
  readonly bare: BareRows;
  readonly errors: ErrorRows;
  readonly truths: TruthRows;
  readonly styled: StyledRows;
  /** Format codes by the names of styles of numbers. */
  readonly styles: ReadonlyMap<string, string>;
}

/** As in XLSX workbooks (isNumberCell). */
function isNumber(cell: XLSX.CellObject | undefined, shown: Shown): boolean {
  return cell?.t === 'n' && formatOf(cell, shown)?.isText !== true;
}

function cutCell(cell: XLSX.CellObject | undefined, column: number, shown: Shown): CutCell[] {
  if (cell?.t !== 'n' || typeof cell.v !== 'number') return [];
  const seen = cutNumber(String(cell.v), formatOf(cell, shown));
  return seen === undefined ? [] : [[column, seen]];
}

function heldCell(cell: XLSX.CellObject | undefined, column: number, shown: Shown): HeldNumber[] {
  if (!cell) return [];
  const [text, moment] = [cellText(cell, shown), momentText(cell, shown)];
  if (moment !== undefined) return moment === text ? [] : [[column, moment]];
  const held = heldNumber(String(cell.v), text, formatOf(cell, shown));
  return held === undefined ? [] : [[column, held]];
}

function dateCell(cell: XLSX.CellObject | undefined, column: number, shown: Shown): DateCell[] {
  const moment = cell && momentText(cell, shown);
  return moment === undefined ? [] : [[column, moment]];
}

function momentText(cell: XLSX.CellObject, shown: Shown): string | undefined {
  return cell.t === 'n'
    ? formatOf(cell, shown)?.moment?.(String(cell.v), shown.startsIn1904)
    : undefined;
}

function formatOf(cell: XLSX.CellObject, { format, formats }: Shown): NumberFormat | undefined {
  const code = String(cell.z ?? 'General');
  const isOds = format === 'ods';
  if (!formats.has(code))
    formats.set(code, isOds ? numberFormat(plainCode(code)) : cellFormat(code));
  const found = formatFor(formats.get(code), String(cell.v));
  return (isOds ? shownWord(cell, found) : undefined) ?? found;
}

/** The library gives of ODS styles no section for texts. */
function shownText(text: string, { z }: XLSX.CellObject, { format }: Shown): string {
  const around = format === 'xls' ? textFormat(String(z ?? 'General')) : undefined;
  return text !== '' && around ? `${around.before}${text}${around.after}` : text;
}

/** As XLSX workbooks are shown: by its format, but so that a number stays one. */
function cellText(cell: XLSX.CellObject, shown: Shown): string {
  const { t, v, w } = cell;
  if (v === undefined || v === null) return '';
  if (t === 'b') return v ? 'TRUE' : 'FALSE';
  if (t === 'e') return w ?? String(v);
  if (t !== 'n') return shownText(String(v), cell, shown);
  const format = formatOf(cell, shown);
  return format ? format(String(v), shown.startsIn1904) : plainNumber(String(v));
}
