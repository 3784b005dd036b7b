import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { backUp, openPlace, type Place, write } from './state.ts';

function marked(): Place {
  const place = openPlace();
  write(place, 'monday');
  return place;
}

function expectRefused(place: Place, why: RegExp): void {
  const before = fs.readdirSync(place.folder).sort();
  const refused = expect.objectContaining({
    code: 'BACKUP_TARGET',
    message: expect.stringMatching(why),
  });
  expect(() => backUp(place)).toThrow(refused);
  expect(fs.readdirSync(place.folder).sort()).toEqual(before);
}

it('says what it is, when it was made and how far it reaches, readable with head -1', () => {
  const place = marked();
  const made = backUp(place);
  const [line = ''] = fs.readFileSync(place.file, 'latin1').split('\n');
  const { format, at, catalog, orders, parts } = JSON.parse(line);
  expect(format).toBe('stockhand.backup/1');
  expect({ at, catalog, orders }).toEqual({
    at: made.at,
    catalog: made.catalog,
    orders: made.orders,
  });
  expect(parts.map(({ name }: { name: string }) => name)).toEqual([
    'catalog.db',
    'orders.db',
    'spool/monday',
  ]);
  expect(fs.statSync(place.file)).toMatchObject({ size: made.size });
  expect(fs.statSync(place.file).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(place.folder).sort()).toEqual(['b.backup', 'state']);
});

it.each(['EPERM', 'EISDIR', 'EINVAL'])(
  'is written on a disk that has no links and says so by %s: a stick, on Linux or Windows',
  (code) => {
    const place = marked();
    vi.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    onTestFinished(() => void vi.restoreAllMocks());
    expect(backUp(place).size).toBe(fs.statSync(place.file).size);
    expect(fs.readdirSync(place.folder).sort()).toEqual(['b.backup', 'state']);
  },
);

it('overwrites nothing', () => {
  const place = marked();
  fs.writeFileSync(place.file, 'of somebody');
  expectRefused(place, /a file of this name exists already/);
  expect(fs.readFileSync(place.file, 'utf8')).toBe('of somebody');
});

it('refuses a place within dataDir, also through a link, and a folder that is not there', () => {
  const place = marked();
  fs.symlinkSync(place.dataDir, path.join(place.folder, 'link'));
  for (const name of ['state/b.backup', 'state/spool/b.backup', 'link/b.backup'])
    expectRefused({ ...place, file: path.join(place.folder, name) }, /within dataDir/);
  expectRefused({ ...place, file: path.join(place.folder, 'no/b.backup') }, /does not exist/);
});

it('refuses a disk without room, and says how much is missing', () => {
  const place = marked();
  const real = fs.statfsSync;
  fs.statfsSync = ((folder: string) => ({ ...real(folder), bavail: 1 })) as typeof fs.statfsSync;
  try {
    expectRefused(place, /[\d.]+ MB are needed there, and 0\.0 MB are free/);
  } finally {
    fs.statfsSync = real;
  }
});

it('takes what is committed and not yet in the database file, beside a connection that goes on', () => {
  const place = marked();
  const catalog = openCatalogStore(place.dataDir);
  try {
    catalog.mirror.add(1, 'A-1');
    expect(fs.statSync(path.join(place.dataDir, 'catalog.db-wal')).size).toBeGreaterThan(0);
    expect(backUp(place).catalog).toMatchObject({ products: 1 });
    catalog.mirror.add(2, 'A-2');
    expect(catalog.mirror.counts()).toMatchObject({ known: 2 });
  } finally {
    catalog.close();
  }
});

it('fault 33: a damaged state makes no backup, and what was there before stays', () => {
  const place = marked();
  const catalog = path.join(place.dataDir, 'catalog.db');
  fs.truncateSync(catalog, fs.statSync(catalog).size - 4_096);
  expect(() => backUp(place)).toThrow(expect.objectContaining({ code: 'STATE_DAMAGED' }));
  expect(fs.readdirSync(place.folder)).toEqual(['state']);
});

it('is whole also where the full disk of the state cannot remember it', () => {
  const place = marked();
  fs.mkdirSync(path.join(place.dataDir, 'last-backup.json'));
  expect(backUp(place).file).toBe(place.file);
  expect(fs.existsSync(place.file)).toBe(true);
});

it('holds the exports that its snapshot names, though one is dropped while it is made', () => {
  const place = marked();
  vi.spyOn(fs, 'copyFileSync').mockImplementationOnce((from) => {
    throw Object.assign(new Error(`${from} is gone`), { code: 'ENOENT' });
  });
  onTestFinished(() => void vi.restoreAllMocks());
  backUp(place);
  expect(fs.readFileSync(place.file, 'latin1')).toContain('"name":"spool/monday"');
});

it('is read back before it counts: what the disk has not kept as it was written is none', () => {
  const place = marked();
  const real = fs.fsyncSync;
  vi.spyOn(fs, 'fsyncSync').mockImplementationOnce((descriptor) => {
    fs.writeSync(descriptor, 'x', fs.fstatSync(descriptor).size - 1);
    real(descriptor);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect(() => backUp(place)).toThrow(expect.objectContaining({ code: 'BACKUP_DAMAGED' }));
  expect(fs.readdirSync(place.folder)).toEqual(['state']);
});
