import { z } from 'zod';
import { leaveOutEmpty } from '../base/absent.ts';
import { limits } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import { type Answer, type Endpoint, endpoint, ok } from '../service/declaration.ts';
import { type DeliveryRow, type EndpointRow, orderEvents } from './queue.ts';
import { registerEndpoint } from './register.ts';
import { attempt, findEndpoint } from './sender.ts';

const webhooks = '/api/v1/connect/webhooks';
const eventNames = [...orderEvents, 'test.ping'] as const;

const list = endpoint(
  {
    method: 'GET',
    path: webhooks,
    summary: 'List the registered endpoints',
    spec: 'Webhook management',
    access: 'portal',
    answers: { 200: { description: 'Shape not shown', schema: z.unknown() } },
    notShown: ['webhookListBody'],
  },
  (market) => {
    const rows = market.store.all<EndpointRow>(
      'SELECT * FROM endpoints WHERE deletedAt IS NULL ORDER BY id',
    );
    const items = rows.map(presentEndpoint);
    return ok(market.settings.open.webhookListBody === 'list' ? items : { items });
  },
);

const create = endpoint(
  {
    method: 'POST',
    path: webhooks,
    summary: 'Register an endpoint; the secret is shown this once',
    spec: 'Webhook management',
    access: 'portal',
    waits: true,
    body: z.object({
      url: z.string(),
      events: z.array(z.enum(eventNames)).min(1),
      side: z.enum(['SUPPLIER', 'BUYER']).default('SUPPLIER'),
    }),
    answers: {
      201: {
        description: 'Other fields than secret are not shown',
        schema: z.looseObject({ secret: z.string().startsWith('whsec_') }),
      },
    },
    notShown: ['the status (here: 201) and the fields besides secret'],
  },
  async (market, { body, trace }) => {
    const row = await registerEndpoint(market, body);
    trace.effects.push({ kind: 'webhookRegistered', endpointId: row.id });
    return { status: 201, body: { ...presentEndpoint(row), secret: row.secret } };
  },
);

const remove = endpoint(
  {
    method: 'DELETE',
    path: `${webhooks}/:id`,
    summary: 'Deactivate an endpoint',
    spec: 'Webhook management',
    access: 'portal',
    numeric: ['id'],
    answers: { 204: { description: 'Deactivated' } },
  },
  (market, { params, trace }): Answer => {
    const { id } = wanted(market, params['id']);
    market.store.run('UPDATE endpoints SET deletedAt = ? WHERE id = ?', market.clock.nowMs(), id);
    trace.effects.push({ kind: 'webhookDeleted', endpointId: id });
    return { status: 204 };
  },
);

const test = endpoint(
  {
    method: 'POST',
    path: `${webhooks}/:id/test`,
    summary: 'Send a signed test.ping; it is not recorded in the delivery log',
    spec: 'Webhook management',
    access: 'portal',
    waits: true,
    numeric: ['id'],
    answers: {
      200: {
        description: 'What came of it',
        schema: z.object({
          success: z.boolean(),
          statusCode: z.int().optional(),
          responseTime: z.number().optional(),
        }),
      },
    },
  },
  async (market, { params }) => {
    const target = wanted(market, params['id']);
    const receipt = await attempt(
      market,
      { endpoint: target, event: 'test.ping', body: ping(market) },
      AbortSignal.timeout(limits.deliveryConnectMs + limits.deliveryReadMs),
    );
    const status = receipt?.status ?? 0;
    return ok(
      leaveOutEmpty({
        success: status >= 200 && status < 300,
        statusCode: status === 0 ? undefined : status,
        responseTime: receipt?.responseTimeMs,
      }),
    );
  },
);

function ping(market: Market): string {
  return JSON.stringify({
    event: 'test.ping',
    timestamp: new Date(market.clock.nowMs()).toISOString(),
    data: { message: 'This is a test delivery', test: true },
  });
}

const deliveries = endpoint(
  {
    method: 'GET',
    path: `${webhooks}/:id/deliveries`,
    summary: 'The last 50 deliveries',
    spec: 'Webhook management',
    access: 'portal',
    numeric: ['id'],
    answers: { 200: { description: 'Field names not shown', schema: z.unknown() } },
    notShown: ['the field names (here: status, responseCode, responseExcerpt …)'],
  },
  (market, { params }) => {
    const { id } = wanted(market, params['id']);
    const rows = market.store.all<DeliveryRow>(
      'SELECT * FROM deliveries WHERE endpointId = ? ORDER BY id DESC LIMIT ?',
      id,
      limits.deliveryHistory,
    );
    const items = rows.map(presentDelivery);
    return ok(market.settings.open.webhookListBody === 'list' ? items : { items });
  },
);

function wanted(market: Market, id: string | undefined): EndpointRow {
  const row = findEndpoint(market, Number(id));
  if (row) return row;
  throw new Problem('NOT_FOUND', `There is no webhook endpoint ${id}`);
}

/** The secret is shown at creation only. */
function presentEndpoint(row: EndpointRow): Record<string, unknown> {
  const { id, url, side, status, failures } = row;
  return {
    id,
    url,
    events: JSON.parse(row.events) as string[],
    side,
    status,
    failureCount: failures,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

function presentDelivery(row: DeliveryRow): Record<string, unknown> {
  return leaveOutEmpty({
    id: row.id,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    responseCode: row.responseStatus,
    responseExcerpt: row.responseExcerpt,
    createdAt: new Date(row.createdAt).toISOString(),
    lastAttemptAt: row.lastAttemptAt === null ? null : new Date(row.lastAttemptAt).toISOString(),
  });
}

export const webhookEndpoints: readonly Endpoint[] = [list, create, remove, test, deliveries];
