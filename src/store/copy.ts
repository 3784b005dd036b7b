import fs from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';

const triesMax = 3;
/** The header of a WAL: one that is begun anew has other salts in it. */
const walHeaderBytes = 32;

/**
 * Copies a state file without touching it: it takes no lock and leaves no file beside it. While nothing checkpoints,
 * database and WAL can be copied as they are. If a checkpoint comes each time, a daemon has the file open, and SQLite
 * itself makes the copy.
 */
export function copyDatabase(from: string, to: string): void {
  fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  for (let tries = 0; tries < triesMax; tries += 1) {
    const before = stateOf(from);
    copyFiles(from, to);
    if (stateOf(from) === before) return;
  }
  for (const part of [to, walOf(to)]) fs.rmSync(part, { force: true });
  const database = new Sqlite(from, { readonly: true });
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } finally {
    database.close();
  }
}

function copyFiles(from: string, to: string): void {
  for (const part of [to, walOf(to)]) fs.rmSync(part, { force: true });
  fs.copyFileSync(from, to);
  if (fs.existsSync(walOf(from))) fs.copyFileSync(walOf(from), walOf(to));
}

/** A text that a checkpoint changes. Frames that are added to the end of the WAL do not, and do no harm to a copy. */
function stateOf(file: string): string {
  const { size, mtimeNs } = fs.statSync(file, { bigint: true });
  return `${size} ${mtimeNs} ${headerOf(walOf(file))}`;
}

function headerOf(wal: string): string {
  if (!fs.existsSync(wal)) return 'none';
  const descriptor = fs.openSync(wal, 'r');
  try {
    const header = Buffer.alloc(walHeaderBytes);
    fs.readSync(descriptor, header, 0, walHeaderBytes, 0);
    return header.toString('hex');
  } finally {
    fs.closeSync(descriptor);
  }
}

function walOf(file: string): string {
  return `${file}-wal`;
}
