import path from 'node:path';
import { expect, it } from 'vitest';
import { stateOf } from '../../src/catalog/story/source-state.ts';
import type { CatalogConfig, SourceConfig } from '../../src/catalog/terms/ports.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { openOrdersStore } from '../../src/store/orders-store.ts';
import { renewCatalog } from '../../src/store/restored-catalog.ts';
import { renewOrders } from '../../src/store/restored-orders.ts';
import { command, file } from '../store/orders-room.ts';
import { temporaryFolder } from '../support/folder.ts';

const confirmedBy = { run: 1, request: 1 };

type Store = ReturnType<typeof openCatalogStore>;

/** A product with content, stock and a picture, all confirmed; renewed as a restore does it. */
function renewed(more: (before: Store) => void = () => undefined) {
  const folder = temporaryFolder('renewed');
  const before = openCatalogStore(folder);
  before.mirror.add(1, 'A-1');
  before.mirror.confirm({ product: 1, contentHash: 7, quantity: 5_000 }, confirmedBy);
  before.mirror.setExported(1, 5_000, 1);
  before.unknownStock.say('B-1', 5_000, 1);
  const read = { product: 1, file: 'A-1.jpg', look: '', at: 1, fault: null };
  before.pictures.read({ ...read, wished: 'digest' });
  before.pictures.confirm(1, 'digest');
  const run = { source: 'articles', file: 'artikel.csv', sha256: 'a', started_at: 1 };
  before.sources.ensure('articles');
  before.sources.set('articles', { run: before.runs.begin(run), done: 1 });
  more(before);
  before.close();
  renewCatalog(folder, { at: 2, text: 'restored' });
  return openCatalogStore(folder);
}

it('fault 34: what was confirmed is in doubt, and stays as the measure of the brakes', () => {
  const store = renewed();
  expect(store.mirror.get(1)).toMatchObject({
    ...{ content_hash: 7, in_doubt: 1, quantity: 5_000, quantity_run: -1 },
    ...{ exported_quantity: 5_000, exported_run: null },
  });
  expect(store.sources.isFromBackup(1)).toBe(true);
  expect(store.sources.isFromBackup(2)).toBe(false);
  store.close();
});

it('fault 34: an article without stock may have got some since, and is among those that a file can zero', () => {
  const soldOut = { product: 1, contentHash: 7, quantity: 0 };
  const store = renewed((before) => {
    before.mirror.confirm(soldOut, confirmedBy);
    expect(before.mirror.publishedWithStock()).toEqual([]);
  });
  expect(store.mirror.publishedWithStock()).toEqual([1]);
  store.close();
});

it('fault 34: what was refused or waited before the backup does neither by itself', () => {
  const no = { code: 'no', message: 'no', at: 1 };
  const store = renewed((before) => {
    before.mirror.refuse({ product: 1, hash: 9, ...no });
    before.pictures.read({
      ...{ product: 1, file: 'b', look: '', at: 2 },
      fault: null,
      wished: 'b',
    });
    before.pictures.refuse({ product: 1, wish: 'b', ...no });
    before.mirror.add(2, 'A-2');
    before.sources.set('articles', { run: 1, plan: 7, done: 1 });
    before.parked.put(1, 'articles', { marks: Uint8Array.of(1), ids: Int32Array.of(1) });
    before.queued.add('articles', { file: 'b.csv', sha256: 'b', written_at: 1 });
    const request = {
      lane: 'stock' as const,
      kind: 'stock',
      source: 'articles',
      run: 1,
      intent: 'i',
    };
    before.requests.add({ ...request, method: 'POST', path: '/', items: '[]', body: null }, 1);
    expect(before.requests.open()).toHaveLength(1);
  });
  expect(store.requests.open()).toEqual([]);
  expect(store.mirror.get(1)).toMatchObject({ refused_hash: null, refused_code: null });
  expect(store.pictures.counts()).toMatchObject({ refused: 0, due: 1 });
  // It never had a picture, so none of it is counted.
  expect(store.pictures.shownCount()).toBe(1);
  expect(store.sources.get('articles')).toMatchObject({ run: null, plan: null, done: 0 });
  // These are told at the next start, and not read again (test/catalog/restored.test.ts).
  expect(store.parked.runsOf('articles')).toEqual([1]);
  expect(store.queued.ofSource('articles')).toEqual([]);
  store.close();
});

it('fault 34: nothing is known of the stock of an article that nobody knew', () => {
  const store = renewed();
  store.mirror.add(2, 'B-1');
  expect(store.mirror.get(2)).toMatchObject({ exported_quantity: null, exported_run: null });
  store.close();
});

it('fault 34: a confirmed picture is sent again, and can still be taken away', () => {
  const store = renewed();
  expect(store.pictures.due(0, 10)).toMatchObject([{ product: 1, wished: 'digest' }]);
  expect(store.pictures.shownCount()).toBe(1);
  store.pictures.gone(1, 'delete');
  expect(store.pictures.plannedRemovals()).toBe(1);
  store.pictures.read({
    product: 1,
    file: 'A-1.jpg',
    look: '',
    at: 3,
    fault: null,
    wished: 'digest',
  });
  store.pictures.confirm(1, 'digest');
  expect(store.pictures.counts().due).toBe(0);
  store.close();
});

