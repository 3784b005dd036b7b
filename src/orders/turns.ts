import { clockMs } from './acknowledge.ts';
import { backoffMs } from './backoff.ts';
import { isAtEnd, waitBeforePage } from './feed-state.ts';
import type { OrderFlowOptions } from './options.ts';
import type { OutboxTurn } from './outbox.ts';
import type { Paced, Turn } from './paced.ts';
import type { FlowDeps, Sides } from './parts.ts';
import { acceptByPolicy } from './policy.ts';

/** The loops of the order side; each wakes the next when it has news. */
export interface OrderLoops {
  readonly feed: Paced;
  readonly details: Paced;
  /** Details of orders from before the first start. */
  readonly backfill: Paced;
  readonly outbox: Paced;
  readonly commands: Paced;
}

/** What watchers say: something has changed in the outbox, and nobody has looked since. */
export interface Hints {
  given: boolean;
}

interface TurnsOf extends Sides {
  readonly loops: OrderLoops;
  readonly hints: Hints;
  readonly isPaused: () => boolean;
}

export function createTurns(flow: TurnsOf): Readonly<Record<keyof OrderLoops, Turn>> {
  return {
    feed: feedTurn(flow),
    details: detailTurn(flow, 'details'),
    backfill: detailTurn(flow, 'backfill'),
    outbox: outboxTurn(flow),
    commands: commandsTurn(flow),
  };
}

/** I14: however many webhooks come, the feed is asked once a second at most. */
const defaultPollGapMs = 1_000;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const defaultLookEveryMs = 5_000;
/** Our own files cause hints as well: while many are written, the outbox must not be listed for each. */
const hintedLookGapMs = 500;
/**
 * A look lists every file in the outbox. After it comes a rest of so many times its length, so that it costs a small
 * share of the time.
 */
const restPerLook = 20;
const restMaxMs = 60_000;

/**
 * The shorter of the last two looks counts: the first waits for all that starts beside it. A share hung for a minute
 * during each look: without a limit there would be no look for the next twenty minutes (faults.md G16).
 */
export function restAfterLooks(tookMs: number, beforeMs: number): number {
  return Math.min(tookMs * restPerLook, beforeMs * restPerLook, restMaxMs);
}

export function lookEveryMs(options: OrderFlowOptions): number {
  return options.lookEveryMs ?? defaultLookEveryMs;
}

function feedTurn(flow: TurnsOf): Turn {
  const { deps, options, parts, loops } = flow;
  const pace = {
    pollEveryMs: options.pollEvery,
    backoffMs: (failures: number) => backoffMs(deps.clock, failures),
  };
  const pollGapMs = options.pollGapMs ?? defaultPollGapMs;
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    if (flow.isPaused()) return options.pollEvery;
    // A nudge ends the wait between polls, but neither a backoff nor the gap between two polls.
    const early = notBeforeMs - deps.clock.monotonic();
    if (early > 0) await deps.clock.sleep(early, signal);
    const now = deps.clock.monotonic();
    const { versions } = parts.feed.progress();
    const knows = () => parts.feed.serviceNow() !== undefined;
    const knew = knows();
    const state = await parts.feed.turn(signal);
    putDatesRight(flow);
    if (parts.feed.progress().versions > versions) nudgeReaders(loops);
    // A version that was read ahead of the feed can be written now that the feed has served it.
    // And what is too old can be forgotten as soon as the service has told its time: a pass may have no later turn.
    if (knows() !== knew || deps.store.outbox.pending() > 0) loops.outbox.nudge();
    loops.commands.nudge();
    const waitMs = waitBeforePage(state, pace);
    notBeforeMs = isAtEnd(state) ? now + pollGapMs : deps.clock.monotonic() + waitMs;
    return waitMs;
  };
}

function detailTurn(flow: TurnsOf, which: 'details' | 'backfill'): Turn {
  const { deps, options, loops } = flow;
  const reader = flow.parts[which];
  const hourly = createEvery(deps, hourMs);
  return async (signal) => {
    if (flow.isPaused()) return lookEveryMs(options);
    if (hourly()) deps.store.versions.wake(null);
    const turn = await reader.turn(signal);
    if (turn.ahead > 0) loops.feed.nudge();
    if (turn.read > 0) loops.outbox.nudge();
    if (turn.read > 0) return 0;
    const fruitless = reader.fruitless();
    return fruitless > 0 ? backoffMs(deps.clock, fruitless) : lookEveryMs(options);
  };
}

