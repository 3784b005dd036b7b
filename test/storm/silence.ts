/** What a 429 or 503 asked for: nothing from its answer until Reset or Retry-After (monotonic ms). */
export interface Silence {
  readonly from: number;
  readonly until: number;
  /** False where no moment came with it, so that `until` is the most that a client should make of it. */
  readonly isTold: boolean;
  /** Whoever was answered so goes on at once after it, and need not rest by itself. */
  readonly isAwaited: boolean;
}

/** Jitter of a second on top, and another one because Date and Reset are cut to whole seconds. */
const promptMs = 2_000;
/** The answer that told of it was on its way for so long. */
const latencyMs = 60;

export interface Calls {
  /** When each call came, in order. */
  readonly came: readonly number[];
  readonly silences: readonly Silence[];
  /** A process that begins knows nothing of what the one before was told. */
  readonly startsAt: readonly number[];
}

/** Calls within a silence, and silences after which nobody came in time (spec, retry rule 1; invariant I14). */
export function impolite({ came, silences, startsAt }: Calls): {
  readonly early: readonly string[];
  readonly late: readonly string[];
} {
  const early: string[] = [];
  const late: string[] = [];
  for (const [index, { from, until, isTold, isAwaited }] of silences.entries()) {
    const latest = until + promptMs + latencyMs;
    if (startsAt.some((at) => at >= from && at <= latest)) continue;
    const next = came[firstAfter(came, from)] ?? Number.POSITIVE_INFINITY;
    if (isTold && next < until) early.push(`a call ${until - next} ms too early`);
    // Of two that were under way together the later one counts.
    const near = silences.slice(Math.max(0, index - 4), index + 5);
    const isLonger = near.some((other) => other.from <= latest && other.until > until);
    if (isAwaited && !isLonger && next > latest) late.push(`no call for ${next - until} ms`);
  }
  return { early, late };
}

function firstAfter(came: readonly number[], moment: number): number {
  let [low, high] = [0, came.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((came[middle] ?? 0) > moment) high = middle;
    else low = middle + 1;
  }
  return low;
}
