import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { restore } from '../../src/backup/restore.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { openOrdersStore } from '../../src/store/orders-store.ts';
import { backUp, marketplace, now, openPlace, type Place, read, write } from './state.ts';

const order = ({ dataDir, file }: Place) => ({ file, dataDir, marketplace, now });

/** A backup of one state, and another in its place. */
function backedUp(): Place {
  const place = openPlace();
  write(place, 'monday');
  backUp(place);
  write(place, 'tuesday');
  return place;
}

/** Every byte below the data folder, but for the lock's own files. */
function digest({ dataDir }: Place): Record<string, string> {
  const files = fs.readdirSync(dataDir, { recursive: true, withFileTypes: true });
  const own = files.filter((file) => file.isFile() && !/^(lock|marketplace)\./.test(file.name));
  const paths = own.map((file) => path.join(file.parentPath, file.name)).sort();
  return Object.fromEntries(
    paths.map((file) => [file, createHash('sha256').update(fs.readFileSync(file)).digest('hex')]),
  );
}

function expectRefused(place: Place, code: string, given: Partial<ReturnType<typeof order>> = {}) {
  const before = digest(place);
  expect(() => restore({ ...order(place), ...given })).toThrow(expect.objectContaining({ code }));
  expect(digest(place)).toEqual(before);
}

function changed(place: Place, change: (bytes: Buffer) => Buffer): void {
  fs.writeFileSync(place.file, change(fs.readFileSync(place.file)));
}

/** The same file with another header, whose digest is right. */
function withHeader(place: Place, from: string, to: string): void {
  changed(place, (bytes) => {
    const end = bytes.indexOf(10);
    const line = bytes.toString('utf8', 0, end).replace(from, to);
    const digest = createHash('sha256').update(line).digest('hex');
    return Buffer.concat([
      Buffer.from(`${line}\n${digest}`),
      bytes.subarray(bytes.indexOf(10, end + 1)),
    ]);
  });
}

it('fault 34: puts both files and the exports back, raises the epoch and keeps what it replaces', () => {
  const place = backedUp();
  // Left by a kill: beside the new file it would be read as a part of that.
  fs.writeFileSync(path.join(place.dataDir, 'catalog.db-wal'), 'of tuesday');
  const { kept, epoch } = restore(order(place));
  expect(epoch).toBe(1);
  expect(read(place)).toEqual({
    marks: ['monday', 'monday'],
    epochs: ['1', '1'],
    texts: ['ArtNr;monday\r\n'],
  });
  expect(fs.readdirSync(kept!).sort()).toEqual([
    'catalog.db',
    'catalog.db-wal',
    'orders.db',
    'spool',
  ]);
  expect(fs.readdirSync(path.join(kept!, 'spool')).sort()).toEqual(['monday', 'tuesday']);
  expect(fs.readdirSync(place.dataDir).filter((name) => name.startsWith('restore-'))).toEqual([]);
});

it('fault 34: the epoch rises with each restore, also of a backup of a restored state', () => {
  const place = backedUp();
  restore(order(place));
  const again = { ...place, file: path.join(place.folder, 'again.backup') };
  backUp(again);
  expect(restore({ ...order(again), now: now + 1 }).epoch).toBe(2);
});

it('fault 34: a file that the backup does not have is begun as one that was put back', () => {
  const place = backedUp();
  fs.rmSync(path.join(place.dataDir, 'orders.db'));
  const again = { ...place, file: path.join(place.folder, 'again.backup') };
  expect(backUp(again).orders).toBeNull();
  write(place, 'wednesday');
  restore(order(again));
  expect(read(place)).toMatchObject({ marks: ['tuesday', undefined], epochs: ['1', '1'] });
  const orders = openOrdersStore(path.join(place.dataDir, 'orders.db'));
  expect(orders.log.recall('restored.from')).toBe(new Date(now).toISOString());
  orders.close();
});

it('fault 34: numbers of runs, plans and holds that people may have seen are not given again', () => {
  const place = openPlace();
  const numbers = (): number[] => {
    const catalog = openCatalogStore(place.dataDir);
    const run = { source: 'articles', file: 'artikel.csv', sha256: '', started_at: now };
    const hold = { plan: 1, run: 1, source: 'articles', kind: 'empty', sentence: '', items: 1 };
    const [none, sums] = [new Uint8Array(), { sha256: '', fingerprint: '' }];
    const plan = { ...sums, run: 1, source: 'articles', marks: none, vanished: none };
    const given = [
      catalog.runs.begin(run),
      catalog.plans.add(plan, now),
      catalog.holds.add({ ...hold, since: now, configuration: null }),
    ];
    catalog.close();
    return given;
  };
  write(place, 'monday');
  backUp(place);
  expect(numbers()).toEqual([1, 1, 1]);
  restore(order(place));
  expect(numbers()).toEqual([1_001, 1_001, 1_001]);
});

