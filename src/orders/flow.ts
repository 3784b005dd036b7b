import type { NeedsYou, OrderFacts } from '../domain/facts.ts';
import { reissue, retry } from './actions.ts';
import { type CommandEnd, carryOutByHand, type HandOptions } from './by-hand.ts';
import { catchUp, type Limits } from './catch-up.ts';
import { isDue } from './due.ts';
import { orderFacts } from './facts.ts';
import { needsOfFolders, ordersNeedYou } from './needs-you.ts';
import { createOpenOrders, type OpenOrderReader } from './open-orders.ts';
import type { OrderFlowOptions } from './options.ts';
import { createPaced, type PacedDeps } from './paced.ts';
import { createParts, type FlowDeps, type Sides } from './parts.ts';
import {
  movedSoFar,
  type PassCounts,
  type PassRest,
  passCounts,
  passRest,
  type Settling,
  waitUntilSettled,
} from './pass.ts';
import { isPaused, pause, pausedNeed, pauseText, resume } from './pause.ts';
import { beginPolicy } from './policy.ts';
import { type ListedOrder, type OrderStory, orderList, orderStory } from './story.ts';
import { createTurns, type Hints, type OrderLoops } from './turns.ts';

export interface OrderFlow {
  start(): void;
  /** Abandons what is under way: every row continues at the next start (law 14). */
  stop(): Promise<void>;
  /** The feed has news, as a webhook says: it is asked at once, at most once a second. */
  nudge(): void;
  /** Something has changed in the ERP's folders, as a watcher says. */
  look(): void;
  /** `run --once`: starts, continues until nothing is due or `waitMs` is over, and stops. */
  pass(limits: Limits): Promise<PassCounts>;
  /** What that pass has left undone; undefined while orders are paused. */
  rest(): PassRest | undefined;

  /** Reads what is new on the feed, for at most `waitMs`; writes no file and carries out nothing. */
  catchUp(limits: Limits): Promise<void>;
  /** The quantities of open orders that the ERP's exports may still count as stock. */
  readonly open: OpenOrderReader;

  facts(): OrderFacts;
  needsYou(): NeedsYou[];
  /** Of these what only this process knows of, because it looked. */
  met(): NeedsYou[];
  /** How many orders the feed has shown that were placed between two moments, epoch ms. */
  placed(fromMs: number, toMs: number): number;
  /** The whole story of an order, by its number or id; `stopped`: why no request is sent. Throws ORDER_UNKNOWN. */
  why(reference: string, stopped?: string): OrderStory;
  list(filter: { readonly status?: string; readonly limit: number }): ListedOrder[];
  /** Writes a version again, the newest written one without `version`. Throws ORDER_UNKNOWN, ORDER_NOT_WRITTEN. */
  reissue(reference: string, version?: string): { readonly version: string };
  /** Writes the order files that are due, in a process whose loops do not run. */
  writeDue(): Promise<void>;
  /** Carries out one command like a row of a file. Throws ORDER_UNKNOWN. */
  command(reference: string, options: HandOptions): Promise<CommandEnd>;
  /** Sends parked things again, of one order or of all; answers how many. Throws ORDER_UNKNOWN. */
  retry(reference?: string): number;
  /** Nothing is read, written or carried out, but for a command by hand. */
  pause(who: string): void;
  resume(who: string): void;
  /** For a pass: that orders are paused, since when and by whom. */
  pausedNeed(): readonly NeedsYou[];
}

interface Flow extends Sides {
  readonly loops: OrderLoops;
  readonly settling: Settling;
  readonly hints: Hints;
  isRunning: boolean;
}

