import type { NeedsYou, StatusFacts } from './facts.ts';

/** An API that answers: so much longer is not chance. */
const silenceMaxMs = 5 * 60_000;
/** Who asks seldom is late later. */
const missedPolls = 3;

/** What goes on by itself once somebody answers again, and what a supplier wants to know of until then (fault 104). */
export function silences(
  { marketplace, orders }: Pick<StatusFacts, 'marketplace' | 'orders'>,
  nowMs: number,
): readonly NeedsYou[] {
  return [...silentMarketplace(marketplace, nowMs), ...lateOrders(orders, nowMs)];
}

function silentMarketplace(
  { lastAnswerAt = 0, lastFailure }: StatusFacts['marketplace'],
  nowMs: number,
): NeedsYou[] {
  if (lastFailure === undefined || lastFailure.at <= lastAnswerAt) return [];
  if (nowMs - lastAnswerAt <= silenceMaxMs) return [];
  return [
    {
      id: 'silent-marketplace',
      what: 'The marketplace does not answer.',
      cause: lastFailure.sentence,
      effect: 'Stock and products are not sent and orders are not read; what waits is kept.',
      fix: 'See whether this machine reaches the internet: stockhand check. It goes on by itself.',
    },
  ];
}

function lateOrders(orders: StatusFacts['orders'], nowMs: number): NeedsYou[] {
  if (orders === undefined) return [];
  const { state, lastPollAt, pollEveryMs } = orders.feed;
  if (state === 'paused' || lastPollAt === undefined) return [];
  if (nowMs - lastPollAt <= Math.max(silenceMaxMs, missedPolls * pollEveryMs)) return [];
  return [
    {
      id: 'silent-orders',
      what: 'Orders are not read.',
      cause: `Orders were last read ${Math.floor((nowMs - lastPollAt) / 60_000)} minutes ago.`,
      effect: 'The ERP does not get new orders.',
      fix: 'stockhand status says what the order side does; stockhand check whether the marketplace is there.',
    },
  ];
}
