/**
 * Rows without a name below a row with one (its head), as shops
 * write the variants of a product. Numbers are row indexes.
 */
interface VariantRows {
  readonly named: readonly number[];
  readonly unnamed: readonly { readonly row: number; readonly head: number }[];
}

/** `rows`: those that name an article. */
export function variantRows(
  rows: readonly number[],
  isNamed: (row: number) => boolean,
): VariantRows {
  const named: number[] = [];
  const unnamed: { row: number; head: number }[] = [];
  for (const row of rows) {
    const head = named.at(-1);
    if (isNamed(row)) named.push(row);
    else if (head !== undefined) unnamed.push({ row, head });
  }
  return { named, unnamed };
}

/** The column has values in heads only, never in the rows below them. */
export function isLeftToHead(cells: readonly string[], { unnamed }: VariantRows): boolean {
  return (
    unnamed.every(({ row }) => cells[row] === '') && unnamed.some(({ head }) => cells[head] !== '')
  );
}

/** The column is a handle: the same value in all rows of a product, and another one for each product. */
export function isHandle(cells: readonly string[], { named, unnamed }: VariantRows): boolean {
  const isSame = unnamed.every(({ row, head }) => cells[row] !== '' && cells[row] === cells[head]);
  const handles = new Set(named.map((row) => cells[row]));
  return isSame && named.length > 1 && handles.size === named.length;
}
