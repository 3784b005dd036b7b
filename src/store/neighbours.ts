/** Rows beside the one that was asked for last: files name their articles in much the same order every time. */
interface Neighbours<Row> {
  find(externalId: string): Row | undefined;
  /** A row that was found otherwise; after some in a row of the table the ones behind it are read together. */
  met(id: number): void;
  /** Some row changes. */
  clear(): void;
}

/** Twice as many each time as long as all are asked for: of a few rows side by side too many would be read in vain. */
const firstAhead = 8;
const aheadMax = 256;
/** Rows farther apart are fetched one by one: of a stretch too few would be used. */
const stepMax = 4;

/** `read` gives the rows from an id to another; a third of the cost of one after the other by their keys. */
export function createNeighbours<Row>(
  read: (from: number, to: number) => readonly Row[],
  keyOf: (row: Row) => string,
): Neighbours<Row> {
  let ahead: readonly Row[] = [];
  let next = 0;
  /** Made where a row is not the next one. */
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
