import fs from 'node:fs';
import Sqlite from 'better-sqlite3';
import { StockhandError } from '../domain/error.ts';
import { errorNumber, systemMessage } from '../domain/error-number.ts';
import { makeUsable } from './durable.ts';

export type Database = Sqlite.Database;
export type Statement = Sqlite.Statement;

/** One step to a newer schema. It runs in its own transaction, and is never changed once released (fault 125). */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

export interface DatabaseFile {
  readonly path: string;
  /** Marks the file as ours, and tells which of the two it is (fault 33). */
  readonly applicationId: number;
  readonly migrations: readonly Migration[];
  /** The version of the program that writes it; undefined where it is only looked at. */
  readonly program?: string;
}

/**
 * Longer than another program looks at the file; shorter than the time in which a daemon that meets a lock must close.
 */
const busyTimeoutMs = 2_000;
/**
 * 4 MB are enough, because imports read rows in the order of the table: 16 MB make them only 1.07 times as fast as 2 MB
 * (performance notes 3.3).
 */
const cachePagesKiB = 4_096;

/**
 * Opens one of the two state files: pragmas set and read back, migrated to the newest schema.
 * Throws STATE_PRAGMA, STATE_NEWER, STATE_DAMAGED, DISK.
 */
export function openDatabase(file: DatabaseFile): Database {
  let database: Database | undefined;
  try {
    if (file.path !== ':memory:') createPrivately(file.path);
    database = new Sqlite(file.path, { timeout: busyTimeoutMs });
    setPragmas(database, file);
    checkOwner(database, file);
    migrate(database, file);
    return database;
  } catch (cause) {
    database?.close();
    throw asStateError(cause, file);
  }
}

/** Cuts the journal back to nothing (fault 36). If somebody still reads in it, it stays; nobody is waited for. */
export function trimJournal(database: Database): void {
  database.pragma('busy_timeout = 0');
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch (cause) {
    // Busy or locked: a cursor of our own is open.
    if (!/^SQLITE_(BUSY|LOCKED)/.test(String((cause as { code?: unknown }).code))) throw cause;
  } finally {
    database.pragma(`busy_timeout = ${busyTimeoutMs}`);
  }
}

/** The state holds personal data: readable by the service's own user only (fault 122). */
function createPrivately(file: string): void {
  makeUsable(file);
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'a', 0o600));
}

function setPragmas(database: Database, file: DatabaseFile): void {
  // better-sqlite3 compiles WAL with synchronous=NORMAL: a committed row could vanish at power loss (finding 1).
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(`cache_size = -${cachePagesKiB}`);
  const expected: Record<string, unknown> = {
    journal_mode: 'wal',
    synchronous: 2,
    foreign_keys: 1,
  };
  if (file.path === ':memory:') expected['journal_mode'] = 'memory';
  for (const [name, value] of Object.entries(expected)) {
    const found = database.pragma(name, { simple: true });
    if (found !== value) {
      throw new StockhandError(
        'STATE_PRAGMA',
        `${file.path}: SQLite reports ${name} = ${found}, not ${value}.`,
      );
    }
  }
}

function checkOwner(database: Database, file: DatabaseFile): void {
  const found = database.pragma('application_id', { simple: true });
  if (found === file.applicationId) return;
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (found !== 0 || tables !== 0) {
    throw new StockhandError('STATE_DAMAGED', `${file.path} is not a database of this kind.`);
  }
  database.pragma(`application_id = ${file.applicationId}`);
}

function migrate(database: Database, file: DatabaseFile): void {
  const newest = file.migrations.at(-1)?.version ?? 0;
  const found = database.pragma('user_version', { simple: true }) as number;
  if (found > newest) throw newerError(database, file);
  for (const step of file.migrations.filter((migration) => migration.version > found)) {
    atomic(database, () => {
      database.exec(step.sql);
      database.pragma(`user_version = ${step.version}`);
      sign(database, file);
    })();
  }
  sign(database, file);
}

/**
 * Stores the version of this program, so that an older one that does not know the schema can name the version that does
 * (fault 126).
 */
function sign(database: Database, { program }: DatabaseFile): void {
  if (program === undefined) return;
  database
    .prepare(
      `INSERT INTO meta (name, value) VALUES ('program', ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
    )
    .run(program);
}

function newerError(database: Database, { path: file, migrations }: DatabaseFile): StockhandError {
  const found = database.pragma('user_version', { simple: true });
  const newest = migrations.at(-1)?.version ?? 0;
  const program = signedBy(database);
  const writer = program === undefined ? '' : `, written by Stockhand ${program}`;
  const message = `${file} has schema ${found}${writer}; this program knows up to ${newest}.`;
  if (program === undefined) return new StockhandError('STATE_NEWER', message);
  const remedy = `Install Stockhand ${program} or a newer version; an older program never touches newer data.`;
  return new StockhandError('STATE_NEWER', message, { remedy });
}

/** The version that signed; undefined where a newer schema keeps it elsewhere. */
function signedBy(database: Database): string | undefined {
  try {
    const program = database.prepare("SELECT value FROM meta WHERE name = 'program'").pluck().get();
    return typeof program === 'string' ? program : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Work that is written whole or not at all; inside other such work it is part of that. It begins as a writer. Otherwise
 * it would begin as a reader, and one that continues to write is refused at once, whatever the timeout, if another
 * program holds the lock for a moment (fault 102).
 */
export function atomic<Given extends unknown[], Done>(
  database: Database,
  work: (...given: Given) => Done,
): (...given: Given) => Done {
  return database.transaction(work).immediate;
}

const damaged = /^SQLITE_(NOTADB|CORRUPT)/;
const refusedByDisk = /^SQLITE_(IOERR|FULL|READONLY|CANTOPEN|PERM)/;

function asStateError(cause: unknown, file: DatabaseFile): unknown {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code !== 'string' || cause instanceof StockhandError) return cause;
  if (damaged.test(code))
    return new StockhandError('STATE_DAMAGED', `${file.path}: ${message}.`, { cause });
  if (errorNumber(cause) === undefined && !refusedByDisk.test(code)) return cause;
  const reason = systemMessage(cause as Error);
  return new StockhandError('DISK', `${file.path}: ${reason}.`, { cause });
}
