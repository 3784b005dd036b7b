import { z } from 'zod';
import { leaveOutEmpty } from '../base/absent.ts';
import { ItemRefused, reasonOf } from '../base/item-refused.ts';
import { limits } from '../base/limits.ts';
import { type Endpoint, endpoint, ok } from '../service/declaration.ts';
import { type Acting, act } from './act.ts';
import { batchOutcome } from './schema.ts';

const batch = '/connect/v1/supplier/orders/batch';
const answers = { 200: { description: 'What became of each order', schema: batchOutcome } };

type Outcome = { orderId: number; status: string; errorCode?: string; error?: string };

const accept = endpoint(
  {
    method: 'POST',
    path: `${batch}/accept`,
    summary: 'Accept up to 50 orders',
    spec: 'Orders',
    access: { scope: 'orders:write' },
    body: z.object({ orderIds: z.array(z.int()).max(limits.batchOrders) }),
    idempotent: true,
    answers,
  },
  (market, { body, trace }) => {
    const outcomes = eachOrder({ market, trace }, body.orderIds, (orderId) => {
      act({ market, trace }, 'accept', { id: orderId });
      return 'accepted';
    });
    return ok({ ...count(outcomes), results: outcomes });
  },
);

const text = (chars: number) => z.string().max(chars).nullish();

const dispatch = endpoint(
  {
    method: 'POST',
    path: `${batch}/dispatch`,
    summary: 'Dispatch up to 50 orders',
    spec: 'Orders',
    access: { scope: 'orders:write' },
    body: z.object({
      orders: z
        .array(
          z.object({
            orderId: z.int(),
            trackingCode: text(limits.trackingCodeChars),
            notes: text(limits.dispatchNotesChars),
          }),
        )
        .max(limits.batchOrders),
    }),
    idempotent: true,
    answers,
    notShown: ['batchDispatchBody'],
  },
  (market, { body, trace }) => {
    const ids = body.orders.map((order) => order.orderId);
    const outcomes = eachOrder({ market, trace }, ids, (orderId, at) => {
      const { trackingCode = null, notes: dispatchNotes = null } = body.orders[at] ?? {};
      act({ market, trace }, 'dispatch', { id: orderId, details: { trackingCode, dispatchNotes } });
      return 'dispatched';
    });
    const results = market.settings.open.batchDispatchBody === 'results' ? outcomes : undefined;
    return ok(leaveOutEmpty({ ...count(outcomes), results }));
  },
);

/** Each order by itself: a refusal is its own, the request still answers 200. */
function eachOrder(
  { market, trace }: Acting,
  orderIds: readonly number[],
  work: (orderId: number, at: number) => string,
): Outcome[] {
  return orderIds.map((orderId, at) => {
    const effectsBefore = trace.effects.length;
    try {
      if (trace.halfBatch !== undefined && at % 2 === 1) throw half(trace.halfBatch);
      return { orderId, status: market.store.transaction(() => work(orderId, at)) };
    } catch (error) {
      trace.effects.length = effectsBefore;
      return { orderId, status: 'failed', ...reasonOf(error) };
    }
  });
}

function half(errorCode: string): ItemRefused {
  return new ItemRefused(errorCode, 'The order was refused by the chosen weather');
}

function count(outcomes: readonly Outcome[]): { succeeded: number; failed: number } {
  const failed = outcomes.filter((outcome) => outcome.status === 'failed').length;
  return { succeeded: outcomes.length - failed, failed };
}

export const orderBatchEndpoints: readonly Endpoint[] = [accept, dispatch];
