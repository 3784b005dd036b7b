import { z } from 'zod';
import { leaveOutEmpty } from '../base/absent.ts';
import { bounds } from '../base/limits.ts';
import type { OrderRow } from '../orders/order.ts';
import { placeOrders } from '../orders/place.ts';
import {
  amend,
  annul,
  anyOrder,
  cancelByBuyer,
  confirm,
  correct,
  deliver,
  editInPlace,
  pay,
  prepare,
} from '../orders/portal.ts';
import { presentDetail, presentSummary } from '../orders/present.ts';
import type { House } from './house.ts';
import { type ControlCall, type ControlRoute, ok, read, readNumber } from './route.ts';

const wantedLines = z
  .array(
    z.strictObject({
      externalId: z.string().optional(),
      quantity: z.number().positive(),
      unitPrice: z.number().min(0).optional(),
      name: z.string().optional(),
    }),
  )
  .max(1000)
  .optional();

const wantedOrders = z.strictObject({
  count: z.int().min(1).max(bounds.ordersAtOnce).default(1),
  origin: z.enum(['buyer', 'operator', 'counterSale']).default('buyer'),
  lines: wantedLines,
  hostile: z.boolean().default(false),
  seed: z.int().optional(),
  buyerName: z.string().optional(),
  buyerId: z.int().optional(),
  notes: z.string().optional(),
  hidden: z.enum(['PENDING_BUYER_CONFIRMATION', 'BUYER_APPROVAL', 'OTHER_TENANT']).optional(),
  discount: z.number().min(0).optional(),
  deliveryFee: z.number().min(0).optional(),
});

const place: ControlRoute = {
  method: 'POST',
  path: '/sandbox/orders',
  summary: 'Place orders',
  handle: ({ market }, { body }) => {
    const orders = placeOrders(market, read(wantedOrders, body));
    return {
      status: 201,
      body: { orders: orders.map((row) => ({ ...brief(row), orderNumber: row.orderNumber })) },
    };
  },
};

const list: ControlRoute = {
  method: 'GET',
  path: '/sandbox/orders',
  summary: 'The newest orders, also those that are not on the feed',
  handle: ({ market }, { query }) => {
    const limit = Math.min(readNumber(query, 'limit', 100), bounds.controlPage);
    const rows = market.store.all<OrderRow>('SELECT * FROM orders ORDER BY id DESC LIMIT ?', limit);
    const count = market.store.get<{ n: number }>('SELECT count(*) AS n FROM orders')?.n ?? 0;
    return ok({ items: rows.map(disclose), count });
  },
};

const one: ControlRoute = {
  method: 'GET',
  path: '/sandbox/orders/:id',
  summary: 'One order with every stored field',
  handle: ({ market }, { params }) => ok(disclose(anyOrder(market, Number(params['id'])))),
};

function disclose(row: OrderRow): Record<string, unknown> {
  return leaveOutEmpty({
    ...presentSummary(row),
    origin: row.origin,
    hidden: row.hidden,
    rejectReason: row.rejectReason,
    trackingCode: row.trackingCode,
    dispatchNotes: row.dispatchNotes,
    notes: row.notes,
    stockReserved: row.reserved === 1,
    detail: presentDetail(row),
  });
}

const summaries = {
  edit: 'Edit it in place: new lines, same status, no webhook',
  amend: 'The buyer asks for other lines; they wait for a confirmation',
  confirm: 'The buyer confirms an amendment, or an order that was waiting for this',
  cancel: 'The buyer cancels it',
  prepare: 'ACCEPTED becomes PREPARING',
  deliver: 'The buyer confirms delivery',
  pay: 'Set paymentStatus and amountPaid',
  annul: 'Annul a counter sale',
} as const;

/** A change by buyer or operator; answers id, version and status. */
function change<Schema extends z.ZodType>(
  verb: keyof typeof summaries,
  schema: Schema,
  work: (house: House, row: OrderRow, body: z.output<Schema>) => OrderRow,
): ControlRoute {
  return {
    method: 'POST',
    path: `/sandbox/orders/:id/${verb}`,
    summary: summaries[verb],
    handle: (house, call) =>
      ok(brief(inTransaction(house, call, (row) => work(house, row, read(schema, call.body))))),
  };
}

function inTransaction<T>(house: House, call: ControlCall, work: (row: OrderRow) => T): T {
  const { market } = house;
  return market.store.transaction(() => work(anyOrder(market, Number(call.params['id']))));
}

function brief(row: OrderRow): { id: number; version: string; status: string } {
  return { id: row.id, version: row.version, status: row.status };
}

const nothing = z.strictObject({});
const lines = z.strictObject({ lines: wantedLines });
const edit = z.strictObject({ lines: wantedLines, force: z.boolean().default(false) });
const payment = z.strictObject({
  paymentStatus: z.enum(['UNPAID', 'PARTIAL', 'PAID', 'REFUNDED']),
  amountPaid: z.number().min(0).optional(),
});

const correctSale: ControlRoute = {
  method: 'POST',
  path: '/sandbox/orders/:id/correct',
  summary: 'Annul a counter sale and record it again',
  handle: (house, call) => {
    const body = read(lines, call.body);
    const { sale, annulled } = inTransaction(house, call, (row) =>
      correct(house.market, row, body.lines),
    );
    return ok({ ...brief(sale), annulled: brief(annulled) });
  },
};

export const orderRoutes: readonly ControlRoute[] = [
  place,
  list,
  one,
  change('edit', edit, ({ market }, row, body) => editInPlace(market, row, body)),
  change('amend', lines, ({ market }, row, body) => amend(market, row, body.lines)),
  change('confirm', nothing, ({ market }, row) => confirm(market, row)),
  change('cancel', z.strictObject({ reason: z.string().optional() }), ({ market }, row, body) =>
    cancelByBuyer(market, row, body.reason),
  ),
  change('prepare', nothing, ({ market }, row) => prepare(market, row)),
  change('deliver', nothing, ({ market }, row) => deliver(market, row)),
  change('pay', payment, ({ market }, row, body) => pay(market, row, body)),
  change('annul', z.strictObject({ voidReason: z.string() }), ({ market }, row, body) =>
    annul(market, row, body.voidReason),
  ),
  correctSale,
];
