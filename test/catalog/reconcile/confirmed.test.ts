import { expect, it } from 'vitest';
import { readAdapters } from '../../../adapters/readers.ts';
import { confirmedProducts } from '../../../src/catalog/reconcile/confirmed.ts';
import { createNewcomers } from '../../../src/catalog/state/newcomers.ts';
import { systemClock } from '../../../src/clock.ts';
import type { Clock } from '../../../src/domain/clock.ts';
import { openSpooled } from '../../../src/files/spooled.ts';
import { openShop } from '../../support/catalog.ts';
import { open, room, useRoom } from '../one-room.ts';

const source = (more: string) =>
  `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56", ${more} }`;
const mapping = 'mapping: { externalId: Nr, name: Name, availableQty: Menge }';

useRoom();

const articles = (...rows: string[]) => room.write('artikel.csv', ['Nr;Name;Menge', ...rows]);

/** What would be replayed: `basis externalId name quantity`, by number. */
async function replayed(
  catalog = room.shop.config.catalog!,
  clock: Pick<Clock, 'breathe'> = systemClock,
): Promise<string[]> {
  const told: string[] = [];
  const { store } = room.catalog;
  const deps = {
    store,
    config: catalog,
    adapters: readAdapters,
    openSpooled,
    clock: { ...systemClock, ...clock },
  };
  for await (const { product, basis } of confirmedProducts(deps)) {
    const { externalId, name, availableQty } = product;
    told.push([basis, externalId, name, availableQty].join(' '));
  }
  return told.sort();
}

it.each(['keep', 'clear'])('gives each confirmed product once, with empty: %s', async (empty) => {
  await open(source(`empty: ${empty}, ${mapping}`));
  articles('A;Apfel;5', 'B;Birne;6', 'C;;7');
  await room.pass();
  expect(await replayed()).toEqual(['confirmed A Apfel 5000', 'confirmed B Birne 6000']);
  expect((await room.market.products()).map(({ externalId }) => externalId)).toEqual(['A', 'B']);
});

it.each(['keep', 'clear'])(
  'gives what was confirmed before where the newest export was refused, with empty: %s',
  async (empty) => {
    await open(source(`empty: ${empty}, ${mapping}`));
    articles('A;Apfel;5', 'B;Birne;6');
    await room.pass();
    await room.market.sandbox.control('POST', '/sandbox/weather', { kind: 'status', status: 422 });
    articles('A;Apfel neu;5', 'B;Birne;8');
    await room.pass();
    expect(await replayed()).toEqual(['confirmed A Apfel 5000', 'confirmed B Birne 6000']);
  },
);

it('gives the row that counted, where an article has several', async () => {
  await open(source(`empty: clear, duplicates: last, ${mapping}`));
  articles('A;Apfel;5', 'B;Birne;6', 'A;Apfel neu;7');
  await room.pass();
  expect(await replayed()).toEqual(['confirmed A Apfel neu 7000', 'confirmed B Birne 6000']);
});

it('gives the last export as it maps today where the mapping has changed', async () => {
  await open(source(`empty: clear, ${mapping}`));
  articles('A;Apfel;5');
  await room.pass();
  const other = await openShop(
    source('empty: clear, mapping: { externalId: Nr, name: Name, brand: Name }'),
  );
  expect(await replayed(other.config.catalog!)).toEqual(['export A Apfel 5000']);
});

it('gives a number for a name where no export is left that knew the product', async () => {
  await open(source(`empty: clear, ${mapping}`));
  articles('A;Apfel;5', 'B;Birne;6');
  await room.pass();
  for (const [n] of [1, 2].entries()) {
    articles(`A;Apfel ${n};5`);
    await room.pass();
  }
  expect(await replayed()).toEqual(['confirmed A Apfel 1 5000', 'name B B 6000']);
});

it('lets others work while it passes over many products that are not confirmed', async () => {
  await open(source(`empty: clear, ${mapping}`));
  const { store } = room.catalog;
  const newcomers = createNewcomers(store.mirror);
  store.transaction(() => {
    for (let number = 0; number < 2_000; number += 1) newcomers.add(`N${number}`);
    newcomers.write();
  });
  let breaths = 0;
  const breathe = async () => {
    breaths += 1;
  };
  expect(await replayed(room.shop.config.catalog!, { breathe })).toEqual([]);
  expect(breaths).toBeGreaterThanOrEqual(6);
});
