import { compareNames, holdsDate, isLaterInSeries } from '../../domain/file-name.ts';
import type { FileSet, StandingExport } from '../../files/stable.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import { nameOf } from '../terms/set-name.ts';

/** What else was in the folder when the export was read that counts as the newest. */
interface Beside {
  readonly run: number;
  /** The other files as they were then (`stampOf`): a file in this list has not come since. */
  readonly files: readonly string[];
  /**
   * An unread file that comes after the export by name but is
   * dated before it; under `pick: newest` only one that is new.
   */
  readonly late?: string;
}

/** In `meta`. */
export function besideNewest(source: string): string {
  return `beside the newest of ${source}`;
}

export function besideOf({ meta }: Pick<CatalogStore, 'meta'>, source: string): Beside {
  return { run: 0, files: [], ...readMeta<Partial<Beside>>({ meta }, besideNewest(source)) };
}

/** Kept once for each run, at the look that takes its file. */
export function keepBeside(
  store: Pick<CatalogStore, 'meta'>,
  source: string,
  seen: {
    readonly run: number;
    readonly newest: StandingExport;
    readonly others: readonly StandingExport[];
  },
): Beside {
  const { run, newest, others } = seen;
  const known = besideOf(store, source);
  if (known.run === run) return known;
  const before = new Set(known.files);
  const late = others.findLast((one) => isNamedLater(one, newest) && !before.has(stampOf(one)));
  const files = others.map(stampOf);
  const now = { run, files, ...(late && { late: nameOf(late.set) }) };
  store.meta.set(besideNewest(source), JSON.stringify(now));
  return now;
}

/** Files that are copied together may end in any order, so a difference of less than this says nothing. */
const togetherMs = 10_000;

/**
 * For files that are read one by one, in the order of their names: notes with a file's run that a later-named one is
 * dated before it. Not where both are of a series whose names hold a date: these say enough.
 */
export function keepNext(
  store: Pick<CatalogStore, 'meta'>,
  source: string,
  seen: { readonly run: number; readonly set: FileSet; readonly unread: readonly FileSet[] },
): void {
  const { run, set, unread } = seen;
  const name = nameOf(set);
  const isNext = (other: string): boolean =>
    compareNames(other, name) > 0 && !(isLaterInSeries(other, name) && holdsDate(name));
  const next = unread.findLast(
    (one) => writtenAt({ set: one }) < writtenAt({ set }) - togetherMs && isNext(nameOf(one)),
  );
  if (next === undefined) return;
  store.meta.set(besideNewest(source), JSON.stringify({ run, late: nameOf(next) }));
}

export type Aged = Pick<StandingExport, 'set' | 'isRead'>;

/** Whether `one` was never read and comes after `than` in the same series of names (`stock-01`, `stock-02`). */
export function isNamedLater(one: Aged, than: Aged): boolean {
  return one.isRead === false && isLaterInSeries(nameOf(one.set), nameOf(than.set));
}

/** When the first file was written, epoch ms by the clock of its share. */
export function writtenAt({ set }: Pick<Aged, 'set'>): number {
  return set.parts[0]?.mtimeMs ?? 0;
}

export function stampOf(one: Pick<Aged, 'set'>): string {
  return `${nameOf(one.set)} ${writtenAt(one)}`;
}
