import { type FileEntry, looksUnchanged } from './entry.ts';
import { nameKey } from './names.ts';

/** A file as the looks so far have seen it. */
export interface Sighting {
  readonly entry: FileEntry;
  readonly looks: number;
  /** Monotonic time of the first of the looks that were all alike. */
  readonly sameSinceMs: number;
  /** Monotonic time since when it is not at rest: its first sight, or the change that ended its last rest. */
  readonly restlessSinceMs: number;
  /** Its date at its first sight, or when it was begun anew, epoch ms by the clock of its share. */
  readonly begunAt: number;
  /** Its export has no done file yet: whoever writes it may pause for longer than the quiet time. */
  readonly isUnderWay?: boolean;
  /** It was at rest beside its done file, which may be cleared away since, and has not changed. */
  readonly isWhole?: boolean;
}

/** What is remembered from look to look, by the name as the folder has it: Linux keeps two that a Mac takes for one. */
export type StableState = ReadonlyMap<string, Sighting>;

/** How it stands after this look. */
export function sight(
  before: Sighting | undefined,
  entry: FileEntry,
  time: { nowMs: number; quietMs: number },
): Sighting {
  const { nowMs } = time;
  const begun = { restlessSinceMs: nowMs, begunAt: entry.mtimeMs };
  if (before === undefined) return { entry, looks: 1, sameSinceMs: nowMs, ...begun };
  if (looksUnchanged(before.entry, entry)) return { ...before, entry, looks: before.looks + 1 };
  // The clock of the ERP plays no part: a file dated tomorrow, or by a clock set back, rests like any other (fault 20).
  const rested = isQuiet(before, time);
  const { restlessSinceMs } = rested ? begun : before;
  const isAnew = rested || hadRested(before, entry, time);
  const isGoingOn = before.isUnderWay && !isRewritten(before.entry, entry);
  const { begunAt } = isAnew && !isGoingOn ? begun : before;
  return { entry, looks: 1, sameSinceMs: nowMs, restlessSinceMs, begunAt };
}

const pauseMaxMs = 86_400_000;

/** No going on after a pause: another file of that name, one begun from nothing, or what an end left a day ago. */
function isRewritten(before: FileEntry, after: FileEntry): boolean {
  const isOther = before.ino !== after.ino || before.dev !== after.dev;
  return isOther || after.size < before.size || after.mtimeMs - before.mtimeMs > pauseMaxMs;
}

/** Dates may be coarse (FAT: 2 s), and a look takes its time. */
const inexactMs = 60_000;

/**
 * So much further apart than the looks that it lay there before the first of them: the export of yesterday that a start
 * saw just before it was written over, or the date of 1980 that a copy has until it is whole.
 */
function hadRested(
  { entry: before, sameSinceMs }: Sighting,
  { mtimeMs }: FileEntry,
  { nowMs, quietMs }: { nowMs: number; quietMs: number },
): boolean {
  return mtimeMs - before.mtimeMs > nowMs - sameSinceMs + quietMs + inexactMs;
}

/** Seen twice, and the same for the quiet time. */
export function isQuiet(
  sighting: Sighting,
  { nowMs, quietMs }: { nowMs: number; quietMs: number },
) {
  return sighting.looks >= 2 && nowMs - sighting.sameSinceMs >= quietMs;
}

export type Find = (name: string) => Sighting | undefined;

/** The file of that name, else one whose name is the same to whoever wrote it. */
export function finder(state: StableState, ignoreCase: boolean): Find {
  const alike = new Map(
    [...state.values()].map((each) => [nameKey(each.entry.name, ignoreCase), each]),
  );
  return (name) => state.get(name) ?? alike.get(nameKey(name, ignoreCase));
}
