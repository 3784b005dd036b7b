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

function expanded(
  { name, value, unit }: AttributePair,
  columns: readonly string[],
): AttributePair[] {
  const [start = '', end] = name.split('*');
  if (end === undefined) return [{ name, value, ...(unit === undefined ? {} : { unit }) }];
  const has = new Set(columns);
  return columns
    .filter((column) => column.startsWith(start) && column.endsWith(end))
    .filter((column) => column.length >= start.length + end.length)
    .map((column) => column.slice(start.length, column.length - end.length))
    .map((star) => ({
      name: `${start}${star}${end}`,
      value: value.replace('*', () => star),
      ...(unit === undefined ? {} : { unit: unit.replace('*', () => star) }),
    }))
    .filter((pair) => has.has(pair.value));
}
