import type { AdapterOptions } from '../../src/domain/adapter.ts';

/** Where the fields of a line stand: 1-based, in characters. */
export type Layout = NonNullable<AdapterOptions['columns']>;

/** The last place that a field takes. */
export function layoutEnd(layout: Layout): number {
  return Math.max(...layout.map(({ start, length }) => start + length - 1));
}

/** Beyond the basic plane a character is two code units, and a layout counts it once. */
export function characters(text: string): string | readonly string[] {
  return /[\u{10000}-\u{10ffff}]/u.test(text) ? Array.from(text) : text;
}
