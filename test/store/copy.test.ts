import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyDatabase } from '../../src/store/copy.ts';

let folder: string;
let database: Sqlite.Database;
const original = () => path.join(folder, 'live/catalog.db');
const copy = () => path.join(folder, 'copy/catalog.db');

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copy-'));
  fs.mkdirSync(path.join(folder, 'live'));
  database = new Sqlite(original());
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)');
});
afterEach(() => {
  database.close();
  fs.rmSync(folder, { recursive: true });
});

const rows = (): number => {
  const read = new Sqlite(copy());
  const count = read.prepare('SELECT count(*) FROM t').pluck().get() as number;
  expect(read.pragma('integrity_check', { simple: true })).toBe('ok');
  read.close();
  return count;
};
const listing = () =>
  fs.readdirSync(path.dirname(original())).map((name) => {
    const { size, mtimeMs, ctimeMs } = fs.statSync(path.join(folder, 'live', name));
    return [name, size, mtimeMs, ctimeMs];
  });

it('copies what an open database has committed, also where it stands only in its WAL', () => {
  database.exec('INSERT INTO t VALUES (2)');
  const before = listing();
  expect(before.map(([name]) => name)).toContain('catalog.db-wal');
  copyDatabase(original(), copy());
  expect(listing()).toEqual(before);
  expect(rows()).toBe(2);
});

it('leaves nothing beside a database that nobody has open', () => {
  database.close();
  const before = listing();
  copyDatabase(original(), copy());
  expect(listing()).toEqual(before);
  expect(before.map(([name]) => name)).toEqual(['catalog.db']);
  expect(rows()).toBe(1);
});

it('takes a snapshot where checkpoints keep coming in between', () => {
  const real = fs.copyFileSync;
  let copies = 0;
  fs.copyFileSync = (from, to, mode) => {
    copies += 1;
    database.exec(`INSERT INTO t VALUES (${copies})`);
    database.pragma('wal_checkpoint(TRUNCATE)');
    real(from, to, mode);
  };
  try {
    copyDatabase(original(), copy());
  } finally {
    fs.copyFileSync = real;
  }
  expect(copies).toBeGreaterThan(2);
  expect(rows()).toBe(copies + 1);
});
