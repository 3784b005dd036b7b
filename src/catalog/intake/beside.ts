import { compareNames, holdsDate, isLaterInSeries } from '../../domain/file-name.ts';
import type { FileSet, StandingExport } from '../../files/stable.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { nameOf } from '../terms/set-name.ts';

/** What stood in the folder when the export was read that counts as the newest there. */
export interface Beside {
  readonly run: number;
  /** As they were then (`stampOf`): none of them has come since. */
  readonly files: readonly string[];
  /** One that is unread, comes after it by name and is dated before it; of `newest` one that had come since the one before. */
  readonly late?: string;
}

/** In `meta`. */
export function besideNewest(source: string): string {
  return `beside the newest of ${source}`;
}

export function besideOf({ meta }: Pick<CatalogStore, 'meta'>, source: string): Beside {
  const known = JSON.parse(meta.get(besideNewest(source)) ?? '{}') as Partial<Beside>;
  return { run: 0, files: [], ...known };
}

/** Kept once for each run, at the look that has its file read. */
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

/** Files that are copied side by side end in any order. */
const togetherMs = 10_000;

/**
 * Of files that are read one by one: kept with the run of one that is read before another that is dated before it. Names
 * whose years, months and days are in order say enough.
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

type Aged = Pick<StandingExport, 'set' | 'isRead'>;

/** Never read, and of those that are named alike it comes later: what is older by both was overtaken. */
export function isNamedLater(one: Aged, than: Aged): boolean {
  return one.isRead === false && isLaterInSeries(nameOf(one.set), nameOf(than.set));
}

/** Epoch ms by the clock of its share. */
export function writtenAt({ set }: Pick<Aged, 'set'>): number {
  return set.parts[0]?.mtimeMs ?? 0;
}

export function stampOf(one: Pick<Aged, 'set'>): string {
  return `${nameOf(one.set)} ${writtenAt(one)}`;
}
