import type { Clock } from './clock.ts';
import type { NeedsYou, StatusFacts } from './facts.ts';

/** An API that answers: so much longer is not chance. */
export const silenceMaxMs = 5 * 60_000;

/** Who reads the feed every ten minutes has not missed anything after five. */
const pollsMissed = 2;

/** What the page shows of an outage from its third failure on (`status.ts`). */
export const noAnswerId = 'stopped-NO_ANSWER';

export const silentId = 'silent-marketplace';

/**
 * What continues by itself once somebody answers again, and what a supplier wants to know of until then (lessons 24).
 */
export function silences(
  { marketplace, orders }: Pick<StatusFacts, 'marketplace' | 'orders'>,
  nowMs: number,
  listeningSinceMs?: number,
): readonly NeedsYou[] {
  const ears = { nowMs, listeningSinceMs, waitsUntil: marketplace.waitsUntil };
  return [...silentMarketplace(marketplace, ears), ...lateOrders(orders, ears)];
}

interface Ears {
  readonly nowMs: number;
  readonly listeningSinceMs?: number | undefined;
  /** Epoch ms until which the marketplace asked not to be asked (429, 503). */
  readonly waitsUntil?: number | undefined;
}

function isSilent(heardAt: number, { nowMs, listeningSinceMs }: Ears, mostMs: number): boolean {
  return nowMs - lastHeard(heardAt, nowMs, listeningSinceMs) > mostMs;
}

/**
 * Nothing has been silent for longer than somebody has listened; what was heard later than now, before the clock was
 * set back.
 */
function lastHeard(heardAt: number, nowMs: number, listeningSinceMs = 0): number {
  if (heardAt > nowMs) return listeningSinceMs === 0 ? nowMs : listeningSinceMs;
  return Math.max(heardAt, listeningSinceMs);
}

function silentMarketplace(
  { lastAnswerAt = 0, lastFailure }: StatusFacts['marketplace'],
  ears: Ears,
): NeedsYou[] {
  if (lastFailure === undefined || lastFailure.at <= lastAnswerAt) return [];
  if (!isSilent(lastAnswerAt, ears, silenceMaxMs)) return [];
  return [
    {
      id: silentId,
      what: 'The marketplace does not answer.',
      cause: lastFailure.sentence,
      effect: 'Stock and products are not sent and orders are not read; what waits is kept.',
      fix: 'Check whether this computer reaches the internet: stockhand check. Stockhand continues by itself.',
    },
  ];
}

/** Also where the marketplace answers, but with nothing that can be used: a page of a proxy. */
export function lateOrders(orders: StatusFacts['orders'], ears: Ears): NeedsYou[] {
  if (orders === undefined) return [];
  const { state, lastPollAt, pollEveryMs, lastFailure, begins } = orders.feed;
  const mostMs = Math.max(silenceMaxMs, pollsMissed * pollEveryMs);
  const isUntried = lastPollAt === undefined && lastFailure === undefined;
  if (state === 'paused' || begins !== undefined || isUntried) return [];
  if (!isSilent(lastPollAt ?? 0, ears, mostMs)) return [];
  return [
    {
      id: 'silent-orders',
      what: 'Orders are not read.',
      cause: [
        lastPollAt === undefined
          ? 'Orders have never been read.'
          : lastReadText(lastPollAt, ears.nowMs),
        ...(lastFailure === undefined ? [] : [lastFailure]),
        ...(ears.waitsUntil === undefined ? [] : [askedToWait(ears.waitsUntil)]),
      ].join(' '),
      effect: 'The ERP does not get new orders.',
      fix: 'Check whether the marketplace answers and shows its orders: stockhand check. Stockhand continues by itself.',
    },
  ];
}

/** The clock may have been set back since. */
function lastReadText(atMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - atMs) / 60_000);
  return minutes < 0
    ? `Orders were last read at ${new Date(atMs).toISOString()}, before the clock was set back.`
    : `Orders were last read ${minutes} minutes ago.`;
}

function askedToWait(untilMs: number): string {
  return `The marketplace asked to wait until ${new Date(untilMs).toISOString()}.`;
}

/**
 * The feed is read again within a minute of a clock that was
 * set, or a machine that slept; so much is neither (fault 113).
 */
const clockStepMs = 30_000;

/** Since when a silence can have lasted, by the clock as it is now. */
export function createListening(clock: Pick<Clock, 'now' | 'monotonic'>): () => number {
  let sinceMs = clock.now();
  let aheadMs = clock.now() - clock.monotonic();
  return () => {
    const nowAheadMs = clock.now() - clock.monotonic();
    if (Math.abs(nowAheadMs - aheadMs) > clockStepMs) sinceMs = clock.now();
    aheadMs = nowAheadMs;
    return sinceMs;
  };
}
