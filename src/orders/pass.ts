import type { Clock } from '../domain/clock.ts';
import { present } from '../domain/present.ts';
import { stableGraceMs } from '../domain/stable-grace.ts';
import { waitingMax } from './commands.ts';
import { isAtEnd } from './feed-state.ts';
import type { FlowDeps, Parts } from './parts.ts';

/** What one full pass did (contract section 6); `waiting` as it is at the end. */
export interface PassCounts {
  readonly pages: number;
  readonly versions: number;
  readonly written: number;
  readonly commands: CommandCounts;
}

interface CommandCounts {
  readonly done: number;
  readonly refused: number;
  readonly waiting: number;
}

export interface Settling {
  readonly clock: Clock;
  /** Nothing is under way, and nothing will move by itself. */
  readonly isSettled: () => boolean;
  /** No command file is still being written, as far as can be told. */
  readonly isRested: () => boolean;
  /** Another text once an order was stored, read or written, or a command ended. */
  readonly moved: () => string;
  /** Set while somebody waits; called whenever a loop falls asleep. */
  onIdle: (() => void) | undefined;
}

/** What a pass has left undone; the next one continues with it. */
export interface PassRest {
  /** The feed was not read to its end, so there may be orders that nobody knows of here. */
  readonly feedIsBehind: boolean;
  /** Why the last request of the feed gave nothing that can be used. */
  readonly feedFailure?: string;
  /** orders.startFrom where it is still to come. */
  readonly begins?: string;
  readonly unwritten: number;
  readonly commands: number;
  /** Command files that never came to rest. */
  readonly restless: number;
}

/** Files that wait for an outbox that is offline are not counted: a person is told of them otherwise. */
export function passRest({ deps, parts }: { deps: FlowDeps; parts: Parts }): PassRest {
  const { store } = deps;
  const isOffline = parts.writing.last().offline !== undefined;
  const { length: moving } = store.commands.moving(waitingMax);
  const { length: unknown } = store.commands.unknown(waitingMax);
  return {
    feedIsBehind: !isAtEnd(parts.feed.state()),
    ...present({ feedFailure: parts.feed.lastFailure(), begins: parts.feed.begins() }),
    unwritten: isOffline ? 0 : store.outbox.counts().pending + store.lookup.unread(),
    commands: moving + unknown,
    restless: parts.runner.last()?.resting ?? 0,
  };
}

/** Orders that come faster than they are read would keep a pass, its alerts and the articles after it for ever. */
const waitsMax = 30;

/**
 * Waits until everything is settled, until nothing has moved for `waitMs`, or until the signal: many orders take longer
 * than that, and are no reason to stop. For command files that are not at rest yet it then waits longer, as for exports
 * (contract.md section 2): in the next pass their rest would begin again.
 */
export async function waitUntilSettled(
  settling: Settling,
  waitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { isSettled, isRested, moved } = settling;
  await waitUntil(settling, { isOver: isSettled, waitMs, moved }, signal);
  if (isRested()) return;
  await waitUntil(settling, { isOver: isRested, waitMs: stableGraceMs, moved: () => '' }, signal);
  await waitUntil(settling, { isOver: isSettled, waitMs, moved }, signal);
}

interface Limit {
  readonly isOver: () => boolean;
  readonly waitMs: number;
  readonly moved: () => string;
}

async function waitUntil(
  settling: Settling,
  { isOver, waitMs, moved }: Limit,
  signal: AbortSignal,
): Promise<void> {
  if (isOver()) return;
  const settled = new AbortController();
  const ended = AbortSignal.any([signal, settled.signal]);
  settling.onIdle = () => {
    if (isOver()) settled.abort();
  };
  let before: string | undefined;
  for (let waits = 0; waits < waitsMax && !ended.aborted && moved() !== before; waits += 1) {
    before = moved();
    await settling.clock.sleep(waitMs, ended);
  }
  settling.onIdle = undefined;
}

/** Pages are left out: a feed that gives the same one again and again gets nowhere. */
export function movedSoFar({ store }: FlowDeps, parts: Parts): string {
  const { done, refused } = store.commands.counts();
  const { versions } = parts.feed.progress();
  return [versions, store.lookup.unread(), parts.writing.written(), done, refused].join(' ');
}

export function passCounts(
  { deps, parts }: { readonly deps: FlowDeps; readonly parts: Parts },
  before: CommandCounts,
): PassCounts {
  const after = deps.store.commands.counts();
  const { pages, versions } = parts.feed.progress();
  return {
    pages,
    versions,
    written: parts.writing.written(),
    commands: {
      done: after.done - before.done,
      refused: after.refused - before.refused,
      waiting: after.waiting,
    },
  };
}
