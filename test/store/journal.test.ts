import { describe, expect, it } from 'vitest';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import type { NewRequest } from '../../src/store/requests.ts';

const open = () => openCatalogStore(':memory:');
const request = (intent: string, more: Partial<NewRequest> = {}): NewRequest => ({
  lane: 'products',
  kind: 'upsert',
  source: 'articles',
  run: 1,
  intent,
  method: 'POST',
  path: '/products/batch',
  body: Buffer.from('[{"a":1}]'),
  items: '[{"row":2},{"row":null},{"row":5}]',
  ...more,
});

describe('requests', () => {
  it('I3: keep their bytes and their key until they are answered', () => {
    const { requests } = open();
    const one = requests.add(request('a'), 1);
    const two = requests.add(request('b', { body: null, method: 'DELETE' }), 1);
    expect(one.key).not.toBe(two.key);
    const [first, second] = requests.open();
    expect(first).toMatchObject({ id: one.id, key: one.key, lane: 'products', method: 'POST' });
    expect(Buffer.from(first!.body!).toString()).toBe('[{"a":1}]');
    expect(second).toMatchObject({ id: two.id, body: null });
    requests.answered(one.id, { status: 200, answer: '{}', at: 9, attempts: 3 });
    expect(requests.open().map(({ id }) => id)).toEqual([two.id]);
    expect(requests.get(one.id)).toMatchObject({
      state: 'ANSWERED',
      status: 200,
      attempts: 3,
      answered_at: 9,
    });
  });

  it('I4: never hold two deeds of one intent', () => {
    const { requests } = open();
    requests.add(request('upsert:1#1'), 1);
    expect(() => requests.add(request('upsert:1#1'), 1)).toThrow(/UNIQUE/);
  });

  it('fault 35: are refused when their stored bytes are not the ones of their digest', () => {
    const { requests, database } = open();
    const { id } = requests.add(request('a'), 1);
    database.prepare('UPDATE request SET body = ? WHERE id = ?').run(Buffer.from('[{"a":2}]'), id);
    expect(() => requests.open()).toThrow(`request ${id}: the stored body is damaged`);
  });

  it('tell the rows of a run that wait, and how many were made since', () => {
    const { requests } = open();
    const one = requests.add(request('a'), 1);
    requests.add(request('b', { run: 2, kind: 'stock' }), 1);
    requests.add(request('c', { kind: 'stock' }), 1);
    expect([1, 2, 3].map((run) => requests.openRows(run).length)).toEqual([4, 2, 0]);
    requests.answered(one.id, { status: 200, answer: '{}', at: 9, attempts: 1 });
    expect(requests.openRows(1)).toHaveLength(2);
    expect(requests.countSince(one.id)).toEqual([{ kind: 'stock', count: 2 }]);
    expect(requests.newestId()).toBe(3);
    expect(open().requests.newestId()).toBe(0);
  });
});

describe('runs and their complaints', () => {
  const begin = (store: ReturnType<typeof open>, file = 'a.csv') =>
    store.runs.begin({ source: 'articles', file, sha256: 'x', started_at: 5 });

  it('move a row from waiting to its end', () => {
    const store = open();
    const id = begin(store);
    store.runs.setCounts(id, {
      read: 4,
      unchanged: 0,
      sent: 0,
      braked: 0,
      waiting: 4,
      rejected: 0,
      skipped: 0,
    });
    for (const end of ['sent', 'rejected', 'unchanged', 'skipped'] as const)
      store.runs.settle(id, end, 1);
    expect(store.runs.get(id)).toMatchObject({
      read: 4,
      sent: 1,
      rejected: 1,
      unchanged: 1,
      skipped: 1,
      waiting: 0,
      final: 0,
    });
    expect(store.runs.unfinished('articles')).toHaveLength(1);
    store.runs.setFinal(id);
    expect(store.runs.unfinished('articles')).toEqual([]);
  });

  it('are told from the newest back, and since a run', () => {
    const store = open();
    expect(store.runs.newestId()).toBe(0);
    const ids = ['a.csv', 'b.csv', 'c.csv'].map((file) => begin(store, file));
    expect(store.runs.newest('articles')?.file).toBe('c.csv');
    expect(store.runs.newest('stock')).toBeUndefined();
    expect(store.runs.since(ids[0]!).map(({ file }) => file)).toEqual(['b.csv', 'c.csv']);
    expect(store.runs.last(2).map(({ file }) => file)).toEqual(['c.csv', 'b.csv']);
    store.runs.refuse(ids[2]!, '{"code":"FILE_EMPTY"}');
    expect(store.runs.get(ids[2]!)).toMatchObject({ refused: '{"code":"FILE_EMPTY"}', final: 1 });
  });

  it('hold complaints in row order, and forget them before a second pass', () => {
    const store = open();
    const id = begin(store);
    const complaint = {
      external_id: 'A',
      code: 'ROW_NUMBER',
      column_name: 'Menge',
      value: 'x',
      rule: 'r',
      remedy: 'r',
      level: 'rejected' as const,
    };
    for (const row of [9, 3, null]) store.complaints.add(id, { ...complaint, row });
    store.complaints.add(id, { ...complaint, row: 4, external_id: 'B', level: 'note' });
    const rows = (limit: number, level?: 'rejected' | 'note') =>
      store.complaints.of(id, limit, level).map(({ row }) => row);
    expect(rows(9)).toEqual([3, 4, 9, null]);
    expect(rows(2, 'rejected')).toEqual([3, 9]);
    expect(rows(2, 'note')).toEqual([4]);
    expect(store.complaints.ofProduct(id, 'B')).toEqual([
      { ...complaint, row: 4, external_id: 'B', level: 'note' },
    ]);
    store.complaints.clear(id);
    expect(store.complaints.of(id, 9)).toEqual([]);
  });
});

