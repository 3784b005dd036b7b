import { count as shown } from '../../domain/counted.ts';
import { fewestRows } from '../terms/file-facts.ts';

/** What a pass notes of one column of numbers, for the brake on a column that jumps by powers of ten. */
export interface ColumnChanges extends Pick<Jumps, 'jumped'> {
  /** A row with another value than the confirmed one. `by`: the power of ten between them, if there is one. */
  add(index: number, before: number | null | undefined, by: string | undefined): void;
  /** Those of these records that have a known value before. */
  readonly measured: readonly number[];
  /** All records that give another value, also where none is known: all that the column would send. */
  readonly records: readonly number[];
}

export interface Jumps {
  add(index: number, by: string | undefined): void;
  /** The records that jump in the direction that most take (up or down), by whichever powers. */
  jumped(): { readonly by: string; readonly records: readonly number[] };
}

export function createColumnChanges(): ColumnChanges {
  const records: number[] = [];
  const measured: number[] = [];
  const jumps = createJumps();
  return {
    add(index, before, by) {
      records.push(index);
      if (before !== null && before !== undefined) measured.push(index);
      jumps.add(index, by);
    },
    ...{ measured, records },
    jumped: jumps.jumped,
  };
}

export function createJumps(): Jumps {
  const jumps = { '×': [] as number[], '÷': [] as number[] };
  const powers = new Set<string>();
  return {
    add(index, by) {
      if (by === undefined) return;
      jumps[by.startsWith('×') ? '×' : '÷'].push(index);
      powers.add(by);
    },
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

/** contract.md "Brakes": more than half of the changed rows of a column. */
export function isJump(jumped: number, changed: number, fewest = fewestRows): boolean {
  return changed >= fewest && jumped * 2 > changed;
}

/** The power of the factor between two quantities, as `×100` or `÷10`; undefined where it is none of three. */
export function jumpBetween(before: number, after: number, factor: number): string | undefined {
  return powerBetween([before, after], factor, (from, to, power) => to === from * power);
}

/** The same where sales have changed the value since the jump: it is nearer to this power than to the next one. */
export function nearJump(before: number, after: number, factor: number): string | undefined {
  const border = Math.sqrt(factor);
  const isNear = (from: number, to: number, power: number): boolean =>
    to > (from * power) / border && to < from * power * border;
  return powerBetween([before, after], factor, isNear);
}

function powerBetween(
  [before, after]: readonly [number, number],
  factor: number,
  isPower: (from: number, to: number, power: number) => boolean,
): string | undefined {
  if (before <= 0 || after <= 0) return undefined;
  for (let power = factor; power <= factor ** 3; power *= factor) {
    if (isPower(before, after, power)) return `×${shown(power)}`;
    if (isPower(after, before, power)) return `÷${shown(power)}`;
  }
  return undefined;
}
