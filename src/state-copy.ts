import fs from 'node:fs';
import path from 'node:path';
import type { Config } from './config/declaration.ts';
import { openCatalogStore } from './store/catalog-store.ts';
import { copyDatabase } from './store/copy.ts';
import type { SpoolEntry } from './store/spool.ts';

/**
 * Copies what a supplier's state knows of the catalogue into another data folder: catalog.db and the spooled exports
 * that count. Nothing of the original is written, locked or linked, and a daemon may continue working on it. Orders are
 * left out, because they belong to the other marketplace. False where there is no state yet.
 */
export function copyState({ dataDir }: Pick<Config, 'dataDir'>, into: string): boolean {
  const spool = path.join(into, 'spool');
  fs.mkdirSync(spool, { recursive: true, mode: 0o700 });
  const original = path.join(dataDir, 'catalog.db');
  if (!fs.existsSync(original)) return false;
  copyDatabase(original, path.join(into, 'catalog.db'));
  const store = openCatalogStore(into);
  try {
    // Exports that no run counts on any more are of no use to the copy.
    for (const { sha256 } of store.spool.unused()) store.spool.remove(sha256);
    store.spool.liesIn(path.join(dataDir, 'spool'));
    for (const { parts } of store.spool.all()) for (const part of parts) copyPart(part, spool);
  } finally {
    store.close();
  }
  return true;
}

/** Where a daemon has dropped the file from its spool meanwhile, it is not needed any more. */
function copyPart(part: SpoolEntry['parts'][number], spool: string): void {
  const copy = path.join(spool, path.basename(part.path));
  if (fs.existsSync(part.path)) fs.copyFileSync(part.path, copy, fs.constants.COPYFILE_FICLONE);
}
