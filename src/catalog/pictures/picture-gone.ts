import path from 'node:path';
import { shownValue } from '../../domain/complaint.ts';
import { isPictureHold, picturesHoldSource } from '../state/picture-holds.ts';
import { fewestRows, isMany, percent } from '../terms/file-facts.ts';
import type { FoundPictures } from './picture-find.ts';
import type { PictureDeps, PicturePlace } from './picture-ports.ts';

/**
 * Files that are no longer there. Under `removed: keep` the marketplace keeps their pictures. Under `delete` it loses
 * them; but if so many are gone that it is doubtful, or all of a subfolder, nothing is deleted until exactly these are
 * released. An empty folder deletes nothing.
 */
export function takeGone(
  deps: PictureDeps,
  place: PicturePlace,
  { gone: all, found }: { gone: readonly number[]; found: FoundPictures },
): void {
  const { store, book } = deps;
  // A product with a request under way is looked at again after the answer.
  const gone = all.filter((product) => !book.inFlight.has(product));
  if (gone.length === 0 || found.files === 0) return;
  store.transaction(() => {
    const shown = gone.filter((product) => store.pictures.get(product)?.confirmed != null);
    const then = place.removed === 'keep' ? 'keep' : heldOr(deps, { shown, found, place });
    const isShown = new Set(shown);
    for (const product of gone) store.pictures.gone(product, isShown.has(product) ? then : 'keep');
  });
}

/** A folder that rows still name and that holds nothing of theirs any more, as where a share in it is not mounted. */
function emptiedFolder(
  { pictures }: PictureDeps['store'],
  gone: readonly number[],
  found: FoundPictures,
): string | undefined {
  const counts = new Map<string, number>();
  for (const product of gone) {
    const row = pictures.get(product);
    const folder = path.dirname(row?.file ?? '');
    if (row?.named != null) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const { file } of found.pictures.values()) counts.delete(path.dirname(file));
  return [...counts].find(([, files]) => files >= fewestRows)?.[0];
}

/** Pictures belong to no file. */
const noRun = 0;

interface Gone {
  /** Those that the marketplace shows. */
  readonly shown: readonly number[];
  readonly found: FoundPictures;
  readonly place: PicturePlace;
}

function heldOr(
  deps: PictureDeps,
  { shown: gone, found, place }: Gone,
): 'delete' | { readonly hold: number } {
  const { store, clock, config } = deps;
  const count = gone.length;
  const emptied = emptiedFolder(store, gone, found);
  const waiting = openHolds(deps).reduce((sum, hold) => sum + hold.items, 0);
  const deleted = deletedLately(deps);
  const shown = store.pictures.shownCount();
  const before = shown + deleted;
  const { share, count: most } = config.brake.vanished;
  const all = count + waiting + deleted;
  const areMany = isMany(all, before, config.brake) || all >= before;
  if (count === 0 || (!areMany && emptied === undefined)) return 'delete';
  const lately = deleted === 0 ? '' : `, after ${deleted} within an hour`;
  const folder = emptied && shownValue(path.join(place.folder, emptied));
  const why = [
    ...(areMany ? [`limit: ${percent(share)} or ${most}`] : []),
    ...(folder === undefined ? [] : [`none is left in the folder ${folder}`]),
  ].join('; ');
  const sentence = `${count} of ${shown} pictures are no longer there and would be deleted on the marketplace${lately} (${why}).`;
  const since = clock.now();
  const hold = store.holds.add({
    plan: 0,
    run: noRun,
    source: picturesHoldSource,
    kind: 'pictures',
    sentence,
    items: count,
    since,
    configuration: null,
  });
  store.events.add(since, 'pictures', `Held: ${sentence}`);
  return { hold };
}

const hourMs = 3_600_000;

/** A folder may also lose its files slowly. What a person has released lately is no sign of that. */
function deletedLately({ store, clock }: PictureDeps): number {
  const since = clock.now() - hourMs;
  const released = store.holds.endedOf(noRun, 'RELEASED');
  if (released.some(({ ended_at: at }) => (at ?? 0) >= since)) return 0;
  return store.pictures.removedSince(since);
}

function openHolds({ store }: PictureDeps) {
  return store.holds.open().filter(isPictureHold);
}

/** A hold whose pictures have all come back is withdrawn. */
export function withdrawEmptyHolds(deps: PictureDeps): void {
  for (const { id } of openHolds(deps))
    if (deps.store.pictures.heldBy(id).length === 0)
      deps.store.holds.withdraw(id, deps.clock.now(), 'the pictures are back');
}
