import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import type { FeedItem, FeedPage } from '../../src/store/journal.ts';
import type { NewCommand } from '../../src/store/orders-command-files.ts';
import type { OrdersStore } from '../../src/store/orders-store.ts';
import { openOrdersStore } from '../../src/store/orders-store.ts';

const stores: OrdersStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

function open(file = ':memory:'): OrdersStore {
  const store = openOrdersStore(file);
  stores.push(store);
  return store;
}

const item = (orderId: string, version: string): FeedItem => ({
  orderId,
  version,
  orderNumber: `N-${orderId}`,
  status: 'PLACED',
  origin: 'buyer',
  updatedAt: '2026-11-20T08:00:00Z',
  background: false,
  summary: '{}',
});
const page = (
  asked: string | null,
  items: readonly FeedItem[],
  change: Partial<FeedPage> = {},
) => ({
  asked,
  nextCursor: 'next',
  hasMore: false,
  items,
  newestUpdatedAt: null,
  at: 1,
  skip: () => undefined,
  ...change,
});

/** An order with its file written, as the outbox leaves it. */
function write(store: OrdersStore, orderId: string, version: string): number {
  store.versions.storeDetail({ orderId, version, detail: '{"order":{}}' });
  const sequence = store.outbox.nextSequence();
  const row = store.lookup.version(orderId, version)!;
  store.outbox.commitStaged([
    {
      sequence,
      versionId: row.id,
      orderId,
      name: `${sequence}`,
      sha256: '',
      change: 'new',
      reissueOf: null,
    },
  ]);
  store.outbox.commitWritten([sequence], 5);
  return sequence;
}

function seed(store: OrdersStore, ...items: [string, string][]): void {
  store.journal.begin('1970-01-01T00:00:00Z', 0);
  const { cursor } = store.journal.position()!;
  store.journal.storePage(
    page(
      cursor,
      items.map(([id, version]) => item(id, version)),
    ),
  );
}

const command = (change: Partial<NewCommand> = {}): NewCommand => ({
  row: 2,
  orderNumber: '',
  orderId: '1',
  action: 'accept',
  version: null,
  reason: null,
  trackingCode: null,
  notes: null,
  ...change,
});
const file = (commands: readonly NewCommand[], change: object = {}) => ({
  sha256: 'sha',
  name: 'a.csv',
  receipt: 'a.csv.receipt.csv',
  knowledge: { sequence: 0, acknowledgement: 0 },
  entry: '[]',
  state: 'TAKEN' as const,
  commands,
  at: 1,
  ...change,
});

describe('orders.db', () => {
  it('fault 28: is opened with a full sync, and fault 122: for its owner alone', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stockhand-store-'));
    const place = path.join(folder, 'orders.db');
    open(place).log.remember('a', 'b');
    const database = new Sqlite(place, { readonly: true });
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    const strict = database
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0",
      )
      .pluck()
      .all();
    expect(strict.filter((name) => !String(name).startsWith('sqlite_'))).toEqual([]);
    database.close();
    expect(fs.statSync(place).mode & 0o077).toBe(0);
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('remembers, forgets and tells events newest first, and never keeps more than it shows', () => {
    const { log } = open();
    log.remember('name', 'one');
    log.remember('name', 'two');
    expect(log.recall('name')).toBe('two');
    log.forget('name');
    expect(log.recall('name')).toBeUndefined();
    for (let at = 1; at <= 10_250; at += 1) log.tell({ at, part: 'feed', text: String(at) });
    expect(log.events(2).map(({ at }) => at)).toEqual([10_250, 10_249]);
    expect(log.events(20_000).length).toBeLessThan(10_100);
  });
});

