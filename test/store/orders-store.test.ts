import fs from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { FeedItem } from '../../src/store/journal.ts';
import { temporaryFolder } from '../support/folder.ts';
import { closeStores, item, open, page, seed, write } from './orders-room.ts';

closeStores();

describe('orders.db', () => {
  it('fault 28: is opened with a full sync, and fault 122: for its owner alone', () => {
    const folder = temporaryFolder('orders');
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
  });

  it('holds nothing of what keepDetails has dropped, in no freed place of the file either', () => {
    const place = path.join(temporaryFolder('orders'), 'orders.db');
    const store = open(place);
    seed(store, ['1', 'v1']);
    const detail = `{"order":{},"customer":{"name":"Erika Muster${' '.repeat(8_000)}"}}`;
    store.versions.storeDetail({ orderId: '1', version: 'v1', detail });
    write(store, '1', 'v1');
    store.close();
    expect(fs.readFileSync(place).includes('Erika Muster')).toBe(true);
    const later = open(place);
    expect(later.versions.forget(Number.MAX_SAFE_INTEGER, 10)).toBe(1);
    later.close();
    expect(fs.readFileSync(place).includes('Erika Muster')).toBe(false);
  });

  it('fault 113: forgets by the day an order was made where the date of its page, or of this computer, is before that', () => {
    const store = open();
    const { updatedAt, ...given } = { ...item('2', 'v1'), sequence: 2, name: '2', sha256: '' };
    const taken = { order_id: '2', order_number: '', change: 'new', reissue_of: null } as const;
    store.given.takeOver([{ ...given, ...taken, updated_at: updatedAt, state: 'WRITTEN' }], 1);
    seed(store, ['1', 'v1'], ['2', 'v1']);
    write(store, '1', 'v1');
    expect(store.versions.forget(Date.parse(updatedAt), 10)).toBe(0);
    expect(store.versions.forget(Date.parse(updatedAt) + 1, 10)).toBe(2);
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
      .writable(10, [])
      .map(({ version }) => `${version.order_id} ${version.version}`);
    expect(offered).toEqual(['1 a', '2 a']);
  });

  it('count their sequence without gaps, and the books fit', () => {
    const store = open();
    seed(store, ['1', 'a'], ['2', 'a'], ['3', 'a']);
    expect([write(store, '1', 'a'), write(store, '2', 'a')]).toEqual([1, 2]);
    store.acknowledgements.acknowledge([{ sequence: 1, at: 9 }]);
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
    store.acknowledgements.acknowledge([{ sequence: 1, at: 9 }]);
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
