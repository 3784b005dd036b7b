import fs from 'node:fs';
import path from 'node:path';
import { StockhandError } from '../domain/error.ts';
import { type DatabaseFile, openDatabase } from './database.ts';
import { stateFiles } from './snapshot.ts';

/**
 * Opens both files of the state once, before any thread works on them, so that damage is told as damage, in one message
 * (fault 33). An unclean stop leaves a WAL behind: then their pages are looked through as well (fault 35). Throws what
 * openDatabase throws, and STATE_DAMAGED.
 */
export function refuseDamage(dataDir: string, program: string): void {
  for (const [name, kind] of Object.entries(stateFiles)) {
    const file = { path: path.join(dataDir, name), ...kind, program };
    if (fs.existsSync(file.path)) lookThrough(file);
  }
}

function lookThrough(file: DatabaseFile): void {
  const wal = fs.statSync(`${file.path}-wal`, { throwIfNoEntry: false });
  const database = openDatabase(file);
  try {
    const found = wal === undefined ? 'ok' : checked(database);
    if (found !== 'ok') throw new StockhandError('STATE_DAMAGED', `${file.path}: ${found}.`);
  } finally {
    database.close();
  }
}

function checked(database: ReturnType<typeof openDatabase>): unknown {
  try {
    return database.pragma('quick_check(1)', { simple: true });
  } catch (cause) {
    return (cause as Error).message;
  }
}