describe('the journal', () => {
  it('begins once: a second start changes nothing', () => {
    const store = open();
    store.journal.begin('2026-01-01T00:00:00Z', 1);
    store.journal.begin('2027-01-01T00:00:00Z', 2);
    expect(store.journal.position()).toMatchObject({
      updated_after: '2026-01-01T00:00:00Z',
      first_started_at: 1,
    });
  });

  it('rolls a page back whole when its cursor is not the stored one (I7)', () => {
    const store = open();
    seed(store, ['1', 'a']);
    expect(store.journal.storePage(page('other', [item('2', 'b')]))).toBeUndefined();
    expect(store.lookup.byId('2')).toBeUndefined();
  });

  it('knows since when it is caught up, and forgets it with more pages', () => {
    const store = open();
    seed(store);
    store.journal.storePage(page('next', [], { at: 2 }));
    expect(store.journal.position()?.caught_up_since).toBe(1);
    store.journal.storePage(page('next', [], { at: 3, hasMore: true }));
    expect(store.journal.position()?.caught_up_since).toBeNull();
  });

  it('asks the filter with what is known: an order counts as known once a version is wanted', () => {
    const store = open();
    seed(store);
    const known: boolean[] = [];
    const skip = (_: FeedItem, isKnown: boolean) => {
      known.push(isKnown);
      return known.length === 1 ? 'not wanted' : undefined;
    };
    const items = ['a', 'b', 'c'].map((version) => item('1', version));
    store.journal.storePage(page('next', items, { skip }));
    expect(known).toEqual([false, false, true]);
  });
});

describe('order files', () => {
  it('are offered oldest first, one of each order at a time (fault 80)', () => {
    const store = open();
    seed(store, ['1', 'a'], ['2', 'a']);
    store.versions.storeDetail({ orderId: '1', version: 'a', detail: '{}' });
    store.versions.storeDetail({ orderId: '2', version: 'a', detail: '{}' });
    store.journal.storePage(page('next', [item('1', 'b')]));
    store.versions.storeDetail({ orderId: '1', version: 'b', detail: '{}' });
    const offered = store.outbox
      .writable(10)
      .map(({ version }) => `${version.order_id} ${version.version}`);
    expect(offered).toEqual(['1 a', '2 a']);
  });

  it('count their sequence without gaps, and the books fit', () => {
    const store = open();
    seed(store, ['1', 'a'], ['2', 'a'], ['3', 'a']);
    expect([write(store, '1', 'a'), write(store, '2', 'a')]).toEqual([1, 2]);
    store.acknowledgements.acknowledge([1], 9);
    expect(store.outbox.counts()).toEqual({
      written: 2,
      pending: 0,
      unacknowledged: 1,
      oldestUnacknowledgedAt: 5,
      parked: 0,
    });
  });

  it('remember what the ERP could know at a moment', () => {
    const store = open();
    seed(store, ['1', 'a']);
    write(store, '1', 'a');
    const before = store.acknowledgements.knowledge();
    store.acknowledgements.acknowledge([1], 9);
    const after = store.acknowledgements.knowledge();
    expect([before, after]).toEqual([
      { sequence: 1, acknowledgement: 0 },
      { sequence: 1, acknowledgement: 1 },
    ]);
    expect(store.acknowledgements.acknowledgedVersion('1', before)).toBeUndefined();
    expect(store.acknowledgements.acknowledgedVersion('1', after)?.version).toBe('a');
    expect(store.acknowledgements.writtenVersion('1', before)?.version).toBe('a');
  });
});

