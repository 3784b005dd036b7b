import type { Compilable } from 'kysely';
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from './database.ts';

/**
 * Kysely writes the SQL and checks its types; better-sqlite3 runs it at once. Kysely's own driver is asynchronous
 * and would allow an await inside a transaction (law 9).
 */
export function queriesOf<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

export function all<Row>(database: Database, query: Compilable<Row>): Row[] {
  const { sql, parameters } = query.compile();
  return database.prepare(sql).all(...parameters) as Row[];
}

export function first<Row>(database: Database, query: Compilable<Row>): Row | undefined {
  const { sql, parameters } = query.compile();
  return database.prepare(sql).get(...parameters) as Row | undefined;
}

/** Runs a statement that returns no rows; answers how many it changed and the newest row id. */
export function run(database: Database, query: Compilable): { changes: number; id: number } {
  const { sql, parameters } = query.compile();
  const result = database.prepare(sql).run(...parameters);
  return { changes: result.changes, id: Number(result.lastInsertRowid) };
}
