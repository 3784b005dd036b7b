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
  /** Records that jump one way, up or down, by whichever powers: the way that most of them take. */
  jumped(): { readonly by: string; readonly records: readonly number[] };
}

/** `buffer`: what the mapping takes off the column's values, in thousandths; without it they are compared. */
export function createStockFacts(factor: number, buffer = 0): StockFacts {
  const zeroed: number[] = [];
  const given: number[] = [];
  const jumps = { '×': [] as number[], '÷': [] as number[] };
  const powers = new Set<string>();
  const noteJump = (index: number, before: number, after: number): void => {
    // What a buffer takes to nothing says nothing of the column.
    if (before === 0 || after === 0) return;
    const by = jumpBetween(before + buffer, after + buffer, factor);
    if (by === undefined) return;
    jumps[by.startsWith('×') ? '×' : '÷'].push(index);
    powers.add(by);
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
      noteJump(index, before, after);
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
      const way = jumps['÷'].length > jumps['×'].length ? '÷' : '×';
      const by = [...powers].filter((power) => power.startsWith(way)).sort(byLength);
      return { by: by.join(' or '), records: jumps[way] };
    },
  };
}

/** `×10`, `×100`, `×1,000`. */
function byLength(one: string, other: string): number {
  return one.length - other.length;
}