describe('commands', () => {
  it('fault 82: a row of the same content is answered by the first, unless that was refused', () => {
    const store = open();
    const first = store.commandFiles.take(file([command(), command({ row: 3 })]));
    const [done, refused] = store.commands.outcomes(first);
    store.commands.change(done!, { state: 'DONE', order_status: 'ACCEPTED' }, 2);
    store.commands.change(refused!, { state: 'REFUSED', code: 'X' }, 2);
    const second = store.commandFiles.take(file([command(), command({ row: 3 })]));
    expect(store.commands.outcomes(second)).toMatchObject([
      { row: 2, state: 'DONE', order_status: 'ACCEPTED' },
      { row: 3, state: 'READY', code: null },
    ]);
    expect(store.commandFiles.file(second)?.drop_number).toBe(2);
  });

  it('makes the receipts of all drops stale that a row answers for', () => {
    const store = open();
    const first = store.commandFiles.take(file([command()]));
    const second = store.commandFiles.take(file([command()]));
    for (const each of store.commandFiles.staleFiles()) store.commandFiles.receiptWritten(each);
    expect(store.commandFiles.staleFiles()).toEqual([]);
    const [row] = store.commands.outcomes(first);
    store.commands.change(row!, { state: 'DONE' }, 3);
    expect(store.commandFiles.staleFiles().map(({ id }) => id)).toEqual([first, second]);
  });

  it('keeps a receipt stale whose row changed while it was written', () => {
    const store = open();
    const id = store.commandFiles.take(file([command()]));
    const before = store.commandFiles.file(id)!;
    store.commands.change(store.commands.outcomes(id)[0]!, { state: 'DONE' }, 3);
    store.commandFiles.receiptWritten(before);
    expect(store.commandFiles.staleFiles().map((each) => each.id)).toEqual([id]);
  });

  it('fault 89: offers of each order the oldest row that has not ended', () => {
    const store = open();
    const id = store.commandFiles.take(
      file([command(), command({ row: 3 }), command({ row: 4, orderId: '2' })]),
    );
    for (const row of store.commands.outcomes(id)) store.commands.change(row, { known: 1 }, 2);
    expect(store.commands.moving(10).map(({ row }) => row)).toEqual([2, 4]);
    store.commands.change(store.commands.moving(1)[0]!, { state: 'AMENDMENT' }, 3);
    expect(store.commands.moving(10).map(({ row }) => row)).toEqual([4]);
    store.commands.change(store.commands.waiting(10)[0]!, { state: 'DONE' }, 3);
    expect(store.commands.moving(10).map(({ row }) => row)).toEqual([3, 4]);
  });
});

describe('requests', () => {
  const request = (intent: string, key: string, orderId = '1') => ({
    intent,
    key,
    orderId,
    method: 'POST',
    path: '/x',
    ifMatch: null,
    body: null,
    bodySha256: null,
    at: 1,
  });

  it('have one key for each intent and one intent for each key (I3, I4)', () => {
    const { requests } = open();
    requests.add(request('a', 'k1'));
    expect(() => requests.add(request('a', 'k2', '2'))).toThrow(/UNIQUE/);
    expect(() => requests.add(request('b', 'k1', '2'))).toThrow(/UNIQUE/);
  });

  it('have at most one without an answer for each order (I6)', () => {
    const { requests } = open();
    const id = requests.add(request('a', 'k1'));
    expect(() => requests.add(request('b', 'k2'))).toThrow(/UNIQUE/);
    requests.markSent(id, 2);
    expect(() => requests.add(request('b', 'k2'))).toThrow(/UNIQUE/);
    const answer = { attempts: 1, status: 200, answer: null, at: 3 };
    requests.storeAnswer(id, { state: 'ANSWERED', ...answer });
    requests.add(request('b', 'k2'));
    expect(requests.byId(id)).toMatchObject({ state: 'ANSWERED', sent_at: 2, attempts: 1 });
  });
});

describe('sightings', () => {
  it('keep what was known at the first sight, and forget files that are gone', () => {
    const { sightings } = open();
    sightings.keep(['a', 'b'], { sequence: 1, acknowledgement: 1 });
    sightings.keep(['b', 'c'], { sequence: 9, acknowledgement: 9 });
    expect(sightings.names()).toEqual(['b', 'c']);
    expect(sightings.of('b')).toEqual({ sequence: 1, acknowledgement: 1 });
    expect(sightings.of('c')).toEqual({ sequence: 9, acknowledgement: 9 });
  });

  it('end when the file is taken: the next one of that name is seen anew (fault 85)', () => {
    const { sightings, commandFiles } = open();
    sightings.keep(['a.csv'], { sequence: 1, acknowledgement: 1 });
    commandFiles.take(file([command()]));
    expect(sightings.of('a.csv')).toBeUndefined();
  });
});
