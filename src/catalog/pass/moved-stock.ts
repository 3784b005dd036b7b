import type { Cells } from '../../domain/cells.ts';
import { count } from '../../domain/counted.ts';
import { type NumberStyle, parseQuantity } from '../../domain/quantity.ts';
import type { FileFacts } from '../terms/file-facts.ts';
import type { RowWish } from './diff.ts';

/** What a pass notes of changed stocks, for the brake on a stock that is read from the wrong column (fault 5). */
export interface MovedStock {
  add(index: number, before: number | null, now: Now): void;
  /** Records whose stock was whole and has a fraction now. */
  readonly broken: readonly number[];
  /** The column in which the former stocks stand most often now, by its place. */
  formerly(): Formerly;
}

/** In `rows` of the `of` rows that were looked at, the former stock stands in the column at `place`. */
interface Formerly {
  readonly place: number;
  readonly rows: number;
  readonly of: number;
  /** How many of them have a stock that sales may have left of the former one. */
  readonly sold: number;
}

type Now = Pick<RowWish, 'columns' | 'cells'> & { readonly quantity: number };

/** Two pieces: 0 and 1 stand in many columns by chance. */
const leastTelling = 2_000;
/** So many rows are enough for a file of any length. */
const rowsLookedAt = 10_000;
const longestNumber = 16;

/** `buffer`: what was taken off the column's value before it was sent. */
export function createMovedStock(buffer: number, style: NumberStyle | undefined): MovedStock {
  const broken: number[] = [];
  const rows: number[] = [];
  let of = 0;
  let sold = 0;
  const lookAt = ([was, is]: readonly [number, number], cells: Cells): void => {
    of += 1;
    if (isSold(was, is)) sold += 1;
    for (let place = 0; place < cells.length; place += 1)
      if (isNumber(cells[place], was, style)) rows[place] = (rows[place] ?? 0) + 1;
  };
  return {
    add(index, before, { quantity, columns, cells }) {
      if (before === null) return;
      if (before % 1000 === 0 && quantity % 1000 !== 0) broken.push(index);
      const isOne = columns === undefined && cells !== undefined;
      if (isOne && before >= leastTelling && of < rowsLookedAt)
        lookAt([before + buffer, quantity + buffer], cells);
    },
    broken,
    formerly() {
      const most = rows.reduce((best, some, place) => (some > (rows[best] ?? 0) ? place : best), 0);
      return { place: most, rows: rows[most] ?? 0, of, sold };
    },
  };
}

/** Less than before, but half of it at least: sales explain that, and to hold it would offer more than there is. */
function isSold(was: number, is: number): boolean {
  return is < was && is * 2 >= was;
}

function isNumber(
  cell: string | undefined,
  thousandths: number,
  style: NumberStyle | undefined,
): boolean {
  if (cell === undefined || cell === '' || cell.length > longestNumber) return false;
  const read = parseQuantity(cell, style);
  return 'thousandths' in read && read.thousandths === thousandths;
}

/** With fewer rows it may be chance. */
const fewestFormer = 10;

/**
 * The column in which most former stocks stand now. `last`: the answer of the file before, kept where the rows are few.
 */
export function formerColumn(
  { place, rows, of }: Formerly,
  columns: readonly string[],
  last: string | undefined,
): string | undefined {
  if (of < fewestFormer) return last;
  return rows * 2 > of ? columns[place] : undefined;
}

/**
 * That column, if it makes the stock doubtful. It does not where sales explain most stocks, nor where it was the same
 * column last time: there the former stock stands beside the new one by design, as the physical stock, yesterday's
 * stock or the count of a stock-taking.
 */
export function doubtedColumn(
  formerly: Formerly,
  columns: readonly string[],
  last: string | undefined,
): string | undefined {
  if (formerly.sold * 2 > formerly.of) return undefined;
  const former = formerColumn(formerly, columns, undefined);
  return former === last ? undefined : former;
}

const fewestAtOnce = 20;

/** Why most of the stock may be another column's values; undefined where nothing speaks for it. */
export function whyMoved({
  quantityChanges,
  allQuantities,
  movedStock: { broken, former },
}: Pick<FileFacts, 'quantityChanges' | 'allQuantities' | 'movedStock'>): string | undefined {
  if (quantityChanges < fewestAtOnce || quantityChanges * 2 <= allQuantities) return undefined;
  const all = `${count(quantityChanges)} of ${count(allQuantities)} known quantities change at once`;
  if (broken * 2 > quantityChanges)
    return `${all}, ${count(broken)} of them from whole numbers to fractions`;
  return former && `${all}, and most of the old ones are in column ${former} now`;
}
