import { jumpBetween } from './brake.ts';

/** What a pass counts of quantities, for the brakes on zeroed and on jumped stock. */
export interface StockFacts {
  /** Notes what a row does to a confirmed quantity; null where nothing is confirmed or the row says nothing. */
  compare(index: number, before: number | null, after: number | null): void;
  /** Counts rows whose quantity is the confirmed one. */
  same(rows: number): void;
  readonly quantities: number;
  readonly changes: number;
  readonly zeroed: readonly number[];
  /** Records that give a quantity other than the confirmed one, also where none is: all that a column would send. */
  readonly given: readonly number[];
  /** Records by the jump that they make, the most frequent jump. */
  jumped(): { readonly by: string; readonly records: readonly number[] };
}

export function createStockFacts(factor: number): StockFacts {
  const zeroed: number[] = [];
  const given: number[] = [];
  const jumps = new Map<string, number[]>();
  const recordsOf = (by: string): number[] => {
    const records = jumps.get(by) ?? [];
    jumps.set(by, records);
    return records;
  };
  let quantities = 0;
  let changes = 0;
  return {
    compare(index, before, after) {
      if (after !== null && after !== before) given.push(index);
      if (before === null || after === null) return;
      quantities += 1;
      if (before === after) return;
      changes += 1;
      if (after === 0) zeroed.push(index);
      const by = jumpBetween(before, after, factor);
      if (by !== undefined) recordsOf(by).push(index);
    },
    same(rows) {
      quantities += rows;
    },
    get quantities() {
      return quantities;
    },
    get changes() {
      return changes;
    },
    zeroed,
    given,
    jumped() {
      const [by, records] = [...jumps].sort(([, a], [, b]) => b.length - a.length)[0] ?? ['', []];
      return { by, records };
    },
  };
}
