import type { Column } from './column.ts';
import type { Guess } from './guess.ts';

const emptyFraction = '.0';
const wholeNumber = /^\d+\.0$/;

/**
 * Whether a column of barcodes writes them as 4006381333931.0 (quirk 23), as pandas does if one of its cells is empty,
 * and programs that copy the numbers of a workbook do. If a dot stands elsewhere, it belongs to the codes.
 */
function hasEmptyFractions({ cells }: Column): boolean {
  const dotted = cells.filter((cell) => cell.includes('.'));
  return dotted.length > 0 && dotted.every((cell) => wholeNumber.test(cell));
}

/** The column with its barcodes as they will be sent, so that they are judged as these. */
export function asBarcodes(column: Column): Column {
  if (!hasEmptyFractions(column)) return column;
  return { ...column, cells: column.cells.map((cell) => cell.replace(/\.0$/, '')) };
}

/**
 * The guess of the barcode with the step that drops the fraction. Not for article numbers: `replace` would make another
 * article's number of a later 10.05, and no check digit would tell.
 */
export function withoutFraction(one: Guess, columns: readonly Column[]): Guess {
  const read = columns.filter(({ name }) => one.columns.includes(name));
  if (one.field !== 'barcode' || !read.some(hasEmptyFractions)) return one;
  return {
    ...one,
    steps: { ...one.steps, replace: [{ from: emptyFraction, to: '' }] },
    reason: `${one.reason}; the ${emptyFraction} of whole numbers is removed`,
  };
}
