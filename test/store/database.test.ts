import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { catalogApplicationId, catalogMigrations } from '../../src/store/catalog-schema.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { atomic, type Migration, openDatabase } from '../../src/store/database.ts';
import { temporaryFolder } from '../support/folder.ts';

const applicationId = catalogApplicationId;
const first: Migration = { version: 1, sql: 'CREATE TABLE one (id INTEGER PRIMARY KEY) STRICT;' };
const second: Migration = {
  version: 2,
  sql: 'CREATE TABLE two (id INTEGER) STRICT; INSERT INTO one VALUES (1);',
};
const place = (): string => path.join(temporaryFolder('state'), 'in', 'a.db');
const open = (file: string, migrations = [first]) =>
  openDatabase({ path: file, applicationId, migrations });
const codeOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (cause) {
    return (cause as { code?: unknown }).code;
  }
  return 'no error';
};

/** Another program that holds the lock of a file: for so long from when this is answered. */
async function lockedFor(file: string, heldMs: number): Promise<Worker> {
  const library = JSON.stringify(import.meta.resolve('better-sqlite3'));
  const text = `const { workerData, parentPort } = require('node:worker_threads');
    void import(${library}).then(({ default: Sqlite }) => {
      const database = new Sqlite(workerData.file);
      database.exec('BEGIN IMMEDIATE');
      parentPort.postMessage('locked');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.heldMs);
      database.exec('ROLLBACK');
    });`;
  const worker = new Worker(text, { eval: true, workerData: { file, heldMs } });
  await once(worker, 'message');
  return worker;
}

describe('a state file', () => {
  afterEach(() => vi.restoreAllMocks());

  it('fault 28: has the pragmas that keep a commit at power loss, on disk and in memory', () => {
    const database = open(place());
    const pragma = (name: string) => database.pragma(name, { simple: true });
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('busy_timeout')).toBe(2_000);
    database.close();
    const memory = open(':memory:');
    expect(memory.pragma('journal_mode', { simple: true })).toBe('memory');
    expect(memory.pragma('synchronous', { simple: true })).toBe(2);
    memory.close();
  });

  it('fault 102: waits for a lock that another program holds for a moment, also to write what it has read', async () => {
    const file = place();
    const database = open(file);
    const next = atomic(database, (): number => {
      const newest = database.prepare<[], number>('SELECT count(*) FROM one').pluck().get() ?? 0;
      return Number(database.prepare('INSERT INTO one VALUES (?)').run(newest + 1).lastInsertRowid);
    });
    const worker = await lockedFor(file, 200);
    expect(next()).toBe(1);
    await worker.terminate();
    database.close();
  });

  it.each([
    ['journal_mode = WAL', 'journal_mode = DELETE'],
    ['synchronous = FULL', 'synchronous = NORMAL'],
    ['foreign_keys = ON', 'foreign_keys = OFF'],
  ])('fault 28: is refused where SQLite takes %s for %s', (asked, taken) => {
    const set = Sqlite.prototype.pragma;
    vi.spyOn(Sqlite.prototype, 'pragma').mockImplementation(function (
      this: Sqlite.Database,
      ...[text, options]
    ) {
      return set.call(this, text === asked ? taken : text, options);
    });
    const name = asked.split(' ')[0];
    expect(() => open(place())).toThrow(new RegExp(`a\\.db: SQLite reports ${name} = .*, not `));
    expect(codeOf(() => open(place()))).toBe('STATE_PRAGMA');
  });

  it.each(['-wal', '-shm', '-journal'])(
    'fault 28: is refused where SQLite cannot write its %s file',
    (suffix) => {
      const file = place();
      fs.mkdirSync(`${file}${suffix}`, { recursive: true });
      expect(codeOf(() => open(file))).toBe('DISK');
    },
  );

  it('is refused with its path where a folder is in its place or its folder is a file', () => {
    const file = place();
    fs.mkdirSync(file, { recursive: true });
    expect(codeOf(() => open(file))).toBe('DISK');
    expect(codeOf(() => open('/dev/null/a.db'))).toBe('DISK');
    expect(() => open('/dev/null/a.db')).toThrow('/dev/null/a.db: ');
  });

  it('fault 122: can be read by its own user only', () => {
    const file = place();
    open(file).close();
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  });

  it('fault 126: of a newer program is refused by name and left as it is', () => {
    const file = place();
    open(file, [first, second]).close();
    const before = fs.readFileSync(file);
    expect(() => open(file)).toThrow(`${file} has schema 2; this program knows up to 1.`);
    expect(codeOf(() => open(file))).toBe('STATE_NEWER');
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

  it('fault 126: of a newer program names the version that wrote it, and is left as it is', () => {
    const folder = temporaryFolder('state');
    openCatalogStore(folder, '0.1.0').close();
    const file = path.join(folder, 'catalog.db');
    const version = catalogMigrations.length + 1;
    const next = [...catalogMigrations, { version, sql: 'CREATE TABLE next (id INTEGER) STRICT;' }];
    openDatabase({ path: file, applicationId, migrations: next, program: '0.2.0' }).close();
    const before = fs.readFileSync(file);
    expect(() => openCatalogStore(folder, '0.1.0')).toThrow(
      expect.objectContaining({
        code: 'STATE_NEWER',
        message: `${file} has schema ${version}, written by Stockhand 0.2.0; this program knows up to ${version - 1}.`,
        remedy: expect.stringContaining('Install Stockhand 0.2.0 or a newer version'),
      }),
    );
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    ['a text', (file: string) => fs.writeFileSync(file, 'ArtNr;Name\n'.repeat(1_000))],
    [
      'the database of another program',
      (file: string) => new Sqlite(file).exec('CREATE TABLE a (b)').close(),
    ],
    [
      'the other one of our two files',
      (file: string) => openDatabase({ path: file, applicationId: 7, migrations: [first] }).close(),
    ],
  ])('fault 33: that is %s is refused and left as it is', (_, write) => {
    const file = place();
    fs.mkdirSync(path.dirname(file));
    write(file);
    const before = fs.readFileSync(file);
    expect(codeOf(() => open(file))).toBe('STATE_DAMAGED');
    expect(fs.readFileSync(file).subarray(100).equals(before.subarray(100))).toBe(true);
  });

  it('fault 33: with overwritten pages is refused', () => {
    const file = place();
    open(file).close();
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(
      file,
      Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0xff)]),
    );
    expect(codeOf(() => open(file, [first, second]))).toBe('STATE_DAMAGED');
  });
});

