import path from 'node:path';
import type { FileEntry } from '../files/entry.ts';
import type { Offline } from '../files/offline.ts';
import type { FolderScan } from '../files/scan.ts';
import type { PictureDeps, PicturePlace } from './picture-ports.ts';

/** A file that should be a product's picture. */
export interface FoundPicture {
  /** Below the folder, with slashes. */
  readonly file: string;
  readonly entry: FileEntry;
}

export interface FoundPictures {
  /** By product. */
  readonly pictures: ReadonlyMap<number, FoundPicture>;
  /** Files in the folder, whosever they are. */
  readonly files: number;
  /** Files that name no article that is known. */
  readonly foreign: number;
  /** Products whose named file is not there; by `mapping.picture` only. */
  readonly missing: number;
}

export interface PictureFinder {
  find(): Promise<FoundPictures | Offline>;
}

/** Products handled between two breaths. */
const stretch = 512;
type Identity = FolderScan['identity'];

/** Scanning is the truth: whatever stands in the folder now, and nothing is opened. */
export function createPictureFinder(deps: PictureDeps, place: PicturePlace): PictureFinder {
  // The share that was there first: an empty mount point in its place is offline, not empty (fault 16).
  let identity: Identity | undefined;
  const scan = async (folder: string, globs: readonly string[]): Promise<FolderScan | Offline> => {
    const isRoot = folder === place.folder;
    const found = await deps.files.scan({
      folder,
      files: globs,
      ignoreCase: deps.ignoreCase,
      ...(isRoot && identity !== undefined ? { remembered: identity } : {}),
    });
    if (isRoot && !('offline' in found)) identity = found.identity;
    return found;
  };
  return {
    find: () =>
      place.by === 'name' ? findByName(deps, place, scan) : findByColumn(deps, place, scan),
  };
}

type Scan = (folder: string, globs: readonly string[]) => Promise<FolderScan | Offline>;

async function findByName(
  deps: PictureDeps,
  place: PicturePlace,
  scan: Scan,
): Promise<FoundPictures | Offline> {
  const names = deps.pictures.names(place.files);
  const found = await scan(place.folder, names.globs);
  if ('offline' in found) return found;
  const pictures = new Map<number, FoundPicture>();
  let foreign = 0;
  let count = 0;
  for (const entry of found.entries) {
    if (++count % stretch === 0) await deps.clock.breathe();
    const externalId = names.externalIdOf(entry.name) ?? '';
    const product = findProduct(deps, externalId);
    if (product === undefined) {
      foreign += 1;
      continue;
    }
    const before = pictures.get(product);
    const isBetter = before === undefined || names.isBefore(entry.name, before.file);
    if (isBetter) pictures.set(product, { file: entry.name, entry });
  }
  return { pictures, files: found.entries.length, foreign, missing: 0 };
}

/** A Mac writes decomposed umlauts into file names; article numbers are written composed. */
function findProduct({ store }: PictureDeps, externalId: string): number | undefined {
  return store.pictures.idOf(externalId) ?? store.pictures.idOf(externalId.normalize('NFC'));
}

async function findByColumn(
  deps: PictureDeps,
  place: PicturePlace,
  scan: Scan,
): Promise<FoundPictures | Offline> {
  const wanted = wantedFiles(deps);
  const pictures = new Map<number, FoundPicture>();
  // The folder itself first: where it is offline nothing below it counts as missing.
  const root = await scan(place.folder, ['*']);
  if ('offline' in root) return root;
  let files = root.entries.length;
  let missing = 0;
  for (const [below, products] of wanted) {
    const entries = below === '.' ? root.entries : await entriesBelow(deps, { place, below, scan });
    if ('offline' in entries) return entries;
    if (below !== '.') files += entries.length;
    const exact = new Map(entries.map((entry) => [entry.name, entry]));
    const loose = new Map(entries.map((entry) => [looseName(entry.name), entry]));
    for (const [product, name] of products) {
      const entry = exact.get(name) ?? loose.get(looseName(name));
      if (entry === undefined) missing += 1;
      else pictures.set(product, { file: path.posix.join(below, entry.name), entry });
    }
    await deps.clock.breathe();
  }
  return { pictures, files, foreign: 0, missing };
}

/** By folder: the products and the names that the export gives for them. ERPs on Windows write backslashes. */
function wantedFiles({ store }: PictureDeps): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const wanted = new Map<string, Map<number, string>>();
  for (const { product, named } of store.pictures.named()) {
    const whole = named.replaceAll('\\', '/').replace(/^\.\//, '');
    const below = path.posix.dirname(whole);
    const products = wanted.get(below) ?? new Map<number, string>();
    wanted.set(below, products.set(product, path.posix.basename(whole)));
  }
  return wanted;
}

/** A path that leads out of the folder, or names a folder that is not there, holds nothing (fault 25). */
async function entriesBelow(
  { files }: PictureDeps,
  { place, below, scan }: { place: PicturePlace; below: string; scan: Scan },
): Promise<readonly FileEntry[] | Offline> {
  const inside = await files.resolveInside({ folder: place.folder, path: below });
  if ('offline' in inside) return inside;
  if (!('path' in inside)) return [];
  const found = await scan(inside.path, ['*']);
  if (!('offline' in found)) return found.entries;
  return ['missing', 'notAFolder'].includes(found.offline.reason) ? [] : found;
}

function looseName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
