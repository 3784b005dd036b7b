import type { Complaint } from './complaint.ts';
import { formatNumbers, isFormatNumber, type NumberStyle } from './quantity.ts';

/** Texts by column index of the reader; undefined where the record lacks the column. */
export interface Cells extends ReadonlyArray<string | undefined> {
  /** Columns whose values are numbers in the format itself: no style of the source is for them. */
  readonly numbers?: ReadonlySet<number> | undefined;
  /** Columns whose values are true or false in the format itself: what is written there is the format's word for it. */
  readonly truths?: ReadonlySet<number> | undefined;
  /** What the cells of `numbers` hold that show another number: rounded by their format, or in thousands. */
  readonly held?: ReadonlyMap<number, string> | undefined;
  /** Cells that hold something which cannot be told: a row that needs one of them is rejected. */
  readonly faults?: ReadonlyMap<number, Complaint> | undefined;
  /** Of a workbook: what its cells with a date or a time hold, as ISO text, whatever they show of it. */
  readonly dates?: ReadonlyMap<number, string> | undefined;
  /** Why the record cannot be used, though it names its article. */
  readonly unusable?: Complaint | undefined;
}

/** What a reader knows of a record's cells beside their texts. */
export type CellFacts = Pick<
  Cells,
  'numbers' | 'truths' | 'held' | 'faults' | 'dates' | 'unusable'
>;

/** The texts with what is known of them. A record of texts alone is left as it is: a million are made of CSV. */
export function cellsWith(texts: Cells, facts: CellFacts): Cells {
  const { numbers, truths, held, faults, dates, unusable } = facts;
  if ((numbers ?? truths ?? faults ?? dates ?? unusable) === undefined) return texts;
  return Object.assign(texts, { numbers, truths, held, faults, dates, unusable });
}

/** The cells as fields of numbers read them: each number as it is held, not as it is shown. */
export function heldCells(cells: Cells): Cells {
  if (cells.held === undefined) return cells;
  const texts = [...cells];
  for (const [column, number] of cells.held) texts[column] = number;
  return cellsWith(texts, cells);
}

/** Texts of one record by column name; undefined where the record has no such column. */
export interface Lookup {
  (column: string): string | undefined;
  /** Whether the column's value is a number in the format itself; absent where the record has none. */
  readonly isNumber?: (column: string) => boolean;
  /** Whether the column's value is true or false in the format itself; absent where the record has none. */
  readonly isTruth?: (column: string) => boolean;
  /** The number that the column's cell holds where it shows another one. */
  readonly held?: (column: string) => string | undefined;
}

export interface ReadFrom {
  readonly lookup: Lookup;
  readonly columns: readonly string[];
}

/**
 * How a text that was read from these columns writes its number: as the source declares it, unless it is the value of
 * a cell that is a number in its format. A text that the field's steps have made is no such value.
 */
export function styleOf(
  text: string,
  { lookup, columns }: ReadFrom,
  declared: NumberStyle | undefined,
): NumberStyle | undefined {
  const { isNumber } = lookup;
  if (isNumber === undefined || !isFormatNumber(text)) return declared;
  const holders = holdersOf(text, { lookup, columns });
  const numbers = holders.filter(isNumber);
  if (numbers.length === 0) return declared;
  // The same text as a number and as a text: read where it can be read in one way only.
  return numbers.length === holders.length ? formatNumbers : undefined;
}

/** What a cell is in its format: what one file writes as a text is true, or a number, in the next. */
export type CellKind = 'text' | 'number' | 'truth';

/** The kind of the cells that the text was read from. A text that the field's steps have made is a text. */
export function kindOf(text: string, { lookup, columns }: ReadFrom): CellKind {
  const { isNumber, isTruth } = lookup;
  if (text === '' || (isNumber ?? isTruth) === undefined) return 'text';
  const holders = holdersOf(text, { lookup, columns });
  if (isTruth !== undefined && holders.some(isTruth)) return 'truth';
  const areNumbers = isNumber !== undefined && holders.length > 0 && holders.every(isNumber);
  return areNumbers ? 'number' : 'text';
}

/** The numbers that the cells hold which show this text: none where they are what they show. */
export function heldNumbers(text: string, { lookup, columns }: ReadFrom): readonly string[] {
  const holders = holdersOf(text, { lookup, columns });
  const held = holders.map((column) => lookup.held?.(column));
  if (held.every((number) => number === undefined)) return [];
  return [...new Set(held.map((number) => number ?? text))];
}

function holdersOf(text: string, { lookup, columns }: ReadFrom): readonly string[] {
  return columns.filter((column) => lookup(column)?.trim() === text);
}

export function isEmptyCell(cell: string | undefined): boolean {
  return (cell ?? '').trim() === '';
}

export function isCells(cells: Cells | Complaint): cells is Cells {
  return Array.isArray(cells);
}
