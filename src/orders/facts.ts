import type { Advice, OrderFacts } from '../domain/facts.ts';
import { present } from '../domain/present.ts';
import { unwatchedFact } from '../domain/unwatched.ts';
import type { Sides } from './parts.ts';
import { lookEveryMs } from './turns.ts';

interface Life {
  /** Since when and by whom. */
  readonly paused: string | undefined;
  readonly isRunning: boolean;
}

/** The order side as the status page shows it. */
export function orderFacts(flow: Sides, life: Life): OrderFacts {
  const { options } = flow;
  const { store } = flow.deps;
  const position = store.journal.position();
  const counts = store.outbox.counts();
  const offline = flow.parts.writing.last().offline;
  const acknowledges = options.outbox.acknowledge !== 'none';
  return {
    ...present({ paused: life.paused && `${life.paused} (stockhand resume orders)` }),
    feed: {
      state: feedState(flow, life),
      pollEveryMs: options.pollEvery,
      ...present({
        lastPollAt: position?.last_poll_at,
        caughtUpSince: position?.caught_up_since,
        lastFailure: flow.parts.feed.lastFailure(),
        begins: flow.parts.feed.begins(),
      }),
    },
    outbox: {
      folder: options.outbox.folder,
      ...present({ offline: offline?.sentence }),
      written: counts.written,
      pending: counts.pending + store.lookup.unread(),
      unacknowledged: acknowledges ? counts.unacknowledged : 0,
      parked: counts.parked,
      ...(acknowledges
        ? present({ oldestUnacknowledgedAt: counts.oldestUnacknowledgedAt })
        : { isNeverAcknowledged: true as const }),
      ...present({ unwatched: unwatched(flow, options.outbox.folder) }),
    },
    commands: {
      ...store.commands.counts(),
      ...present({
        offline: flow.parts.runner.last()?.offline?.sentence,
        unwatched: unwatched(flow, options.commands?.folder),
      }),
    },
  };
}

/** Where no loop of this process reads the feed, its state is the one in which it was left. */
function feedState(
  { deps, parts }: Sides,
  { paused, isRunning }: Life,
): OrderFacts['feed']['state'] {
  const { kind } = parts.feed.state();
  if (paused !== undefined) return 'paused';
  if (kind !== 'waiting' && parts.feed.begins() !== undefined) return 'notBegun';
  // Its moment has come, and the next poll has not.
  if (kind === 'notBegun') return 'starting';
  const isLeft = !isRunning && kind === 'starting';
  return isLeft && deps.store.journal.position()?.caught_up_since != null ? 'caughtUp' : kind;
}

function unwatched({ deps, options }: Sides, folder: string | undefined): Advice | undefined {
  if (folder === undefined) return undefined;
  return unwatchedFact(deps.watched(), { folder, lookEveryMs: lookEveryMs(options) });
}