describe('a migration', () => {
  it('runs each step once and in order', () => {
    const file = place();
    open(file).close();
    const database = open(file, [first, second]);
    expect(database.prepare('SELECT count(*) FROM one').pluck().get()).toBe(1);
    expect(database.pragma('user_version', { simple: true })).toBe(2);
    database.close();
    const again = open(file, [first, second]);
    expect(again.prepare('SELECT count(*) FROM one').pluck().get()).toBe(1);
    again.close();
  });

  it('fault 125: that fails half-way leaves nothing of its step', () => {
    const file = place();
    open(file).close();
    const broken = { version: 2, sql: `${second.sql} INSERT INTO nowhere VALUES (1);` };
    expect(() => open(file, [first, broken])).toThrow('nowhere');
    const database = open(file, [first, second]);
    expect(database.prepare('SELECT count(*) FROM one').pluck().get()).toBe(1);
    database.close();
  });

  it('of the catalogue numbers its steps upward from 1', () => {
    const versions = catalogMigrations.map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });
});

describe('a transaction of the store', () => {
  it('is all of it or nothing, also one inside another', () => {
    const store = openCatalogStore(':memory:');
    store.transaction(() => store.mirror.add(1, 'A'));
    expect(() =>
      store.transaction(() => {
        store.mirror.add(2, 'B');
        store.transaction(() => store.mirror.add(3, 'C'));
        throw new Error('power loss');
      }),
    ).toThrow('power loss');
    expect(store.mirror.counts()).toEqual({ known: 1, confirmed: 0, parked: 0 });
    store.close();
  });

  it('is there after the file was closed and opened', () => {
    const folder = temporaryFolder('state');
    const store = openCatalogStore(folder);
    store.mirror.add(1, 'A');
    store.close();
    const again = openCatalogStore(folder);
    expect(again.mirror.find('A')?.id).toBe(1);
    again.close();
  });
});
