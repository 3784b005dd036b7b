import type { NeedsYou, StatusFacts } from './facts.ts';

/** An API that answers: so much longer is not chance. */
export const silenceMaxMs = 5 * 60_000;

/** Who reads the feed every ten minutes has not missed anything after five. */
const pollsMissed = 2;

/** What the page shows of an outage from its third failure on (`status.ts`). */
export const noAnswerId = 'stopped-NO_ANSWER';

export const silentId = 'silent-marketplace';

/** What goes on by itself once somebody answers again, and what a supplier wants to know of until then (lessons 24). */
export function silences(
  { marketplace, orders }: Pick<StatusFacts, 'marketplace' | 'orders'>,
  nowMs: number,
  listeningSinceMs?: number,
): readonly NeedsYou[] {
  const isSilent: IsSilent = (heardAt, mostMs = silenceMaxMs) =>
    nowMs - lastHeard(heardAt, nowMs, listeningSinceMs) > mostMs;
  return [...silentMarketplace(marketplace, isSilent), ...lateOrders(orders, { nowMs, isSilent })];
}

/** Nothing has been silent for longer than somebody has listened; what was heard later than now, before the clock was set back. */
function lastHeard(heardAt: number, nowMs: number, listeningSinceMs = 0): number {
  if (heardAt > nowMs) return listeningSinceMs === 0 ? nowMs : listeningSinceMs;
  return Math.max(heardAt, listeningSinceMs);
}

type IsSilent = (heardAt: number, mostMs?: number) => boolean;

function silentMarketplace(
  { lastAnswerAt = 0, lastFailure }: StatusFacts['marketplace'],
  isSilent: IsSilent,
): NeedsYou[] {
  if (lastFailure === undefined || lastFailure.at <= lastAnswerAt) return [];
  if (!isSilent(lastAnswerAt)) return [];
  return [
    {
      id: silentId,
      what: 'The marketplace does not answer.',
      cause: lastFailure.sentence,
      effect: 'Stock and products are not sent and orders are not read; what waits is kept.',
      fix: 'See whether this machine reaches the internet: stockhand check. It goes on by itself.',
    },
  ];
}

function lateOrders(
  orders: StatusFacts['orders'],
  { nowMs, isSilent }: { nowMs: number; isSilent: IsSilent },
): NeedsYou[] {
  if (orders === undefined) return [];
  const { state, lastPollAt, pollEveryMs, lastFailure } = orders.feed;
  const mostMs = Math.max(silenceMaxMs, pollsMissed * pollEveryMs);
  if (state === 'paused' || lastPollAt === undefined || !isSilent(lastPollAt, mostMs)) return [];
  return [
    {
      id: 'silent-orders',
      what: 'Orders are not read.',
      cause: [
        `Orders were last read ${Math.floor((nowMs - lastPollAt) / 60_000)} minutes ago.`,
        ...(lastFailure === undefined ? [] : [lastFailure]),
      ].join(' '),
      effect: 'The ERP does not get new orders.',
      fix: 'stockhand status says what the order side does; stockhand check whether the marketplace is there.',
    },
  ];
}
