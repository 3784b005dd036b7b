import fs from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { errorNumber } from '../domain/error-number.ts';

const room = Buffer.alloc(2 ** 20);
/** Room to close both databases, which copies their journals into them, and for the last lines of the log. */
const reserve = Buffer.alloc(2 * 2 ** 20);
const reserveIn = (dataDir: string): string => path.join(dataDir, 'reserve');
const full = /^(SQLITE_FULL|ENOSPC$)/;
const passing = /^(SQLITE_(FULL|BUSY)|ENOSPC$|EDQUOT$|EROFS$)/;

/** True where the trouble will pass by itself, or when somebody frees space or closes a program. */
export function isPassing(cause: unknown): cause is Error {
  return isNamed(cause, passing);
}

/** True where the disk has no room, be it for bytes or for one more file. */
export function isFull(cause: unknown): boolean {
  return isNamed(cause, full);
}

function isNamed(cause: unknown, names: RegExp): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return names.test(errorNumber(cause) ?? code) || isNamed(cause.cause, names);
}

/** Why the disk takes no writes; undefined where it takes them. Then the reserve is held, too. */
export function writeTrouble(dataDir: string): unknown {
  try {
    holdReserve(reserveIn(dataDir));
    tryRoom(path.join(dataDir, 'room.part'));
    return undefined;
  } catch (cause) {
    return cause;
  }
}

/** Frees the reserve, so that what has to be written to the end on a full disk finds room (fault 30). */
export function releaseReserve(dataDir: string): void {
  try {
    fs.rmSync(reserveIn(dataDir), { force: true });
  } catch {
    // A read-only disk keeps the reserve, and takes nothing else either.
  }
}

/**
 * Whether the state takes writes again. Only while this process has no database open there: closing one here would drop
 * the locks of its other connections.
 */
export function takesWrites(dataDir: string): boolean {
  if (writeTrouble(dataDir) !== undefined) {
    // No journal is waiting now: the little room there is serves the log.
    releaseReserve(dataDir);
    return false;
  }
  try {
    for (const name of ['catalog.db', 'orders.db']) tryLock(path.join(dataDir, name));
    return true;
  } catch {
    return false;
  }
}

function holdReserve(file: string): void {
  const held = fs.statSync(file, { throwIfNoEntry: false })?.size;
  if (held === reserve.length) return;
  try {
    fs.writeFileSync(file, reserve, { mode: 0o600, flush: true });
  } catch (cause) {
    // Half a reserve would only take the little room that a full disk still has for the log.
    fs.rmSync(file, { force: true });
    throw cause;
  }
}

function tryRoom(file: string): void {
  try {
    fs.writeFileSync(file, room, { mode: 0o600, flush: true });
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function tryLock(file: string): void {
  if (!fs.existsSync(file)) return;
  const database = new Sqlite(file, { timeout: 0 });
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
  } finally {
    database.close();
  }
}
