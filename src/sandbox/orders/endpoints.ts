import { z } from 'zod';
import { limits } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import { type Answer, type Call, type Endpoint, endpoint, ok } from '../service/declaration.ts';
import {
  choiceParameter,
  cursorParameter,
  limitParameter,
  updatedAfterParameter,
} from '../service/parameter.ts';
import { type Action, act, type Order } from './act.ts';
import { type ListQuery, listOrders } from './list.ts';
import { type OrderRow, visibleOrder } from './order.ts';
import { presentDetail, presentSummary } from './present.ts';
import { orderDetail, orderSummary } from './schema.ts';
import { orderStates } from './states.ts';

const orders = '/connect/v1/supplier/orders';
const read = { scope: 'orders:read' } as const;
const nextCursor = z.string().optional();

const list = endpoint(
  {
    method: 'GET',
    path: orders,
    summary: 'List the orders: change feed with updatedAfter or an opaque cursor, else browse mode',
    spec: 'Orders',
    access: read,
    query: [
      updatedAfterParameter,
      cursorParameter,
      limitParameter,
      choiceParameter('status', orderStates),
    ],
    answers: {
      200: {
        description: 'A page; on the feed nextCursor is always there',
        schema: z.object({ items: z.array(orderSummary), nextCursor, hasMore: z.boolean() }),
      },
    },
  },
  (market, { query, trace }) => ok(listOrders(market, query as ListQuery, trace)),
);

const detail = endpoint(
  {
    method: 'GET',
    path: `${orders}/:id`,
    summary: 'Read one order in full',
    spec: 'Orders',
    access: read,
    numeric: ['id'],
    answers: { 200: { description: 'The order', schema: orderDetail } },
  },
  (market, { params }) => ok(presentDetail(visibleOrder(market, params['id'] ?? ''))),
);

const reason = z.string().max(limits.cancelReasonChars);
const trackingCode = z.string().max(limits.trackingCodeChars).optional();
const notes = z.string().max(limits.dispatchNotesChars).optional();

function declareAction<Body extends z.ZodType>(
  action: Action,
  body: Body,
  details: (body: z.output<Body>) => Order['details'],
): Endpoint {
  const presence = action === 'reject' ? 'required' : 'optional';
  return endpoint(
    {
      method: 'POST',
      path: `${orders}/:id/${action}`,
      summary: `${action} an order`,
      spec: 'Orders',
      access: { scope: 'orders:write' },
      numeric: ['id'],
      body,
      bodyPresence: presence,
      idempotent: true,
      ifMatch: true,
      answers: { 200: { description: 'Done (body not shown)', schema: z.unknown() } },
      notShown: ['orderActionBody', 'wrongState'],
    },
    (market, call) => {
      const order = { ...target(call), details: details(call.body) ?? {} };
      return actionAnswer(market, act({ market, trace: call.trace }, action, order));
    },
  );
}

function target({ params, ifMatch }: Call): Order {
  return { id: params['id'] ?? '', ifMatch };
}

/** The spec does not show it: `orderActionBody` chooses. */
function actionAnswer(market: Market, row: OrderRow): Answer {
  switch (market.settings.open.orderActionBody) {
    case 'summary':
      return ok(presentSummary(row));
    case 'detail':
      return ok(presentDetail(row));
    case 'empty':
      return ok({});
    case 'noContent':
      return { status: 204 };
  }
}

const none = z.object({});

export const orderEndpoints: readonly Endpoint[] = [
  list,
  detail,
  declareAction('accept', none, () => ({})),
  declareAction(
    'reject',
    z.object({ reason: z.string().regex(/\S/, 'must not be blank') }),
    (body) => ({
      rejectReason: body.reason,
    }),
  ),
  declareAction('dispatch', z.object({ trackingCode, notes }), (body) => ({
    trackingCode: body.trackingCode ?? null,
    dispatchNotes: body.notes ?? null,
  })),
  declareAction('cancel', z.object({ reason: reason.optional() }), (body) => ({
    cancelReason: body.reason ?? 'Cancelled via API',
  })),
];
