/** What is remembered of ends of the daemon that nobody asked for (fault 116). Epoch milliseconds. */
export interface Ends {
  /** Newest last: of the last half hour, five at most. */
  readonly recent: readonly number[];
  /** Why the newest of them came, in words. */
  readonly cause: string;
  /** From the fifth of them on, until a daemon stays up or somebody stops it. */
  readonly loop?: { readonly since: number; readonly count: number };
}

export const noEnds: Ends = { recent: [], cause: '' };

export const loopEnds = 5;
/** The restarts of Windows alone take eleven minutes of it (10 s, 1 min, 5 min, 5 min). Who stays up longer is well. */
export const loopWindowMs = 30 * 60_000;
const safeFirstMs = 5 * 60_000;
/**
 * With nobody there, orders come an hour late at most once the
 * cause has gone: worse than a crash an hour is none to see.
 */
const safeMaxMs = 60 * 60_000;

export function withEnd({ recent, loop }: Ends, atMs: number, cause: string): Ends {
  const lately = recent.filter((endMs) => Math.abs(atMs - endMs) < loopWindowMs);
  const ends = [...lately, atMs].slice(-loopEnds);
  const count = loop === undefined ? ends.length : loop.count + 1;
  const [since = atMs] = loop === undefined ? ends : [loop.since];
  return { recent: ends, cause, ...(count >= loopEnds ? { loop: { since, count } } : {}) };
}

/** Daemons that end again and again: what is reported, and until when nothing is done but that. */
export interface CrashLoop {
  readonly count: number;
  readonly since: number;
  readonly cause: string;
  readonly untilMs: number;
}

/** Undefined where work may begin. Each try that fails makes the next one wait twice as long. */
export function crashLoop({ recent, cause, loop }: Ends, nowMs: number): CrashLoop | undefined {
  if (loop === undefined) return undefined;
  const waitMs = Math.min(safeMaxMs, safeFirstMs * 2 ** (loop.count - loopEnds));
  // A clock that was set back makes it no longer.
  const untilMs = Math.min(recent.at(-1) ?? nowMs, nowMs) + waitMs;
  return untilMs > nowMs ? { ...loop, cause, untilMs } : undefined;
}
