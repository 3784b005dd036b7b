import { type FileEntry, looksUnchanged } from './entry.ts';
import { nameKey } from './names.ts';

/** A file as the looks so far have seen it. */
export interface Sighting {
  readonly entry: FileEntry;
  readonly looks: number;
  /** Monotonic time of the first of the looks that were all alike. */
  readonly sameSinceMs: number;
  /** Monotonic time of its first sight, or of the change that ended its last rest. */
  readonly restlessSinceMs: number;
  /** Its date when it was first seen or begun again, epoch ms by the clock of its share. */
  readonly begunAt: number;
  /** Its export has no done file of its own yet, so whoever writes it may pause for longer than the quiet time. */
  readonly isUnderWay?: boolean;
  /** It was at rest beside its done file and has not changed since. That done file may have been cleared away. */
  readonly isWhole?: boolean;
}

/** What is remembered from look to look, by the name as it stands: Linux keeps two names that a Mac takes for one. */
export type StableState = ReadonlyMap<string, Sighting>;

/** What is remembered of a file after this look. */
export function sight(
  before: Sighting | undefined,
  entry: FileEntry,
  time: { nowMs: number; quietMs: number },
): Sighting {
  const { nowMs } = time;
  const begun = { restlessSinceMs: nowMs, begunAt: entry.mtimeMs };
  if (before === undefined) return { entry, looks: 1, sameSinceMs: nowMs, ...begun };
  if (looksUnchanged(before.entry, entry)) return { ...before, entry, looks: before.looks + 1 };
  // The clock of the ERP does not count: a file that is dated tomorrow, or by a clock set back, rests like any other
  // (fault 20).
  const rested = isQuiet(before, time);
  const { restlessSinceMs } = rested ? begun : before;
  const isAnew = rested || hadRested(before, entry, time);
  const isGoingOn = before.isUnderWay && !isRewritten(before.entry, entry);
  const { begunAt } = isAnew && !isGoingOn ? begun : before;
  return { entry, looks: 1, sameSinceMs: nowMs, restlessSinceMs, begunAt };
}

const pauseMaxMs = 86_400_000;

/**
 * False where the writer may only continue after a pause. True where it is another file of that name, where it has
 * become shorter, or where its date is more than a day later.
 */
function isRewritten(before: FileEntry, after: FileEntry): boolean {
  const isOther = before.ino !== after.ino || before.dev !== after.dev;
  return isOther || after.size < before.size || after.mtimeMs - before.mtimeMs > pauseMaxMs;
}

/** Dates may be coarse (FAT: 2 s), and a look takes some time. */
const inexactMs = 60_000;

/**
 * The file has changed, and its two dates lie so much further apart than the looks that it had rested before the first
 * of them. For example, a start sees yesterday's export just before it is written over, or a copy has a date of 1980
 * until it is whole.
 */
function hadRested(
  { entry: before, sameSinceMs }: Sighting,
  { mtimeMs }: FileEntry,
  { nowMs, quietMs }: { nowMs: number; quietMs: number },
): boolean {
  return mtimeMs - before.mtimeMs > nowMs - sameSinceMs + quietMs + inexactMs;
}

/** True where the file was seen at least twice and has been the same for the quiet time. */
export function isQuiet(
  sighting: Sighting,
  { nowMs, quietMs }: { nowMs: number; quietMs: number },
) {
  return sighting.looks >= 2 && nowMs - sighting.sameSinceMs >= quietMs;
}

export type Find = (name: string) => Sighting | undefined;

/** Finds the file of a name, else one whose name has the same key (`nameKey`). */
export function finder(state: StableState, ignoreCase: boolean): Find {
  const alike = new Map(
    [...state.values()].map((each) => [nameKey(each.entry.name, ignoreCase), each]),
  );
  return (name) => state.get(name) ?? alike.get(nameKey(name, ignoreCase));
}
