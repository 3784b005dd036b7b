import { expect } from 'vitest';
import type { CatalogConfig } from '../../src/config/declaration.ts';
import { openTwin, type Twin } from './twins.ts';

export const dialect = 'folder: ./out, delimiter: ";", numbers: "1.234,56"';
export const one = `  vanished: unpublish
  sources:
    - { name: a, files: "a*", ${dialect}, mapping: { externalId: Nr, name: Name, brand: Marke, availableQty: Menge } }`;
export const file = (...rows: string[]): string =>
  ['Nr;Name;Marke;Menge', ...rows].map((row) => `${row}\n`).join('');
export const many = (count: number, row: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => row(n));

/** Carries out the same on both ways and shows that they end alike; answers the fast one. */
export async function both(
  config: CatalogConfig,
  story: (twin: Twin) => Promise<void>,
): Promise<Twin> {
  const fast = openTwin(config);
  const slow = openTwin(config, { rowsTogether: 0 });
  for (const twin of [fast, slow]) await story(twin);
  expect(fast.state()).toEqual(slow.state());
  return fast;
}

/** Imports a file twice, so that its rows are known by their hash. */
export async function known(
  twin: Twin,
  source: string,
  content: string | Uint8Array,
): Promise<void> {
  for (const end of ['', '\n']) {
    twin.wish(source, Buffer.concat([Buffer.from(content), Buffer.from(end)]));
    await twin.rest();
  }
}
