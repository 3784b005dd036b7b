import {
  type Compilable,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database, Statement } from './database.ts';

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

/** Prepared statements by their text: to prepare one costs more than to run most of them. */
const prepared = new WeakMap<Database, Map<string, Statement>>();
/** Texts differ by their number of values, so there may be many: beyond so many all are dropped. */
const preparedMax = 256;

function statementOf(database: Database, sql: string): Statement {
  const statements = prepared.get(database) ?? new Map<string, Statement>();
  prepared.set(database, statements);
  if (statements.size >= preparedMax) statements.clear();
  const statement = statements.get(sql) ?? database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

export function all<Row>(database: Database, query: Compilable<Row>): Row[] {
  const { sql, parameters } = query.compile();
  return statementOf(database, sql).all(...parameters) as Row[];
}

export function first<Row>(database: Database, query: Compilable<Row>): Row | undefined {
  const { sql, parameters } = query.compile();
  return statementOf(database, sql).get(...parameters) as Row | undefined;
}

/** Runs a statement that returns no rows; answers how many it changed and the newest row id. */
export function run(database: Database, query: Compilable): { changes: number; id: number } {
  const { sql, parameters } = query.compile();
  const result = statementOf(database, sql).run(...parameters);
  return { changes: result.changes, id: Number(result.lastInsertRowid) };
}
