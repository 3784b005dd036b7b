import { expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';
import type { Room } from '../room.ts';

useRoom();

const catalog = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: extra, folder: ./out, files: "extra*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;

const ids = Array.from({ length: 20 }, (_, n) => `A${n}`);
const articles = (first: string) => [
  'Nr;Name',
  `A0;${first}`,
  ...ids.slice(1).map((id) => `${id};Zange`),
];
const extra = ['Nr;Marke;Farbe', ...ids.map((id) => `${id};Bosch;rot`)];

/** The brand is read from another column. */
function withBrandOf(column: string): Room['shop'] {
  const { config } = room.shop;
  const from = { kind: 'columns' as const, columns: [column], join: '' };
  const sources = config.catalog!.sources.map((source) =>
    source.name === 'extra'
      ? { ...source, mapping: { ...source.mapping, brand: { ...source.mapping.brand!, from } } }
      : source,
  );
  return { ...room.shop, config: { ...config, catalog: { ...config.catalog!, sources } } };
}

/** The process ends after the rows were noted, and before their plan is committed. */
async function interruptedPass(): Promise<void> {
  Object.assign(room.catalog.store.plans, {
    add: () => {
      throw new Error('killed');
    },
  });
  await expect(room.pass()).rejects.toThrow('killed');
}

it.each([
  ['a new file', [...extra, 'A20;Bosch;rot']],
  ['the file that counts', extra],
])(
  'a brand that an interrupted reading of %s took from another column is not sent',
  async (_, rows) => {
    await open(catalog);
    await passOver({ 'artikel.csv': articles('Bohrer'), 'extra.csv': extra.slice(0, -1) });
    // The rows are known by their hashes from here on.
    await passOver({ 'extra.csv': extra });
    await room.restart(withBrandOf('Farbe'));
    if (rows !== extra) room.write('extra.csv', rows);
    await interruptedPass();
    await room.restart();
    await room.pass();
    const { calls } = await passOver({ 'artikel.csv': articles('Bohrmaschine') });
    expect(calls).toEqual([['upsert', { externalId: 'A0', name: 'Bohrmaschine', brand: 'Bosch' }]]);
  },
);
