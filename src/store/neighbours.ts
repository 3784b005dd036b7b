/**
 * Rows of the table that follow the one asked for last. Files name their articles in much the same order every time, so
 * these come next.
 */
interface Neighbours<Row> {
  find(externalId: string): Row | undefined;
  /** A row was found one by one. If it lies close behind the one before, the rows behind it are read together. */
  met(id: number): void;
  /** Some row changes, so what was read ahead is dropped. */
  clear(): void;
}

/** So many rows are read ahead at first, then twice as many each time: a short stretch would need few of them. */
const firstAhead = 8;
const aheadMax = 256;
/** Rows farther apart are fetched one by one: too few of the rows between would be used. */
const stepMax = 4;

/** `read` gives the rows from one id to another; that costs a third of reading them one by one by their keys. */
export function createNeighbours<Row>(
  read: (from: number, to: number) => readonly Row[],
  keyOf: (row: Row) => string,
): Neighbours<Row> {
  let ahead: readonly Row[] = [];
  let next = 0;
  /** Places of the rows ahead; made when a row that is asked for is not the next one. */
  let byKey: ReadonlyMap<string, number> | undefined;
  let last = 0;
  let rowsAhead = firstAhead;
  const look = (rows: readonly Row[]): void => {
    ahead = rows;
    next = 0;
    byKey = undefined;
  };
  const placed = (): ReadonlyMap<string, number> => {
    byKey ??= new Map(ahead.map((row, at) => [keyOf(row), at]));
    return byKey;
  };
  return {
    find(externalId) {
      if (ahead.length === 0) return undefined;
      const expected = ahead[next];
      if (expected === undefined || keyOf(expected) !== externalId)
        next = placed().get(externalId) ?? ahead.length;
      const found = ahead[next];
      next += 1;
      return found;
    },
    met(id) {
      const step = id - last;
      last = id;
      if (step < 1 || step > stepMax) {
        rowsAhead = firstAhead;
        return;
      }
      look(read(id + 1, id + rowsAhead));
      last = id + rowsAhead;
      rowsAhead = Math.min(2 * rowsAhead, aheadMax);
    },
    clear() {
      if (ahead.length > 0) look([]);
    },
  };
}
