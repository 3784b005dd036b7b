import type { PictureRead } from '../../store/pictures.ts';
import type { FoundPicture, FoundPictures } from './picture-find.ts';
import { isTelling, lookOf } from './picture-look.ts';
import type { PictureDeps, PicturePlace } from './picture-ports.ts';
import { type ReadPicture, readPicture } from './picture-read.ts';

/** The findings of so many files share a commit; it comes after this time at the latest. */
const filesPerCommit = 64;
const commitEveryMs = 500;

/** Reads what has changed, one file after the other, and stores what each should be shown as. */
export async function readPictures(
  deps: PictureDeps,
  place: PicturePlace,
  { changed, signal }: { changed: ReadonlyMap<number, FoundPicture>; signal: AbortSignal },
): Promise<void> {
  const { store, clock } = deps;
  let results: PictureRead[] = [];
  let sinceMs = clock.monotonic();
  const commit = (): void => {
    const done = results;
    results = [];
    sinceMs = clock.monotonic();
    if (done.length === 0) return;
    store.transaction(() => {
      for (const result of done) store.pictures.read(result);
    });
    deps.nudge();
  };
  for (const [product, found] of changed) {
    if (signal.aborted) break;
    const at = clock.now();
    const read = asConverted(deps, product, await readPicture(deps, place, found));
    if (!('changed' in read))
      results.push(resultOf(read, { product, found, at, look: lookOf(deps, place, found.entry) }));
    if (results.length >= filesPerCommit || clock.monotonic() - sinceMs >= commitEveryMs) commit();
    await clock.breathe();
  }
  commit();
}

/** The same bytes that the converter refused are no other picture. */
function asConverted(
  { unconverted }: PictureDeps,
  product: number,
  read: ReadPicture,
): ReadPicture {
  const known = unconverted.get(product);
  return 'wish' in read && read.wish === known?.wish ? { complaint: known.complaint } : read;
}

/**
 * A row names a path that must not be opened: the article gets that fault, and its picture on the marketplace stays.
 */
export function takeRefused(
  { store, clock }: PictureDeps,
  refused: FoundPictures['refused'],
): void {
  const at = clock.now();
  store.transaction(() => {
    for (const product of store.pictures.withoutLook())
      if (!refused.has(product)) store.pictures.gone(product, 'keep');
    for (const [product, complaint] of refused) {
      const fault = JSON.stringify(complaint);
      if (store.pictures.get(product)?.fault === fault) continue;
      store.pictures.read({ product, file: null, look: '', at, wished: null, fault });
    }
  });
}

function resultOf(
  read: Exclude<ReadPicture, { changed: true }>,
  { product, found, at, look }: { product: number; found: FoundPicture; at: number; look: string },
): PictureRead {
  const isBad = 'complaint' in read;
  const isToRepeat = isBad && read.isUnread === true;
  return {
    product,
    file: found.file,
    look: isTelling(found.entry, at) && !isToRepeat ? look : '',
    at,
    // A bad file leaves what the marketplace shows, until there is a picture that it can take.
    wished: isBad ? null : read.wish,
    fault: isBad ? JSON.stringify(read.complaint) : null,
  };
}
