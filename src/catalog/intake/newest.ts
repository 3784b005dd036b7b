import { compareNames, holdsDate } from '../../domain/file-name.ts';
import type { FolderLook } from '../../files/stable.ts';
import { countingFile } from '../state/counting-file.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { nameOf } from '../terms/set-name.ts';
import { type Aged, besideOf, isNamedLater, stampOf } from './beside.ts';
import type { KnownExports } from './known-exports.ts';

/**
 * Orders full exports so that the one that counts is last: the youngest by date, unless its
 * date is known to say nothing (fault 20: copies keep old times, a share's clock jumps). An older
 * export never takes the place of an unread one.
 */
export function newestLast(
  store: Pick<CatalogStore, 'runs' | 'meta'>,
  { name }: Pick<SourceConfig, 'name'>,
  known: KnownExports,
): NonNullable<FolderLook['newestLast']> {
  return (byAge) => {
    const stamps = new Set(besideOf(store, name).files);
    const stoodThere = (one: Aged): boolean => stamps.has(stampOf(one));
    const counting = countingFile(store, known.source()?.run);
    const at = byAge.findIndex(({ set }) => nameOf(set) === counting?.file);
    const aged = at < 0 ? byAge : overtakenFirst(byAge, at, stoodThere);
    const newest = aged.at(-1);
    if (newest === undefined) return aged;
    const isGone = at < 0 && counting !== undefined && counting.undoes === null;
    const unread = aged.filter((one) => one.isRead === false && !stoodThere(one));
    const last = named(unread, newest, isGone);
    return last === undefined ? aged : [...aged.filter((one) => one !== last), last];
  };
}

/**
 * Files that were beside the counting export when it was read, and have not changed since, come before it, even if it
 * was written again under an earlier date.
 */
function overtakenFirst<One extends Aged>(
  byAge: readonly One[],
  at: number,
  stoodThere: (one: One) => boolean,
): readonly One[] {
  const isOvertaken = (one: One, index: number): boolean => index !== at && stoodThere(one);
  return [...byAge.filter(isOvertaken), ...byAge.filter((one, index) => !isOvertaken(one, index))];
}

/**
 * The last by name, where that decides and not the date: several exports wait, and their names hold a date; or the
 * counting export has gone, and the youngest that is left was read before it while a later-named one is unread.
 */
function named<One extends Aged>(
  unread: readonly One[],
  newest: One,
  isGone: boolean,
): One | undefined {
  const isWaiting = unread.includes(newest);
  const decides = isWaiting ? holdsDate(nameOf(newest.set)) : isGone && newest.isRead !== false;
  if (!decides) return undefined;
  return unread
    .filter((one) => isNamedLater(one, newest))
    .toSorted((a, b) => compareNames(nameOf(a.set), nameOf(b.set)))
    .at(-1);
}
