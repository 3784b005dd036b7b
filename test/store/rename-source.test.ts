import { expect, it } from 'vitest';
import { openCatalogStore } from '../../src/store/catalog-store.ts';

it('renames a source wherever a table speaks of it, but for events, which tell what was', () => {
  const store = openCatalogStore(':memory:');
  const tables = store.database
    .prepare<[], string>(
      `SELECT m.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
       WHERE m.type = 'table' AND c.name = 'source' AND m.name <> 'event' ORDER BY m.name`,
    )
    .pluck()
    .all();
  const asked: string[] = [];
  const prepare = store.database.prepare.bind(store.database);
  Object.assign(store.database, {
    prepare: (sql: string) => {
      asked.push(...(/^UPDATE OR REPLACE (\w+) SET source/.exec(sql)?.slice(1) ?? []));
      return prepare(sql);
    },
  });
  store.renameSource('a', 'b');
  expect(asked.sort()).toEqual(tables);
  store.close();
});

it('renames over a name of which an export with the same file name was refused', () => {
  const store = openCatalogStore(':memory:');
  for (const source of ['a', 'b'])
    store.sources.take({ source, file: 'f.csv', sha256: source, run: 1 });
  store.renameSource('a', 'b');
  expect(store.sources.taken('b', 'f.csv')?.sha256).toBe('a');
  store.close();
});
