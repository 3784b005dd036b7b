import { expect, it } from 'vitest';
import type { Mapped } from '../../../src/catalog/mapping/mapped-row.ts';
import { createStatedStock } from '../../../src/catalog/mapping/stated-stock.ts';
import { declaredSource } from '../declared.ts';

const group = { column: 'B', value: '1.250', isDecimal: false };
const opposite = { column: 'B', value: '94.5', isGrouped: false };
const row = (externalId: string, quantity?: number, more = {}): Mapped => ({
  ...{ kind: 'row', externalId, quantity, fields: {}, empty: [], emptyAttributes: [] },
  ...{ picture: undefined, notes: [], ...more },
});
const rejected = (externalId?: string, more = {}): Mapped => ({
  ...{ kind: 'rejected', complaints: [], ...(externalId && { externalId }), ...more },
});

async function stated(duplicates: string, rows: readonly Mapped[]) {
  const mapping = '{ externalId: K, availableQty: { column: B, buffer: 2 } }';
  const source = await declaredSource(mapping, `kind: stock, duplicates: ${duplicates}`);
  const stock = createStatedStock(source, (externalId) => externalId !== 'not asked');
  for (const each of rows) stock.note(each);
  return Object.fromEntries(stock.all());
}

it.each([
  ['reject', [row('A', 5_000), row('not asked', 1_000), { kind: 'skipped' }], { A: 5_000 }],
  ['reject', [row('A', 5_000), row('A', 5_000)], { A: 5_000 }],
  ['reject', [row('A', 5_000), row('A', 7_000), row('A', 5_000)], {}],
  ['reject', [row('A'), row('B', 0)], { B: 0 }],
  ['reject', [row('A', 5_000), rejected('A')], {}],
  ['reject', [rejected('A'), row('A', 5_000)], {}],
  ['reject', [row('A', 1), row('B', 2), rejected(undefined, { others: ['A'] })], { B: 2 }],
  ['last', [row('A', 5_000), row('A', 7_000)], { A: 7_000 }],
  ['last', [row('A', 5_000), rejected('A')], {}],
  ['last', [rejected('A'), row('A', 5_000)], { A: 5_000 }],
  ['sum', [row('A', 5_000), row('A', 7_000), row('A')], { A: 10_000 }],
  ['sum', [row('A', 500), row('A', 1_000)], { A: 0 }],
  ['sum', [row('A', 9_999_999_000), row('A', 9_999_999_000)], {}],
  ['sum', [row('A', 5_000), rejected('A')], {}],
  ['last', [row('A', 1_250_000, { group }), row('B', 1)], { A: 1_250_000, B: 1 }],
  ['last', [row('A', 1_250_000, { group }), row('B', 1), rejected('C', { opposite })], { B: 1 }],
  ['last', [rejected('C', { opposite }), row('A', 1_250_000, { group })], {}],
] as const)(
  'of %s is known what no other row puts in doubt: %j',
  async (duplicates, rows, known) => {
    expect(await stated(duplicates, rows)).toEqual(known);
  },
);
