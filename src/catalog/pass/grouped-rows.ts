import type { GroupCell } from '../mapping/mapped-row.ts';
import { growingFloats, growingIntegers } from '../terms/growing.ts';

interface GroupedRow {
  readonly index: number;
  readonly row: number;
  readonly product: number;
  readonly group: GroupCell;
}

/**
 * Rows with a number like `22.125`. Some ERPs write three
 * decimals in every row, so they are kept compactly, as numbers.
 */
interface GroupedRows extends Iterable<GroupedRow> {
  add(row: GroupedRow): void;
}

const lastDigits = 1_000;

export function createGroupedRows(): GroupedRows {
  const [indexes, products] = [growingIntegers(), growingIntegers()];
  const places = growingFloats();
  const [numbers, kindsOfRows] = [growingIntegers(), growingIntegers()];
  const kinds = createKinds();
  let count = 0;
  return {
    add({ index, row, product, group }) {
      indexes.set(count, index);
      places.set(count, row);
      products.set(count, product);
      numbers.set(count, Number(group.value.replace(/[.,]/, '')));
      kindsOfRows.set(count, kinds.of(group));
      count += 1;
    },
    *[Symbol.iterator]() {
      for (let at = 0; at < count; at += 1) {
        const group = kinds.read(kindsOfRows.get(at), numbers.get(at));
        yield { index: indexes.get(at), row: places.get(at), product: products.get(at), group };
      }
    },
  };
}

/** The few combinations of column and mark that a file has. */
function createKinds() {
  const kinds: (Omit<GroupCell, 'value'> & { readonly mark: string })[] = [];
  return {
    of({ column, value, isDecimal }: GroupCell): number {
      const at = kinds.findIndex((kind) => kind.column === column && kind.isDecimal === isDecimal);
      const mark = /[.,]/.exec(value)?.[0] ?? '';
      return at === -1 ? kinds.push({ column, isDecimal, mark }) - 1 : at;
    },
    read(at: number, number: number): GroupCell {
      const { column = '', isDecimal = false, mark = '' } = kinds[at] ?? {};
      const [head, tail] = [Math.floor(number / lastDigits), number % lastDigits];
      return { column, isDecimal, value: `${head}${mark}${String(tail).padStart(3, '0')}` };
    },
  };
}