it('puts a backup into an empty data folder, also under another path', () => {
  const [place, other] = [backedUp(), openPlace()];
  fs.rmSync(other.dataDir, { recursive: true });
  expect(restore({ ...order(other), file: place.file }).kept).toBeNull();
  expect(read(other).texts).toEqual(['ArtNr;monday\r\n']);
});

it('fault 33: a state that cannot be opened any more is replaced and kept', () => {
  const place = backedUp();
  fs.truncateSync(path.join(place.dataDir, 'catalog.db'), 5_000);
  fs.writeFileSync(path.join(place.dataDir, 'orders.db'), 'no database at all');
  const { kept } = restore(order(place));
  expect(read(place).marks).toEqual(['monday', 'monday']);
  expect(fs.readFileSync(path.join(kept!, 'orders.db'), 'utf8')).toBe('no database at all');
});

it('refuses what is no backup, and what is not there', () => {
  const place = backedUp();
  expectRefused(place, 'BACKUP_UNKNOWN', { file: path.join(place.folder, 'nothing') });
  expectRefused(place, 'BACKUP_UNKNOWN', { file: place.folder });
  expectRefused(place, 'BACKUP_UNKNOWN', { file: path.join(place.dataDir, 'orders.db') });
  fs.writeFileSync(place.file, '');
  expectRefused(place, 'BACKUP_UNKNOWN');
});

it.each([0.001, 0.2, 0.5, 0.9, 0.999])(
  'fault 33: refuses a backup with one bit flipped at %d of its length, and one cut off there',
  (share) => {
    const place = backedUp();
    const whole = fs.readFileSync(place.file);
    const at = Math.floor(whole.length * share);
    changed(place, (bytes) => {
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes;
    });
    expectRefused(place, at < 10 ? 'BACKUP_UNKNOWN' : 'BACKUP_DAMAGED');
    fs.writeFileSync(place.file, whole.subarray(0, at));
    expectRefused(place, at < 30 ? 'BACKUP_UNKNOWN' : 'BACKUP_DAMAGED');
  },
);

it('says of a backup that is cut off within its first line that it is damaged', () => {
  const place = backedUp();
  fs.truncateSync(place.file, 40);
  expectRefused(place, 'BACKUP_DAMAGED');
});

it('refuses a backup that has more data behind its end', () => {
  const place = backedUp();
  fs.appendFileSync(place.file, 'x');
  expectRefused(place, 'BACKUP_DAMAGED');
});

it('refuses a backup of a newer format, and one with a newer schema', () => {
  const place = backedUp();
  withHeader(place, 'stockhand.backup/1', 'stockhand.backup/2');
  expectRefused(place, 'BACKUP_NEWER');
  const newer = openPlace();
  write(newer, 'monday');
  const catalog = path.join(newer.dataDir, 'catalog.db');
  // The number of its schema, as the file format of SQLite has it in its first page.
  const bytes = fs.readFileSync(catalog);
  bytes.writeUInt32BE(99, 60);
  fs.writeFileSync(catalog, bytes);
  expect(() => backUp(newer)).toThrow(expect.objectContaining({ code: 'BACKUP_NEWER' }));
});

it('refuses a part that no backup has, whatever its digest says', () => {
  const place = backedUp();
  withHeader(place, 'spool/monday', '../../monday');
  expectRefused(place, 'BACKUP_DAMAGED');
});

it('fault 123: refuses a backup of another marketplace, one into the folder of another, and one of another Stockhand of the same', () => {
  const place = backedUp();
  withHeader(place, marketplace, 'https://other.example');
  expectRefused(place, 'BACKUP_TENANT');
  const folder = backedUp();
  fs.writeFileSync(path.join(folder.dataDir, 'marketplace.txt'), 'https://other.example\n');
  expectRefused(folder, 'STATE_TENANT');
  const [mine, theirs] = [openPlace(), openPlace()];
  write(mine, 'monday', 'outbox-1');
  write(theirs, 'monday', 'outbox-2');
  backUp(theirs);
  expectRefused(mine, 'BACKUP_TENANT', { file: theirs.file });
});
