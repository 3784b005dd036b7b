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
