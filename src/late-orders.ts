import type { Watch } from './all-facts.ts';
import type { Parts } from './app.ts';
import { createListening, lateOrders } from './domain/silence.ts';

/** Tells that orders are not read, unless the page tells already what stops them. */
export function watchFeed({
  clock,
  door,
  orders,
}: Pick<Parts, 'clock' | 'door' | 'orders'>): Watch {
  const listeningSince = createListening(clock);
  return {
    needsYou() {
      const { lanes, waitsUntil } = door.exchange.facts();
      const ears = { nowMs: clock.now(), listeningSinceMs: listeningSince(), waitsUntil };
      if (lanes.some(({ lane, stopped }) => lane === 'orders' && stopped !== undefined)) return [];
      return lateOrders(orders?.flow.facts(), ears);
    },
  };
}
