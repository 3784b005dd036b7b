import fs from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';

const room = Buffer.alloc(2 ** 20);

/** What keeps the state from being written will pass by itself, or by somebody who frees space or closes a program. */
export function isPassing(cause: unknown): cause is Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return /^(SQLITE_(FULL|BUSY)|ENOSPC$|EDQUOT$)/.test(code);
}

/** Whether the state takes writes again. Only while nothing of ours is open there: closing a database drops its locks. */
export function takesWrites(dataDir: string): boolean {
  try {
    tryRoom(path.join(dataDir, 'room.part'));
    for (const name of ['catalog.db', 'orders.db']) tryLock(path.join(dataDir, name));
    return true;
  } catch {
    return false;
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
