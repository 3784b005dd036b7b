import fs from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { StockhandError } from '../domain/error.ts';
import { makeUsable, rights } from './durable.ts';

export interface StateLock {
  release(): void;
}

/**
 * One Stockhand per data folder (fault 37). SQLite's exclusive lock is one of the operating system: it ends with the
 * process, after kill -9 as well, so there is no stale lock to clean up. The holder's pid stands beside it for the
 * message. Throws STATE_LOCKED with the pid of the holder; STATE_DAMAGED where the lock file is no database; DISK.
 */
export function lockState(dataDir: string): StateLock {
  const pidFile = path.join(dataDir, 'lock.pid');
  const lockFile = path.join(dataDir, 'lock.db');
  makeUsable(lockFile);
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(lockFile, { timeout: 0 });
    database.pragma('locking_mode = EXCLUSIVE');
    // Nothing is stored in the file, so nothing need be written: the lock works on a full disk, too (fault 30).
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database?.close();
    if (lacksRight(cause) || isOfDisk(cause)) {
      const remedy = lacksRight(cause) ? { remedy: rights } : {};
      throw new StockhandError('DISK', `${lockFile} cannot be locked: ${cause}.`, {
        cause,
        ...remedy,
      });
    }
    if (!isHeldByAnother(cause)) {
      throw new StockhandError('STATE_DAMAGED', `${lockFile} cannot be locked: ${cause}.`, {
        cause,
        remedy: 'Delete this file while no Stockhand runs: nothing is stored in it.',
      });
    }
    throw new StockhandError(
      'STATE_LOCKED',
      `Another Stockhand (process ${holder(pidFile)}) works on ${dataDir}.`,
      { cause, remedy: 'Stop that one first.' },
    );
  }
  noteHolder(pidFile);
  const held = database;
  return { release: () => held.close() };
}

/**
 * The pid only serves a message, so a full disk may drop it: the daemon must start, and then says that the disk is full
 * (fault 30).
 */
function noteHolder(pidFile: string): void {
  try {
    fs.writeFileSync(pidFile, String(process.pid), { mode: 0o600 });
  } catch {
    fs.rmSync(pidFile, { force: true });
  }
}

function isHeldByAnother(cause: unknown): boolean {
  return cause instanceof Sqlite.SqliteError && cause.code.startsWith('SQLITE_BUSY');
}

/** Windows tells nobody beforehand whether a file may be written: only SQLite finds out. */
function lacksRight(cause: unknown): boolean {
  return cause instanceof Sqlite.SqliteError && /^SQLITE_(READONLY|CANTOPEN|PERM)/.test(cause.code);
}

function isOfDisk(cause: unknown): boolean {
  return cause instanceof Sqlite.SqliteError && /^SQLITE_(FULL|IOERR)/.test(cause.code);
}

/** `unknown` also for an empty file: the holder writes it at this moment. */
function holder(pidFile: string): string {
  try {
    return fs.readFileSync(pidFile, 'utf8').trim() || 'unknown';
  } catch {
    return 'unknown';
  }
}
