import { isHandle, isLeftToHead, variantRows } from '../catalog/look/variant-rows.ts';
import { saysAmount } from '../domain/column-name.ts';
import type { Column } from './column.ts';
import type { Field } from './field-words.ts';
import type { Guess } from './guess.ts';

/**
 * Columns that are filled only in the first row of each product,
 * and the column that holds the rows of a product together.
 */
export interface FillDown {
  readonly columns: readonly string[];
  readonly within: string;
}

interface Filled {
  readonly within: string;
  /** The columns with their cells filled, as they will be read. */
  readonly columns: readonly Column[];
}

/** Each variant has its own value of these, so they are not filled down. */
const ownFields: ReadonlySet<Field> = new Set(['externalId', 'barcode', 'availableQty', 'picture']);

/** Undefined where no row with a number lacks its name, or no column says which rows are one product. */
export function filledDown(
  columns: readonly Column[],
  guesses: readonly Guess[],
): Filled | undefined {
  const cellsOf = (field: Field) => {
    const found = guesses.find((one) => one.field === field && one.isProposed);
    return columns.find(({ name }) => name === found?.columns[0])?.cells ?? [];
  };
  const [keys, names] = [cellsOf('externalId'), cellsOf('name')];
  const keyed = [...keys.keys()].filter((row) => keys[row] !== '');
  const rows = variantRows(keyed, (row) => names[row] !== '');
  if (rows.unnamed.length === 0) return undefined;
  // In a short sample a price may be another one in each product, too.
  const handle = columns.find(({ name, cells }) => !saysAmount(name) && isHandle(cells, rows));
  if (handle === undefined) return undefined;
  const heads = new Map(rows.unnamed.map(({ row, head }) => [row, head]));
  const filled = columns.map((column) =>
    isLeftToHead(column.cells, rows)
      ? {
          ...column,
          cells: column.cells.map(
            (cell, row) => cell || (column.cells[heads.get(row) ?? row] ?? ''),
          ),
        }
      : column,
  );
  return { within: handle.name, columns: filled };
}

/** The columns that are filled down and that a field is read from. */
export function fillDownOf(
  { within, columns }: Filled,
  before: readonly Column[],
  guesses: readonly Guess[],
): FillDown {
  const filled = columns.filter((column) => !before.includes(column)).map(({ name }) => name);
  const read = guesses
    .filter(({ field, isProposed }) => isProposed && !ownFields.has(field))
    .flatMap((one) => one.columns);
  return { within, columns: filled.filter((name) => read.includes(name)) };
}
