import { expect, it } from 'vitest';
import {
  runRowsMs,
  runsWhole,
  runsWholeMost,
  runsWholeMs,
  stoppedReadersOf,
} from '../../src/domain/retention.ts';
import { type CatalogStore, openCatalogStore } from '../../src/store/catalog-store.ts';

const runs = 2 * runsWholeMost;

/** So many imports of one source a minute after each other, all of them through. */
function openRuns(count = runs): CatalogStore {
  const store = openCatalogStore(':memory:');
  store.sources.ensure('s');
  store.mirror.add(1, 'A1');
  for (let at = 1; at <= count; at += 1) {
    const id = store.runs.begin({ source: 's', file: `f${at}`, sha256: `${at}`, started_at: at });
    store.runs.setFinal(id);
  }
  return store;
}

function forgetAll(store: CatalogStore, now: number): void {
  for (const _ of store.forgetSteps(now));
}

const ids = (store: CatalogStore, where: string): unknown[] =>
  store.database.prepare(`SELECT id FROM ${where} ORDER BY id`).pluck().all();
const last = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => runs - count + 1 + index);

it.each([
  ['of an hour the newest hundred', runs, runsWholeMost],
  ['of a fortnight ago the newest five', runs + runsWholeMs, runsWhole],
])('fault 39: of runs %s stay whole', (_, now, count) => {
  const store = openRuns();
  forgetAll(store, now);
  expect(ids(store, 'run WHERE forgotten = 0')).toEqual(last(count));
  expect(ids(store, 'run')).toHaveLength(runs);
});

const hold = `INSERT INTO hold (plan, run, source, kind, sentence, items, state, since, ended_at)`;
const request = `INSERT INTO request (lane, kind, source, run, intent, method, path, items, state, created_at)`;
it.each([
  ['the run that counts', "UPDATE source SET run = 1 WHERE name = 's'"],
  ['the accepted run', "UPDATE source SET accepted_run = 1 WHERE name = 's'"],
  ['the restore point', "UPDATE source SET restore_run = 1 WHERE name = 's'"],
  ['a run with a plan', "INSERT INTO plan VALUES (1, 1, 's', '1', '', X'', X'', 1)"],
  ['a run that a brake holds', `${hold} VALUES (1, 1, 's', 'vanished', '', 1, 'HELD', 1, NULL)`],
  [
    'a run with a request without an answer',
    `${request} VALUES ('stock', 'stock', 's', 1, 'i', 'PUT', '/x', '[]', 'SENT', 1)`,
  ],
  [
    'a run with an open session',
    "INSERT INTO session VALUES (1, 's', 1, 'RUNNING', 'x', NULL, 1, NULL)",
  ],
  ['a run that a newer one takes back', `UPDATE run SET undoes = 1 WHERE id = ${runs}`],
  ['a run that is not through', 'UPDATE run SET final = 0 WHERE id = 1'],
  ['a run with held rows', 'UPDATE run SET braked = 1 WHERE id = 1'],
])('stays whole however old it is: %s', (_, sql) => {
  const store = openRuns();
  store.database.exec(sql);
  forgetAll(store, 2 * runRowsMs);
  expect(ids(store, 'run WHERE forgotten = 0')).toEqual([1, ...last(runsWhole)]);
});

it.each([
  ['confirmed the content of an article', 'UPDATE product SET content_run = 1'],
  ['confirmed its stock', 'UPDATE product SET quantity_run = 1'],
  ['exported its stock last, which dates it (openOrders)', 'UPDATE product SET exported_run = 1'],
  ['said it of an article that nobody knows yet', "INSERT INTO unknown_stock VALUES ('X', 1, 1)"],
  [
    'refused a file that is remembered, and is not read again for that',
    "UPDATE run SET refused = '{}' WHERE id = 1; INSERT INTO taken VALUES ('s', 'f1', '1', 1)",
  ],
])('keeps the books of a run that %s', (_, sql) => {
  const store = openRuns();
  store.database.exec(sql);
  forgetAll(store, 2 * runRowsMs);
  expect(ids(store, 'run')).toEqual([1, ...last(runsWhole)]);
  expect(store.runs.get(1)).toMatchObject({ forgotten: 1 });
});

