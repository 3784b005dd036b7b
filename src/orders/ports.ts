import type { Clock } from '../domain/clock.ts';
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts';
import type { Offline } from '../files/offline.ts';
import type { Outbox } from '../files/publish.ts';
import type { Reads } from '../marketplace/reads.ts';
import type { OrdersStore } from '../store/orders-store.ts';

/** JSON with every digit kept, as the journal stores it. */
export interface JsonText {
  parse(text: string): Json;
  write(value: Json): string;
}

/** An object that was stored; undefined where it is no longer kept (keepDetails). */
export function storedObject(
  { json }: { readonly json: Pick<JsonText, 'parse'> },
  text: string | null,
): JsonObject | undefined {
  const value = text === null ? undefined : json.parse(text);
  return isJsonObject(value) ? value : undefined;
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
  /** To be called where another Stockhand was found to write there: what it writes is taken over by the next claim. */
  leave(): void;
}
