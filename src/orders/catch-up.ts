import { backoffMs } from './backoff.ts';
import { isAtEnd, waitBeforePage } from './feed-state.ts';
import type { FlowDeps, Parts } from './parts.ts';
import { isPaused } from './pause.ts';
import type { OrderLoops } from './turns.ts';

interface CatchingUp {
  readonly deps: FlowDeps;
  readonly parts: Parts;
  readonly loops: OrderLoops;
  readonly isRunning: boolean;
}

/** How long a pass or a reading of the feed may take. */
export interface Limits {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

const lookEveryMs = 50;

/**
 * Reads the feed to its end, and the details of what is new there, for at most `waitMs`: whoever judges stock must know
 * of an order that was accepted a moment ago. It writes no file and sends nothing. Before the first start of all, and
 * while orders are paused, it does nothing.
 */
export async function catchUp(flow: CatchingUp, { waitMs, signal }: Limits): Promise<void> {
  const { clock, store } = flow.deps;
  if (store.journal.position() === undefined || isPaused(flow.deps)) return;
  const over = new AbortController();
  const end = () => over.abort();
  // It ends a request, too: one that sending has stopped would wait without end.
  void clock.sleep(waitMs, AbortSignal.any([signal, over.signal])).then(end);
  try {
    await (flow.isRunning ? waitForLoops(flow, over.signal) : readAlone(flow, over.signal));
  } finally {
    end();
  }
}

async function waitForLoops({ deps, loops }: CatchingUp, over: AbortSignal): Promise<void> {
  const { clock, store } = deps;
  const since = clock.now();
  const isUpToDate = (): boolean => {
    const { last_poll_at: polledAt, caught_up_since: caughtUp } = store.journal.position() ?? {};
    return (polledAt ?? 0) >= since && caughtUp != null && !hasUnread(deps);
  };
  loops.feed.nudge();
  while (!over.aborted && !isUpToDate()) await clock.sleep(lookEveryMs, over);
}

async function readAlone({ deps, parts }: CatchingUp, over: AbortSignal): Promise<void> {
  const { clock } = deps;
  const pace = { pollEveryMs: 0, backoffMs: (failures: number) => backoffMs(clock, failures) };
  while (!over.aborted) {
    const state = await parts.feed.turn(over);
    if (isAtEnd(state)) break;
    await clock.sleep(waitBeforePage(state, pace), over);
  }
  while (!over.aborted && hasUnread(deps)) {
    const { read } = await parts.details.turn(over);
    if (read === 0) await deps.clock.sleep(lookEveryMs, over);
  }
}

/** New versions are there whose details are not read. */
export function hasUnread({ store }: Pick<FlowDeps, 'store'>): boolean {
  return store.versions.toRead({ background: false }, 1).length > 0;
}
