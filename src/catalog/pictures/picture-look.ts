import type { FileEntry } from '../../files/entry.ts';
import { resting } from '../terms/resting.ts';
import type { FoundPicture, FoundPictures } from './picture-find.ts';
import type { PictureDeps, PicturePlace } from './picture-ports.ts';

/** What a look has found to do. */
interface PictureNews {
  readonly changed: ReadonlyMap<number, FoundPicture>;
  /** Products whose file is no longer there. */
  readonly gone: readonly number[];
  /** Files that a later look must see unchanged first (monotonic ms); absent: all are at rest. */
  readonly againAtMs?: number;
}

/** An mtime may be as coarse as this (FAT): bytes that are written twice within it have the same look. */
const coarseMs = 3_000;
/**
 * So many files are read again at each look without a sign of a change, those read the longest ago first: a look is
 * only a hint.
 */
const reviewed = 16;

interface Seen {
  readonly look: string;
  readonly sinceMs: number;
}

/** Compares what stands in the folder with what was read; nothing is opened here. */
export function createPictureWatcher(deps: PictureDeps, place: PicturePlace) {
  let unsettled = new Map<number, Seen>();
  return async (found: FoundPictures): Promise<PictureNews> => {
    const nowMs = deps.clock.monotonic();
    const next = new Map<number, Seen>();
    const isAtRest = (product: number, look: string): boolean => {
      const before = unsettled.get(product);
      const seen = before?.look === look ? before : { look, sinceMs: nowMs };
      next.set(product, seen);
      return nowMs - seen.sinceMs >= deps.pictures.quietMs;
    };
    const changed = await changedFiles({ deps, place, found }, isAtRest);
    // Together, and only once no more of them go: the brake must not see a mass deletion in small parts.
    const missing = goneFiles(deps, found);
    const gone = missing.filter((product) => isAtRest(product, `one of ${missing.length}`));
    for (const product of [...changed.keys(), ...gone]) next.delete(product);
    unsettled = next;
    addReviewed({ deps, place, found }, changed);
    const sinceMs = [...next.values()].reduce((min, seen) => Math.min(min, seen.sinceMs), nowMs);
    return next.size === 0
      ? { changed, gone }
      : { changed, gone, againAtMs: sinceMs + deps.pictures.quietMs };
  };
}

async function changedFiles(
  { deps, place, found }: { deps: PictureDeps; place: PicturePlace; found: FoundPictures },
  isAtRest: (product: number, look: string) => boolean,
): Promise<Map<number, FoundPicture>> {
  const changed = new Map<number, FoundPicture>();
  for await (const [product, picture] of resting({ clock: deps.clock }, found.pictures)) {
    const look = lookOf(deps, place, picture.entry);
    const row = deps.store.pictures.readOf(product);
    const isSame = row?.file === picture.file && row.look === look;
    if (!isSame && isAtRest(product, look)) changed.set(product, picture);
  }
  return changed;
}

function goneFiles({ store }: PictureDeps, { pictures, refused }: FoundPictures): number[] {
  const gone: number[] = [];
  for (const product of store.pictures.withFile())
    if (!pictures.has(product) && !refused.has(product)) gone.push(product);
  return gone;
}

function addReviewed(
  { deps, place, found }: { deps: PictureDeps; place: PicturePlace; found: FoundPictures },
  changed: Map<number, FoundPicture>,
): void {
  for (const { product, look } of deps.store.pictures.oldest(reviewed)) {
    const picture = found.pictures.get(product);
    if (picture !== undefined && lookOf(deps, place, picture.entry) === look)
      changed.set(product, picture);
  }
}

/**
 * What a look sees of a file, and under which recipe it is judged. Without the device, because a share that is mounted
 * anew has another one.
 */
export function lookOf({ pictures }: PictureDeps, place: PicturePlace, entry: FileEntry): string {
  const { size, mtimeMs, ctimeMs, ino } = entry;
  return `${size} ${mtimeMs} ${ctimeMs} ${ino} ${place.convert ? pictures.recipe : 0}`;
}

/**
 * False if the file was written just now: then it may get other bytes and keep the same look. A date far ahead is one of
 * a clock that was wrong (fault 20).
 */
export function isTelling(entry: FileEntry, readAt: number): boolean {
  return Math.abs(readAt - entry.mtimeMs) >= coarseMs;
}