it('drops with the books of a run what hangs on them, but never the newest number of a hold', () => {
  const store = openRuns();
  store.database.exec(`
    ${hold} VALUES (1, 1, 's', 'vanished', '', 1, 'WITHDRAWN', 1, 1), (1, ${runs}, 's', 'zeroed', '', 1, 'RELEASED', 1, 1),
      (0, 0, 'catalog.pictures', 'pictures', '', 1, 'HELD', 1, NULL), (0, 0, 'catalog.pictures', 'pictures', '', 1, 'RELEASED', 1, 1);
    INSERT INTO session VALUES (1, 's', 1, 'ENDED', 'x', NULL, 1, 1), (${runs}, 's', 1, 'ENDED', 'y', NULL, 1, 1);
    INSERT INTO meta VALUES ('${stoppedReadersOf}1', '2'), ('${stoppedReadersOf}${runs}', '1');`);
  forgetAll(store, 2 * runRowsMs);
  expect(ids(store, 'hold')).toEqual([2, 3, 4]);
  expect(store.sessions.last(9).map(({ run }) => run)).toEqual([runs]);
  expect(store.meta.get(`${stoppedReadersOf}1`)).toBeUndefined();
  expect(store.meta.get(`${stoppedReadersOf}${runs}`)).toBe('1');
});

it('undo: finds what was there before in the last of many requests of a run', () => {
  const store = openRuns(runsWhole + 1);
  const add = (run: number, intent: number, items: object[]): number => {
    const call = { lane: 'products', method: 'POST', path: '/x', source: 's' } as const;
    const texts = { kind: 'upsert', intent: `${intent}`, items: JSON.stringify(items) };
    const { id } = store.requests.add({ ...call, ...texts, run, body: Buffer.from('[]') }, 1);
    store.requests.answered(id, { status: 200, answer: '{}', at: 1, attempts: 1 });
    return id;
  };
  const [before, other] = [add(1, 1, []), add(1, 2, [])];
  for (let at = 0; at < 200; at += 1) add(2, 10 + at, at === 199 ? [{ wasSentIn: before }] : []);
  forgetAll(store, runsWholeMs + runs);
  expect(store.requests.bodyOf(before)).toBeDefined();
  expect(store.requests.get(other)).toBeUndefined();
});

it('remembers the newest names of exports, and lets go of the others that are asked for', () => {
  const { sources } = openRuns(0);
  for (let run = 1; run <= 5; run += 1)
    sources.take({ source: 's', file: `f${run}`, sha256: '1', run });
  expect(sources.takenBefore('s', 3)).toEqual(['f2', 'f1']);
  sources.forgetTaken('s', ['f1']);
  expect(sources.taken('s', 'f1')).toBeUndefined();
  expect(sources.takenBefore('s', 3)).toEqual(['f2']);
});

it('keeps what tells that stock beside the rows was refused, until that is over', () => {
  const store = openRuns();
  const beside = '[{"product":1,"externalId":"A1","row":null,"quantity":0,"refusedHash":-5}]';
  for (const [intent, items] of [
    ['a', beside],
    ['b', '[]'],
  ])
    store.database.exec(
      `${request} VALUES ('stock', 'stock', 's', 1, '${intent}', 'PUT', '/x', '${items}', 'ANSWERED', 1)`,
    );
  store.database.exec('UPDATE product SET content_hash = 7, quantity = 5000, last_request = 1');
  store.mirror.refuse({ product: 1, hash: -5, code: 'NO', message: 'no', at: 1 });
  forgetAll(store, 2 * runRowsMs);
  expect(store.requests.refusedBeside()).toMatchObject([{ request: 1, externalId: 'A1' }]);
  store.mirror.clearRefusal(1);
  forgetAll(store, 2 * runRowsMs);
  expect(store.requests.itemsOf(1)).toBe('[]');
});
