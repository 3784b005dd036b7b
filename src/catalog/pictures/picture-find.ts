import type { Complaint } from '../../domain/complaint.ts';
import type { FileEntry } from '../../files/entry.ts';
import type { Offline } from '../../files/offline.ts';
import type { FolderScan } from '../../files/scan.ts';
import { resting } from '../terms/resting.ts';
import { findByColumn } from './picture-named.ts';
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
  /** How many files stand in the folder, of whatever article. */
  readonly files: number;
  /** How many of them name no known article. */
  readonly foreign: number;
  /** Products whose named file is not there; by `mapping.picture` only. */
  readonly missing: readonly number[];
  /** Products whose named file must not be opened, and why (fault 25). */
  readonly refused: ReadonlyMap<number, Complaint>;
}

type Identity = FolderScan['identity'];

/** Finds pictures by a scan of what stands in the folder now; opens none of them. */
export function createPictureFinder(deps: PictureDeps, place: PicturePlace) {
  // The folder that was scanned first. An empty mount point in its place is a share that is offline, not an empty
  // folder (fault 16).
  let identity: Identity | undefined;
  // A folder with exports in it is watched by their looks.
  const isOwn = deps.config.sources.every(({ folder }) => folder !== place.folder);
  const scan = async (folder: string, globs: readonly string[]): Promise<FolderScan | Offline> => {
    const isRoot = folder === place.folder;
    const found = await deps.files.scan({
      folder,
      files: globs,
      ignoreCase: deps.ignoreCase,
      ...(isRoot && identity !== undefined ? { remembered: identity } : {}),
    });
    const there = 'offline' in found ? undefined : found;
    if (isRoot && isOwn) deps.watch?.looked(folder, there, false);
    if (isRoot && there !== undefined) identity = there.identity;
    return found;
  };
  return async (): Promise<FoundPictures | Offline> => {
    const found =
      place.by === 'name'
        ? await findByName(deps, place, scan)
        : await findByColumn({ ...deps, named: deps.store.pictures.named() }, place, scan);
    return 'offline' in found ? found : inPilot(deps, found);
  };
}

/** What `only` of the configuration leaves out is neither read nor missed. */
function inPilot({ store, config: { only } }: PictureDeps, found: FoundPictures): FoundPictures {
  if (only === undefined) return found;
  const isIn = new Set(only.map((externalId) => store.pictures.idOf(externalId)));
  const { pictures, missing, refused } = found;
  return {
    ...found,
    pictures: new Map([...pictures].filter(([product]) => isIn.has(product))),
    missing: missing.filter((product) => isIn.has(product)),
    refused: new Map([...refused].filter(([product]) => isIn.has(product))),
  };
}

export type PictureScan = (
  folder: string,
  globs: readonly string[],
) => Promise<FolderScan | Offline>;

async function findByName(
  deps: PictureDeps,
  place: PicturePlace,
  scan: PictureScan,
): Promise<FoundPictures | Offline> {
  const names = deps.pictures.names(place.files);
  const found = await scan(place.folder, names.globs);
  if ('offline' in found) return found;
  const pictures = new Map<number, FoundPicture>();
  let foreign = 0;
  for await (const entry of resting({ clock: deps.clock }, found.entries)) {
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
  return { pictures, files: found.entries.length, foreign, missing: [], refused: new Map() };
}

/** A Mac writes decomposed umlauts into file names; article numbers are written composed. */
function findProduct({ store }: PictureDeps, externalId: string): number | undefined {
  return store.pictures.idOf(externalId) ?? store.pictures.idOf(externalId.normalize('NFC'));
}
