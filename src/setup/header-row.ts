import type { AdapterOptions } from '../domain/adapter.ts';
import type { FirstRows } from './first-rows.ts';
import type { Format } from './format.ts';
import { isOneArticle } from './one-article.ts';
import { sayTheSame, usualNames } from './words.ts';

type HeaderRow = NonNullable<AdapterOptions['headerRow']>;

export const tables: ReadonlySet<Format> = new Set(['csv', 'xlsx', 'xls', 'ods']);

const rowsTried = 12;
/** A header has so many usual names: a single one may be a value that looks like a name. */
const namesEnough = 2;

/**
 * Header rows to be tried beside the first row: none, a row below a title block, or two rows that make one header
 * (quirk 11).
 */
export const otherHeaderRows: readonly HeaderRow[] = headersFrom(
  Array.from({ length: rowsTried }, (_, index) => index + 1),
);

/** The same for rows that hold usual names, and for no others. */
export function likelyHeaderRows({ columns, rowNumbers }: FirstRows): readonly HeaderRow[] {
  const named = rowNumbers.filter((_, index) => {
    const cells = columns.map((column) => column.cells[index] ?? '');
    return usualNames(cells) >= namesEnough;
  });
  return headersFrom(named.filter((row) => row <= rowsTried));
}

function headersFrom(rows: readonly number[]): readonly HeaderRow[] {
  const below = rows.filter((row) => row > 1);
  return ['none', ...below.map((row) => [row]), ...rows.map((row) => [row, row + 1])];
}

/**
 * The reader's name for an element that is no object, such as those of the list of names that pandas writes beside the
 * list of rows.
 */
const plainValue = 'value';
/** The end of a name that was made of two rows of which the second is a drawn line. */
const underlined = /\s[-=_]{2,}$/;

/** More than with one usual name, less than with two. */
const aloneScore = 4 * namesEnough - 0.9;

/** How well the first rows read under their header row. */
export function headerScore({ format, columns, rows, badRows, options }: FirstRows): number {
  if (rows === 0) return -1;
  const names = columns.map(({ name }) => name);
  if (format === 'json' && names.length === 1 && names[0] === plainValue) return 0;
  if (names.every((name) => underlined.test(name))) return 0;
  const readable = rows / (rows + badRows.length);
  const known = usualNames(names);
  // Any list of articles reads better, and a list of something else does not.
  if (isOneArticle({ format, rows }) && known >= namesEnough) return aloneScore + known / 100;
  if (options.headerRow === 'none') return 2 + readable;
  const isFirst = options.headerRow === undefined || String(options.headerRow) === '1';
  if (!isFirst && known < namesEnough) return 0;
  return 4 * known + readable + (isFirst && names.every(isName) ? 2 : 0);
}

/**
 * Amazon has `Seller SKU` for people, and `item_sku` for machines in the row below, which would be read as an article:
 * that row is the header.
 */
export function secondHeader(read: FirstRows): Pick<AdapterOptions, 'headerRow'> | undefined {
  const [row] = read.rowNumbers;
  if (row === undefined || !tables.has(read.format)) return undefined;
  const again = read.columns.filter(({ name, cells: [cell = ''] }) => sayTheSame(name, cell));
  return again.length < namesEnough ? undefined : { headerRow: [row] };
}

/** A row with two usual names, and with some name for each column, is the header. */
export function isHeader({ columns }: FirstRows): boolean {
  const names = columns.map(({ name }) => name);
  return usualNames(names) >= namesEnough && names.every((name) => name !== '');
}

/** True of a name that is not likely a value: it has letters, and fewer digits than other characters. */
function isName(name: string): boolean {
  const digits = name.match(/\d/g)?.length ?? 0;
  return /\p{L}/u.test(name) && digits * 2 < name.length;
}
