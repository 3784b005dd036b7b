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

/** The state file cannot be opened, or is somebody else's. */
class StateFileRefused extends Error {
  readonly code = 'STATE_FILE_REFUSED';
}

/** Without a file the database is a temporary one on disk that is gone when closed. */
export function openStore(file: string | undefined): Store {
  const database = file === undefined ? new Database('') : openFile(file);
  database.pragma(`cache_size = -${bounds.databaseCacheKilobytes}`);
  database.pragma(file === undefined ? 'journal_mode = MEMORY' : 'journal_mode = WAL');
  database.pragma(file === undefined ? 'synchronous = OFF' : 'synchronous = NORMAL');
  database.exec(schema);
  return createStore(database);
}

/** Another program's database gets none of our tables. */
function openFile(file: string): Database.Database {
  try {
    const database = new Database(file);
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .pluck()
      .all();
    if (tables.length === 0 || tables.includes('ledger')) return database;
    database.close();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StateFileRefused(`${file} cannot be opened as a state: ${why}.`, { cause });
  }
  throw new StateFileRefused(`${file} is a database of another program.`);
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
