import { expect, it } from 'vitest';
import { createTrack } from '../../../src/catalog/requests/track.ts';
import { createOrderStock } from '../../../src/catalog/stock/order-stock.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';
import { declared } from '../declared.ts';

const config = await declared(`  openOrders: subtract
  sources:
    - { name: stk, kind: stock, missing: keep, folder: ./out, files: "*.csv", mapping: { externalId: Nr, availableQty: Menge } }`);
const through = { run: 1, accepted_run: 1, done: 1, paused: 0 };

it.each([
  ['the newest file is through', {}, {}, true],
  ['the source is paused', { paused: 1 }, {}, false],
  ['a plan is applied', {}, { sendsFor: new Set(['stk']) }, false],
  ['the newest file is still to be sent', { done: 0 }, {}, false],
  ['no file was read yet', { accepted_run: null }, {}, false],
  ['the newest file is to be looked at again first', {}, { isLookDue: true }, false],
  ['nothing has changed', {}, { isChanged: false }, false],
  ['a request of a changed article is under way', {}, { inFlight: new Set([1]) }, false],
  ['a request of another article is under way', {}, { inFlight: new Set([2]) }, true],
] as const)('a stock lowered by an order is sent if %s: %j %o', (...of) => {
  const [, row, now, isDue] = of;
  const { isLookDue, isChanged, inFlight, sendsFor } = {
    ...{ isLookDue: false, isChanged: true, inFlight: new Set<number>(), sendsFor: undefined },
    ...now,
  };
  const store = openCatalogStore(':memory:');
  store.sources.ensure('stk');
  store.runs.begin({ source: 'stk', file: 's.csv', sha256: 's', started_at: 1 });
  store.sources.set('stk', { ...through, ...row });
  store.mirror.add(1, 'A');
  const [source] = config.sources;
  if (source === undefined) throw new Error('there is no source');
  const room = {
    ...{ deps: { store, config }, sendsFor, book: { inFlight } },
    tracks: new Map([['stk', createTrack(source)]]),
    openStock: { isDue: isLookDue, changed: { isDue: isChanged, ids: () => ['A'] } },
  } as unknown as Parameters<typeof createOrderStock>[0];
  expect(createOrderStock(room).isDue()).toBe(isDue);
});
