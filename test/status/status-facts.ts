import type { SendingFacts } from '../../src/domain/exchange.ts';
import type { NeedsYou, OrderFacts } from '../../src/domain/facts.ts';

export const sent = { orders: 0, stock: 0, products: 0, pictures: 0, background: 0 };
export const flowing: SendingFacts = { lanes: [], sent };
const stop = {
  code: 'UNAUTHENTICATED',
  sentence: 'The API key is not known.',
  remedy: 'Put a valid key.',
};
export const stopped: SendingFacts = {
  sent,
  lanes: [
    { lane: 'stock', waiting: 1, inFlight: 0, stopped: stop },
    { lane: 'products', waiting: 1, inFlight: 0, stopped: stop },
  ],
};
export const need: NeedsYou = { id: 'x', what: 'w', cause: 'c', effect: 'e', fix: 'f' };
export const base = {
  baseUrl: 'https://market.example',
  version: '1',
  sandbox: false,
  sending: flowing,
  catalog: undefined,
  orders: undefined,
  webhooks: undefined,
  needsYou: [],
  events: [],
};

/** The last read of the feed failed. */
export const unread: OrderFacts = {
  feed: {
    state: 'waiting',
    pollEveryMs: 60_000,
    lastFailure: 'The feed was not read: answered 500.',
  },
  outbox: { folder: '.', written: 0, pending: 0, unacknowledged: 0, parked: 0 },
  commands: { done: 0, refused: 0, waiting: 0, parked: 0 },
};
