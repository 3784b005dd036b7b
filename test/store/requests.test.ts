import { expect, it, vi } from 'vitest';
import { openCatalogStore } from '../../src/store/catalog-store.ts';

it('finds the requests of one run, and those that are open, without a look at all others', () => {
  const { database, requests } = openCatalogStore(':memory:');
  const prepare = vi.spyOn(database, 'prepare');
  requests.hasAny(5);
  requests.answeredOf(5);
  requests.openRows(5);
  requests.open();
  const texts = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  expect(texts).toHaveLength(4);
  for (const sql of texts) {
    const values = sql.match(/\?/g)?.map(() => 5) ?? [];
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    expect(JSON.stringify(plan)).toMatch(/USING (COVERING )?INDEX request_(of_run|open)/);
  }
});

it.each([
  ['stock', false],
  ['zero', false],
  ['upsert', true],
  ['hide', true],
  ['remove', false],
  ['picture', false],
])('keeps the body of a request until it is answered, and then of %s: %s', (kind, isKept) => {
  const { requests } = openCatalogStore(':memory:');
  const request = {
    lane: 'stock',
    source: 's',
    run: 1,
    method: 'PUT',
    path: '/x',
    items: '[]',
  } as const;
  const body = Buffer.from('[{"externalId":"A-1"}]');
  const { id } = requests.add({ ...request, kind, intent: kind, body }, 1);
  expect(requests.bodyOf(id)).toEqual(body);
  requests.answered(id, { status: 200, answer: '{}', at: 2, attempts: 1 });
  expect(requests.bodyOf(id)).toEqual(isKept ? body : undefined);
  expect(requests.get(id)?.body_sha256).toMatch(/^[0-9a-f]{64}$/);
});
