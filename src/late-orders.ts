import type { Parts } from './app.ts';
import { createListening, lateOrders } from './domain/silence.ts';
import type { Watch } from './house-facts.ts';
import { stopsOf } from './status/status.ts';

/** Orders that are not read, beside an outage that the page tells as what stops everything. */
export function watchFeed({
  clock,
  door,
  orders,
}: Pick<Parts, 'clock' | 'door' | 'orders'>): Watch {
  const listeningSince = createListening(clock);
  return {
    needsYou() {
      const ears = { nowMs: clock.now(), listeningSinceMs: listeningSince() };
      if (stopsOf(door.exchange.facts()).length > 0) return [];
      return lateOrders(orders?.flow.facts(), ears);
    },
  };
}