it('fault 34: an answer ends the doubt of what it names, and of no more', () => {
  const store = renewed();
  store.mirror.confirm({ product: 1, contentHash: 7 }, { run: 2, request: 2 });
  expect(store.mirror.get(1)).toMatchObject({ in_doubt: 0, quantity_run: -1 });
  store.mirror.confirm({ product: 1, quantity: 5_000 }, { run: 2, request: 3 });
  expect(store.mirror.get(1)).toMatchObject({ quantity: 5_000, quantity_run: 2 });
  store.close();
});

it('fault 34: a release of a number from before the restore removes none of the held pictures', () => {
  const folder = temporaryFolder('renewed');
  const before = openCatalogStore(folder);
  before.mirror.add(1, 'A-1');
  before.pictures.read({ product: 1, file: 'a', look: '', at: 1, fault: null, wished: 'digest' });
  before.pictures.confirm(1, 'digest');
  const held = {
    plan: 0,
    run: 0,
    source: 'catalog.pictures',
    kind: 'pictures' as const,
    configuration: null,
  };
  const hold = before.holds.add({ ...held, sentence: 'gone', items: 1, since: 1 });
  before.pictures.gone(1, { hold });
  before.close();
  renewCatalog(folder, { at: 2, text: 'restored' });
  const store = openCatalogStore(folder);
  const [still] = store.holds.open();
  // Holds of after the backup had the numbers behind the old one.
  for (let old = hold; old < hold + 100; old += 1) expect(store.holds.get(old)).toBeUndefined();
  expect(store.pictures.heldBy(still!.id)).toEqual([1]);
  const next = store.holds.add({ ...held, sentence: 'gone', items: 1, since: 2 });
  expect(next).toBeGreaterThan(still!.id);
  store.close();
});

it('fault 34: a file that was read before the backup is not told as being read, which it may never be again', () => {
  const store = renewed();
  const run = store.runs.newest('articles');
  const source = { name: 'articles', files: 'a*.csv' } as SourceConfig;
  const config: Partial<CatalogConfig> = { sources: [source] };
  const deps = { store, config: config as CatalogConfig };
  expect(stateOf(deps, source, { look: undefined, run })).toEqual({
    state: 'waiting',
    sentence:
      'artikel.csv was read before the backup that was restored; nothing has been read since.',
  });
  store.close();
});

it('fault 34: whether the feed is caught up is not known before it was read once more', () => {
  const file = path.join(temporaryFolder('renewed'), 'orders.db');
  const before = openOrdersStore(file);
  before.journal.begin('1970-01-01T00:00:00Z', 1);
  const page = { items: [], newestUpdatedAt: null, at: 1, seenAt: 1, skip: () => undefined };
  before.journal.storePage({ ...page, asked: null, nextCursor: 'c1', hasMore: false });
  expect(before.journal.position()?.caught_up_since).toBe(1);
  before.close();
  renewOrders(file, { at: 2, text: 'restored', from: 'before' });
  const store = openOrdersStore(file);
  expect(store.journal.position()).toMatchObject({ cursor: 'c1', caught_up_since: null });
  store.close();
});

it('faults 34, 42: open order actions are as old as can be, and open commands look at their order first', () => {
  const place = path.join(temporaryFolder('renewed'), 'orders.db');
  const before = openOrdersStore(place);
  const action = { method: 'POST', path: '/x', ifMatch: null, body: null, bodySha256: null, at: 9 };
  const [ready, sent, answered] = ['1', '2', '3'].map((orderId) =>
    before.requests.add({ ...action, orderId, intent: orderId, key: orderId }),
  );
  for (const id of [sent!, answered!]) before.requests.markSent(id, 9);
  const told = { state: 'ANSWERED', attempts: 1, status: 200, answer: null, at: 9 } as const;
  before.requests.storeAnswer(answered!, told);
  const states = ['READY', 'SENT', 'CHECKING', 'AMENDMENT', 'PARKED', 'DONE', 'REFUSED'] as const;
  const rows = states.map((_, row) => command({ row, orderId: String(row) }));
  const taken = before.commandFiles.take(file(rows));
  const commands = before.commands.outcomes(taken);
  for (const [at, state] of states.entries()) before.commands.change(commands[at]!, { state }, 9);
  before.close();
  renewOrders(place, { at: 10, text: 'restored', from: 'before' });
  const store = openOrdersStore(place);
  expect([ready, sent, answered].map((id) => store.requests.byId(id!)?.sent_at)).toEqual([0, 0, 9]);
  const looks = store.commands.outcomes(taken).map(({ id }) => store.commands.byId(id)?.look);
  expect(looks).toEqual([1, 1, 1, 1, 1, 0, 0]);
  store.close();
});
