import Database from 'better-sqlite3';
import { bounds } from './limits.ts';
import { schema } from './schema.ts';

/** One SQLite database holds the whole state, so that memory stays bounded whatever it holds. */
export type Store = {
  run(sql: string, ...values: unknown[]): { changes: number; id: number };
  get<T>(sql: string, ...values: unknown[]): T | undefined;
  all<T>(sql: string, ...values: unknown[]): T[];
  /** Nested calls become savepoints. */
  transaction<T>(work: () => T): T;
  setting(name: string): string | undefined;
  keep(name: string, value: string): void;
  close(): void;
};

/** Without a file the database is a temporary one on disk that is gone when closed. */
export function openStore(file: string | undefined): Store {
  const database = new Database(file ?? '');
  database.pragma(`cache_size = -${bounds.databaseCacheKilobytes}`);
  database.pragma(file === undefined ? 'journal_mode = MEMORY' : 'journal_mode = WAL');
  database.pragma(file === undefined ? 'synchronous = OFF' : 'synchronous = NORMAL');
  database.exec(schema);
  return createStore(database);
}

function createStore(database: Database.Database): Store {
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const inTransaction = database.transaction((work: () => unknown) => work());
  const store: Store = {
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepare(sql).run(...values);
      return { changes, id: Number(lastInsertRowid) };
    },
    get: <T>(sql: string, ...values: unknown[]) => prepare(sql).get(...values) as T | undefined,
    all: <T>(sql: string, ...values: unknown[]) => prepare(sql).all(...values) as T[],
    transaction: <T>(work: () => T) => inTransaction(work) as T,
    setting: (name) =>
      store.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)?.value,
    keep: (name, value) => {
      store.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', name, value);
    },
    close: () => {
      database.close();
    },
  };
  return store;
}
