import type { Clock } from '../domain/clock.ts';
import type { Json } from '../domain/json.ts';
import type { Offline } from '../files/offline.ts';
import type { Outbox } from '../files/publish.ts';
import type { Reads } from '../marketplace/reads.ts';
import type { OrdersStore } from '../store/orders-store.ts';

/** JSON with every digit kept, as the journal stores it. */
export interface JsonText {
  parse(text: string): Json;
  write(value: Json): string;
}

/** What every part of the order side works with. */
export interface OrderDeps {
  readonly store: OrdersStore;
  readonly clock: Clock;
  /** Each read is one attempt, at the one pace of all requests. */
  readonly reads: Pick<Reads, 'orderPage' | 'order'>;
  readonly json: JsonText;
}

/** Gives the outbox once its folder has been claimed; until then the reason why not. */
export interface OutboxDoor {
  open(): Promise<Outbox | Offline>;
}
