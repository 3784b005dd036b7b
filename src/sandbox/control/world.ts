import { z } from 'zod';
import { bounds } from '../base/limits.ts';
import { type DeliveryRow, type EndpointRow, orderEvents } from '../webhooks/queue.ts';
import { registerEndpoint } from '../webhooks/register.ts';
import type { House } from './house.ts';
import { type ControlRoute, ok, read, readNumber } from './route.ts';

const ledger: ControlRoute = {
  method: 'GET',
  path: '/sandbox/ledger',
  summary: 'What the marketplace was asked and what came of it',
  handle: (house, { query }) => {
    const last = readNumber(query, 'last', 0);
    if (last > 0) return ok({ entries: house.ledger.last(Math.min(last, bounds.ledgerPage)) });
    const limit = Math.min(readNumber(query, 'limit', bounds.ledgerPage), bounds.ledgerEntries);
    return ok(house.ledger.since(readNumber(query, 'since', 0), limit));
  },
};

const emptyLedger: ControlRoute = {
  method: 'DELETE',
  path: '/sandbox/ledger',
  summary: 'Empty the ledger',
  handle: (house) => {
    house.ledger.clear();
    return { status: 204 };
  },
};

const clock: ControlRoute = {
  method: 'GET',
  path: '/sandbox/clock',
  summary: 'The sandbox’s time',
  handle: (house) => ok(time(house)),
};

const clockChange = z.strictObject({
  speed: z.number().positive().max(1_000_000).optional(),
  advanceSeconds: z.number().min(0).optional(),
});

const setClock: ControlRoute = {
  method: 'POST',
  path: '/sandbox/clock',
  summary: 'Let the clock run faster, or move it forward',
  handle: (house, { body }) => {
    house.market.clock.change(read(clockChange, body));
    house.market.store.keep('nowMs', String(house.market.clock.nowMs()));
    return ok(time(house));
  },
};

function time({ market }: House) {
  return { now: new Date(market.clock.nowMs()).toISOString(), speed: market.clock.speed() };
}

const facts: ControlRoute = {
  method: 'GET',
  path: '/sandbox/facts',
  summary: 'What the sandbox holds, in numbers',
  handle: ({ market, ledger: book, sky }) => {
    const count = (sql: string) => market.store.get<{ n: number }>(sql)?.n ?? 0;
    return ok({
      products: count('SELECT count(*) AS n FROM products WHERE deletedAt IS NULL'),
      deletedProducts: count('SELECT count(*) AS n FROM products WHERE deletedAt IS NOT NULL'),
      orders: count('SELECT count(*) AS n FROM orders'),
      ordersByStatus: Object.fromEntries(
        market.store
          .all<{ status: string; n: number }>(
            'SELECT status, count(*) AS n FROM orders WHERE hidden IS NULL GROUP BY status',
          )
          .map(({ status, n }) => [status, n]),
      ),
      endpoints: count('SELECT count(*) AS n FROM endpoints WHERE deletedAt IS NULL'),
      pendingDeliveries: count(
        'SELECT count(*) AS n FROM deliveries WHERE nextAttemptAt IS NOT NULL',
      ),
      ledger: book.totals(),
      weather: sky.list().length,
      ...time({ market, ledger: book, sky }),
    });
  },
};

const deliveries: ControlRoute = {
  method: 'GET',
  path: '/sandbox/deliveries',
  summary: 'Webhook deliveries of all endpoints, newest first',
  handle: ({ market }, { query }) => {
    const rows = market.store.all<DeliveryRow>(
      'SELECT * FROM deliveries ORDER BY id DESC LIMIT ?',
      Math.min(readNumber(query, 'limit', bounds.controlPage), bounds.controlPage),
    );
    const endpoints = market.store.all<EndpointRow>('SELECT * FROM endpoints');
    return ok({
      items: rows.map((row) => ({ ...row, body: JSON.parse(row.body) })),
      endpoints: endpoints.map(({ id, url, status, failures }) => ({ id, url, status, failures })),
    });
  },
};

const wantedEndpoint = z.strictObject({
  url: z.string(),
  secret: z.string().min(1).optional(),
  events: z.array(z.string()).default([...orderEvents]),
});

const register: ControlRoute = {
  method: 'POST',
  path: '/sandbox/webhooks',
  summary: 'Register a webhook endpoint with a known secret',
  handle: async ({ market }, { body }) => {
    const wanted = read(wantedEndpoint, body);
    const { id, url, secret } = await registerEndpoint(market, { ...wanted, side: 'SUPPLIER' });
    return { status: 201, body: { id, url, secret } };
  },
};

export const worldRoutes: readonly ControlRoute[] = [
  ledger,
  emptyLedger,
  clock,
  setClock,
  facts,
  deliveries,
  register,
];
