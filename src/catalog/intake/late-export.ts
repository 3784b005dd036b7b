/** A day and what a slow night adds: exports of a working day rest at night. */
const pauseMinMs = 26 * 60 * 60_000;
/** Two weeks hold two weekends, and the week in which nobody worked is forgotten soon. */
const rememberedMs = 14 * 24 * 60 * 60_000;
/** Of fewer exports nothing is usual. */
const exportsMin = 5;
/** Longer than the longest pause by so much: a Monday may begin late. */
const beyondLongest = 1.25;
const aheadMaxMs = 24 * 60 * 60_000;

export interface Exports {
  /** When the last ones were read, newest first. Epoch milliseconds. */
  readonly startedAt: readonly number[];
  /** When a file was written last, also with the bytes that it had; undefined where none stands there. */
  readonly writtenAt: number | undefined;
  readonly now: number;
}

export interface LateExport {
  readonly since: number;
  /** The longest pause of the two weeks before it. */
  readonly longestMs: number;
}

/** An export that has stopped coming looks like one in which nothing changes (lessons 24): stock grows old in silence. */
export function lateExport({ startedAt, writtenAt, now }: Exports): LateExport | undefined {
  const [last] = startedAt;
  if (last === undefined) return undefined;
  const since = Math.max(last, Math.min(believed(writtenAt, now) ?? last, now));
  if (now - since < pauseMinMs) return undefined;
  const remembered = startedAt.filter((at) => last - at <= rememberedMs);
  if (remembered.length < exportsMin) return undefined;
  const pauses = remembered.slice(1).map((at, index) => (remembered[index] ?? at) - at);
  const longestMs = Math.max(...pauses);
  return now - since > longestMs * beyondLongest ? { since, longestMs } : undefined;
}

/** A share's clock may be ahead by its time zone; beyond that its times say nothing. */
function believed(writtenAt: number | undefined, now: number): number | undefined {
  return writtenAt === undefined || writtenAt - now > aheadMaxMs ? undefined : writtenAt;
}

/** So many exports of two weeks are looked at: one every ten minutes. */
export const exportsLookedAt = 2_016;