describe('plans, sources and holds', () => {
  const plan = {
    run: 1,
    source: 'articles',
    sha256: 'x',
    fingerprint: 'f',
    marks: Uint8Array.of(1, 0, 255),
    vanished: Uint8Array.of(4, 0, 0, 0),
  };

  it('give a plan back byte for byte, and drop the older ones of its source', () => {
    const { plans } = open();
    const old = plans.add(plan, 1);
    const other = plans.add({ ...plan, source: 'stock' }, 1);
    const id = plans.add({ ...plan, marks: new Uint8Array(500_000) }, 1);
    plans.remove('articles', id);
    expect(plans.get(old)).toBeUndefined();
    expect(plans.get(id)?.marks).toHaveLength(500_000);
    const { marks, vanished, ...rest } = plans.get(other)!;
    expect([...marks, ...vanished]).toEqual([1, 0, 255, 4, 0, 0, 0]);
    expect(rest).toEqual({ id: other, run: 1, source: 'stock', sha256: 'x', fingerprint: 'f' });
  });

  it('know a source from its first mention and keep what was set', () => {
    const { sources } = open();
    expect(sources.get('articles')).toBeUndefined();
    expect(sources.ensure('articles')).toMatchObject({ run: null, plan: null, done: 0, paused: 0 });
    sources.set('articles', { run: 3, paused: 1 });
    expect(sources.ensure('articles')).toMatchObject({ run: 3, paused: 1 });
    sources.ensure('stock');
    expect(sources.all().map(({ name }) => name)).toEqual(['articles', 'stock']);
  });

  it('remember what was taken by source and file name', () => {
    const { sources } = open();
    sources.take({ source: 'articles', file: 'a.csv', sha256: 'x', run: 1 });
    sources.take({ source: 'articles', file: 'a.csv', sha256: 'y', run: 2 });
    expect(sources.taken('articles', 'a.csv')).toEqual({ sha256: 'y', run: 2 });
    expect(sources.taken('articles', 'A.csv')).toBeUndefined();
    expect(sources.taken('stock', 'a.csv')).toBeUndefined();
  });

  it('keep who ended a hold, and tell only the open ones', () => {
    const { holds } = open();
    const hold = {
      plan: 1,
      run: 1,
      source: 'articles',
      kind: 'vanished',
      sentence: 's',
      items: 5,
      since: 9,
      configuration: null,
    };
    const ids = [1, 2, 3].map(() => holds.add(hold));
    holds.release(ids[0]!, 10, 'clerk');
    holds.withdraw(ids[1]!, 11, 'run 2');
    holds.renew(ids[2]!, { plan: 7, sentence: 't', items: 4 });
    expect(holds.open()).toMatchObject([
      { id: ids[2], plan: 7, sentence: 't', items: 4, state: 'HELD' },
    ]);
    expect(holds.endedOf(1, 'RELEASED')).toMatchObject([
      { id: ids[0], ended_at: 10, ended_by: 'clerk' },
    ]);
    expect(holds.get(ids[1]!)).toMatchObject({ state: 'WITHDRAWN', ended_by: 'run 2' });
    expect(holds.get(99)).toBeUndefined();
  });
});

describe('the activity journal', () => {
  it('tells the newest first and keeps no more than 10,000', () => {
    const { events, transaction } = open();
    transaction(() => {
      for (let n = 1; n <= 10_050; n += 1) events.add(n, 'catalog', `event ${n}`);
    });
    expect(events.last(2).map(({ text }) => text)).toEqual(['event 10050', 'event 10049']);
    expect(events.last(20_000)).toHaveLength(10_000);
  });
});
