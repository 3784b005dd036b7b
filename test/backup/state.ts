import fs from 'node:fs';
import path from 'node:path';
import { type Backup, writeBackup } from '../../src/backup/write.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { openOrdersStore } from '../../src/store/orders-store.ts';
import { temporaryFolder } from '../support/folder.ts';

export const marketplace = 'https://market.example';
export const now = Date.UTC(2026, 2, 2, 8);

/** A data folder, and a place for backups beside it. */
export interface Place {
  readonly folder: string;
  readonly dataDir: string;
  readonly file: string;
}

export function openPlace(disk?: string): Place {
  const folder = temporaryFolder('backup', disk);
  const place = {
    folder,
    dataDir: path.join(folder, 'state'),
    file: path.join(folder, 'b.backup'),
  };
  fs.mkdirSync(path.join(place.dataDir, 'spool'), { recursive: true });
  return place;
}

/** A state of which both files and an export carry the mark. */
export function write({ dataDir }: Place, mark: string, outbox = 'outbox-1'): void {
  const catalog = openCatalogStore(dataDir);
  const orders = openOrdersStore(path.join(dataDir, 'orders.db'));
  const file = path.join(dataDir, 'spool', mark);
  fs.writeFileSync(file, `ArtNr;${mark}\r\n`);
  catalog.meta.set('mark', mark);
  const spooled = { sha256: mark, parts: [{ name: 'artikel.csv', path: file }], size: 10 };
  catalog.spool.put(spooled, now);
  orders.log.remember('mark', mark);
  orders.log.remember('outbox.id', outbox);
  catalog.close();
  orders.close();
}

/** What each part of the state is marked with, and its epochs. */
export function read({ dataDir }: Place) {
  const catalog = openCatalogStore(dataDir);
  const orders = openOrdersStore(path.join(dataDir, 'orders.db'));
  try {
    const marks = [catalog.meta.get('mark'), orders.log.recall('mark')];
    const epochs = [catalog.meta.get('epoch'), orders.log.recall('epoch')];
    const exports = catalog.spool.all().flatMap(({ parts }) => parts.map((part) => part.path));
    const texts = exports.map((file) => fs.readFileSync(file, 'utf8'));
    return { marks, epochs, texts };
  } finally {
    catalog.close();
    orders.close();
  }
}

export function backUp({ dataDir, file }: Place): Backup {
  const at = new Date(now).toISOString();
  return writeBackup({ dataDir, file, at, version: '0.1.0', marketplace });
}
