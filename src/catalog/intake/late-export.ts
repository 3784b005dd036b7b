/** A shorter pause is never told: a daily export may be late by a slow night. */
const pauseMinMs = 26 * 60 * 60_000;
/** Two weeks: they hold two weekends, and a holiday's long pause is soon forgotten. */
const rememberedMs = 14 * 24 * 60 * 60_000;
/** With fewer exports no pause is usual. */
const exportsMin = 5;
/** Told after so many times the longest pause, because a Monday may begin late. */
const beyondLongest = 1.25;
const aheadMaxMs = 24 * 60 * 60_000;

interface Exports {
  /** When the last ones were read. Epoch milliseconds. */
  readonly startedAt: readonly number[];
  /** When the export's file was written last, even with the same bytes; undefined if none is there. */
  readonly writtenAt: number | undefined;
  readonly now: number;
}

interface LateExport {
  readonly since: number;
  /** The longest pause of the two weeks before it. */
  readonly longestMs: number;
}

/**
 * An export that no longer comes looks like one in which nothing
 * changes, and the stock grows old unnoticed (lessons 24).
 */
export function lateExport({ startedAt, writtenAt, now }: Exports): LateExport | undefined {
  // One that was read by a clock far off would count as the last one, or as a pause of years (fault 113).
  const read = startedAt.filter((at) => at <= now).toSorted((a, b) => b - a);
  const [last] = read;
  if (last === undefined) return undefined;
  const since = Math.max(last, Math.min(believed(writtenAt, now) ?? last, now));
  if (now - since < pauseMinMs) return undefined;
  const remembered = read.filter((at) => last - at <= rememberedMs);
  if (remembered.length < exportsMin) return undefined;
  const pauses = remembered.slice(1).map((at, index) => (remembered[index] ?? at) - at);
  const longestMs = Math.max(...pauses);
  return now - since > longestMs * beyondLongest ? { since, longestMs } : undefined;
}

/** A share's clock may be ahead by its time zone; beyond that its times say nothing. */
function believed(writtenAt: number | undefined, now: number): number | undefined {
  return writtenAt === undefined || writtenAt - now > aheadMaxMs ? undefined : writtenAt;
}

/** So many exports are looked at: those of two weeks, one every ten minutes. */
export const exportsLookedAt = 2_016;
