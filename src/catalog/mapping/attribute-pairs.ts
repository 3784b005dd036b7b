import type { AttributePair } from '../../config/declaration.ts';

interface Known {
  readonly count: number;
  readonly pairs: readonly AttributePair[];
}

/** Kept by the list of a file's columns, which is the same object for all its rows. */
const known = new WeakMap<readonly string[], Map<AttributePair, Known>>();

/** The columns that a pair stands for in a file: `*` fits anything, but the same in name, value and unit (quirk 20). */
export function pairColumns(
  pair: AttributePair,
  columns: readonly string[],
): readonly AttributePair[] {
  const ofFile = known.get(columns) ?? new Map<AttributePair, Known>();
  known.set(columns, ofFile);
  const before = ofFile.get(pair);
  // Trees see new columns while they are read.
  if (before?.count === columns.length) return before.pairs;
  const pairs = expanded(pair, columns);
  ofFile.set(pair, { count: columns.length, pairs });
  return pairs;
}

function expanded(pair: AttributePair, columns: readonly string[]): readonly AttributePair[] {
  const { name, value, unit } = pair;
  if (!name.includes('*')) return [pair];
  const has = new Set(columns);
  return starsIn(columns, name)
    .map((star) => ({
      name: name.replace('*', () => star),
      value: value.replace('*', () => star),
      ...(unit === undefined ? {} : { unit: unit.replace('*', () => star) }),
    }))
    .filter((found) => has.has(found.value));
}

/** What `*` of the pattern stands for in each of the columns that fit it. */
export function starsIn(columns: readonly string[], pattern: string): readonly string[] {
  const [start = '', end = ''] = pattern.split('*');
  return columns
    .filter((column) => column.startsWith(start) && column.endsWith(end))
    .filter((column) => column.length >= start.length + end.length)
    .map((column) => column.slice(start.length, column.length - end.length));
}