function outboxTurn(flow: TurnsOf): Turn {
  const { deps, options, hints } = flow;
  const look = createLook(flow);
  const forget = createForget(flow);
  let failures = 0;
  return async () => {
    if (flow.isPaused()) return lookEveryMs(options);
    await look();
    const hasMore = forget();
    const turn = await writeAndAccept(flow);
    failures = turn.offline === undefined ? 0 : failures + 1;
    if (turn.more) return 0;
    if (failures > 0) return backoffMs(deps.clock, failures);
    if (hasMore) return 0;
    return hints.given ? hintedLookGapMs : lookEveryMs(options);
  };
}

/** Which files the ERP has taken: now and then, and soon after a hint. */
function createLook({ deps, options, parts, loops, hints }: TurnsOf): () => Promise<void> {
  const { clock } = deps;
  let endedMs = Number.NEGATIVE_INFINITY;
  let tookMs = 0;
  let restMs = 0;
  return async () => {
    const begunMs = clock.monotonic();
    const gapMs = Math.min(lookEveryMs(options), hints.given ? hintedLookGapMs : Infinity);
    if (begunMs - endedMs < Math.max(gapMs, restMs)) return;
    hints.given = false;
    const isThere = await parts.writing.look();
    if ((await parts.noteTaken()) > 0) loops.commands.nudge();
    endedMs = clock.monotonic();
    // An offline outbox was not listed. However long it took to find that out, no rest follows, so that its return is
    // soon seen.
    const beforeMs = tookMs;
    tookMs = isThere ? endedMs - begunMs : 0;
    restMs = restAfterLooks(tookMs, beforeMs);
  };
}

/** Only where our clock and the service's agree, because one that is far back has dated nothing ahead (fault 113). */
function putDatesRight({ deps, options, parts }: TurnsOf): void {
  const now = deps.clock.now();
  if (!(Math.abs(now - (parts.feed.serviceNow() ?? Number.NaN)) < clockMs)) return;
  const { dateTaken, dateWritten } = deps.store.acknowledgements;
  const date = options.outbox.acknowledge === 'none' ? dateWritten : dateTaken;
  date({ now, latest: now + clockMs });
}

async function writeAndAccept({ deps, options, parts, loops }: TurnsOf): Promise<OutboxTurn> {
  const turn = await parts.writing.turn();
  const accepted = acceptByPolicy(deps, options.accept);
  if (turn.written > 0 || accepted.given > 0) loops.commands.nudge();
  // There is room again for details that waited for it.
  if (turn.written > 0) nudgeReaders(loops);
  return { ...turn, more: turn.more || accepted.more };
}

function commandsTurn(flow: TurnsOf): Turn {
  const { deps, options, parts } = flow;
  return async (signal) => {
    if (flow.isPaused()) return lookEveryMs(options);
    const { nextLookAtMs } = await parts.runner.turn(signal);
    const look = (nextLookAtMs ?? Number.POSITIVE_INFINITY) - deps.clock.monotonic();
    return Math.min(Math.max(look, 1), lookEveryMs(options));
  };
}

function nudgeReaders({ details, backfill }: OrderLoops): void {
  details.nudge();
  backfill.nudge();
}

/** Takes a few milliseconds of this thread, which webhooks share, and is more than a wholesaler's orders of an hour. */
const forgottenAtOnce = 200;

/**
 * contract `keepDetails`: once a day old personal data is dropped; what proves that nothing was lost
 * stays. True where more is left to drop. Where our clock runs ahead, the service's counts (fault 113):
 * else open orders would lose their lines.
 */
function createForget({ deps, options, parts }: TurnsOf): () => boolean {
  const { versions, commands, requests } = deps.store;
  const daily = createEvery(deps, dayMs);
  let isOpen = false;
  return () => {
    const serviceNow = parts.feed.serviceNow();
    if (serviceNow === undefined) return false;
    isOpen = daily() || isOpen;
    if (!isOpen) return false;
    const before = Math.min(serviceNow, deps.clock.now()) - options.keepDetails;
    const forgotten = [versions, commands, requests].map((table) =>
      table.forget(before, forgottenAtOnce),
    );
    isOpen = forgotten.some((count) => count === forgottenAtOnce);
    return isOpen;
  };
}

/** True at the first question and then once in so many ms, by the clock that never jumps. */
function createEvery({ clock }: Pick<FlowDeps, 'clock'>, everyMs: number): () => boolean {
  let nextMs = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.monotonic();
    if (now < nextMs) return false;
    nextMs = now + everyMs;
    return true;
  };
}