/** Orders down and back: feed, details, order files, acknowledgements, commands, receipts. */
export function createOrderFlow(deps: FlowDeps, options: OrderFlowOptions): OrderFlow {
  const flow = assemble(deps, options);
  const { parts, loops } = flow;
  const { store } = deps;
  const nudgeAll = () => {
    for (const loop of Object.values(loops)) loop.nudge();
  };
  const sides = { deps, parts, options };
  return {
    start() {
      flow.isRunning = true;
      start(flow);
    },
    stop: () => stop(flow),
    nudge: () => loops.feed.nudge(),
    look() {
      flow.hints.given = true;
      loops.commands.nudge();
      loops.outbox.nudge();
    },
    pass: (limits) => pass(flow, limits),
    rest: () => (isPaused(deps) ? undefined : passRest(sides)),
    catchUp: (limits) => catchUp(flow, limits),
    open: createOpenOrders({ ...deps, feed: parts.feed }, options.outbox.acknowledge),

    facts: () => orderFacts(sides, { paused: pauseText(deps), isRunning: flow.isRunning }),
    needsYou: () => ordersNeedYou(sides),
    met: () => needsOfFolders(sides),
    placed: (fromMs, toMs) => deps.store.lookup.placed(fromMs, toMs),
    why: (reference, stopped) => orderStory(deps, reference, { ...around(sides), stopped }),
    list: (filter) => orderList(store, filter),
    reissue(reference, version) {
      const written = reissue(store, reference, version);
      loops.outbox.nudge();
      return written;
    },
    async writeDue() {
      if (flow.isRunning || isPaused(deps)) return;
      while ((await parts.writing.turn()).more);
    },
    command: (reference, hand) =>
      carryOutByHand({ ...sides, isPaused: () => isPaused(deps) }, reference, hand),
    retry(reference) {
      const count = retry(deps, reference);
      nudgeAll();
      return count;
    },
    pause: (who) => pause(deps, who),
    resume(who) {
      resume(deps, who);
      nudgeAll();
    },
    pausedNeed: () => pausedNeed(deps),
  };
}

/** What holds all orders up, beside the rows of the one that is asked for. */
function around({ deps, parts, options }: Sides) {
  return {
    acknowledge: options.outbox.acknowledge,
    paused: pauseText(deps),
    offline: parts.writing.last().offline?.sentence,
  };
}

function assemble(deps: FlowDeps, options: OrderFlowOptions): Flow {
  const nudges = { feed: () => loops.feed.nudge(), commands: () => loops.commands.nudge() };
  const parts = createParts(deps, options, nudges);
  const isSettled = () =>
    Object.values(loops).every((loop) => loop.isIdle()) && (isPaused(deps) || !isDue(deps, parts));
  // Before the first look nobody knows of a command file that is there.
  const isRested = () => isPaused(deps) || parts.runner.last()?.resting === 0;
  const moved = () => movedSoFar(deps, parts);
  const settling: Settling = { clock: deps.clock, isSettled, isRested, moved, onIdle: undefined };
  const paced: PacedDeps = {
    clock: deps.clock,
    failed: deps.failed,
    wentIdle: () => settling.onIdle?.(),
  };
  const loops: OrderLoops = {
    feed: createPaced(paced, (signal) => turns.feed(signal)),
    details: createPaced(paced, (signal) => turns.details(signal)),
    backfill: createPaced(paced, (signal) => turns.backfill(signal)),
    outbox: createPaced(paced, (signal) => turns.outbox(signal)),
    commands: createPaced(paced, (signal) => turns.commands(signal)),
  };
  const hints: Hints = { given: false };
  const turns = createTurns({ deps, options, parts, loops, hints, isPaused: () => isPaused(deps) });
  return { deps, options, parts, loops, settling, hints, isRunning: false };
}

function start({ deps, options, loops }: Flow): void {
  beginPolicy(deps, options.accept);
  for (const loop of Object.values(loops)) loop.start();
}

async function stop({ loops, parts }: Flow): Promise<void> {
  await Promise.all(Object.values(loops).map((loop) => loop.stop()));
  await parts.runner.settled();
}

async function pass(flow: Flow, limits: Limits): Promise<PassCounts> {
  const before = flow.deps.store.commands.counts();
  start(flow);
  await waitUntilSettled(flow.settling, limits.waitMs, limits.signal);
  await stop(flow);
  // A command that was abandoned is still waiting, and its receipt has to say so.
  await flow.parts.runner.flush();
  return passCounts(flow, before);
}
