import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import type { Trace } from '../service/declaration.ts';
import { type OrderEvent, queueEvent } from '../webhooks/queue.ts';
import { checkCredit } from './credit.ts';
import { changeOrder, findOrder, type OrderRow, visibleOrder } from './order.ts';
import { linesOf } from './present.ts';
import { consumeStock, releaseStock, reserveStock } from './reservation.ts';
import { type OrderState, transitions } from './states.ts';

export type Action = 'accept' | 'reject' | 'dispatch' | 'cancel';

type Details = Partial<
  Pick<OrderRow, 'rejectReason' | 'cancelReason' | 'trackingCode' | 'dispatchNotes'>
>;

export type Order = { id: string | number; ifMatch?: string | undefined; details?: Details };

const effects = {
  accept: 'orderAccepted',
  reject: 'orderRejected',
  dispatch: 'orderDispatched',
  cancel: 'orderCancelled',
} as const;

const events: Record<Action, OrderEvent> = {
  accept: 'order.accepted',
  reject: 'order.rejected',
  dispatch: 'order.dispatched',
  cancel: 'order.cancelled',
};

export type Acting = { market: Market; trace: Trace };

/** One order action of the supplier, with every rule of the spec's order tables. */
export function act({ market, trace }: Acting, action: Action, order: Order): OrderRow {
  const row = wantedOrder(market, order);
  if (order.ifMatch !== undefined && order.ifMatch !== row.version) {
    throw new Problem(
      'ORDER_VERSION_CONFLICT',
      `Order ${row.id} is at version ${row.version}, not ${order.ifMatch}`,
    );
  }
  const next = nextState(market, row, action);
  const changes = { ...order.details, ...stamps(market, action) };
  const reserved = moveStock(market, row, action);
  const changed = changeOrder(market, row, { ...changes, status: next, reserved });
  trace.effects.push({ kind: effects[action], orderId: row.id });
  if (action !== 'cancel' || market.settings.open.supplierCancelEvent === 'sent') {
    queueEvent(market, events[action], changed);
  }
  return changed;
}

/** On If-Match an order that is not the caller's is ERROR (spec "Order action rules"). */
function wantedOrder(market: Market, order: Order): OrderRow {
  if (order.ifMatch === undefined) return visibleOrder(market, order.id);
  const row = findOrder(market, order.id);
  if (row) return row;
  throw new Problem('ERROR', `Order ${order.id} is not yours`, { status: 404 });
}

function nextState(market: Market, row: OrderRow, action: Action): OrderState {
  const next = transitions[row.status][action];
  if (next === null && action === 'cancel') {
    throw new Problem('ORDER_CANNOT_CANCEL', `Order ${row.id} is ${row.status}`);
  }
  if (next === null) {
    const problem = `Order ${row.id} is ${row.status}: ${action} does not apply`;
    throw new Problem(market.settings.open.wrongState, problem);
  }
  if (row.amendmentStatus !== null && (action === 'dispatch' || action === 'cancel')) {
    throw new Problem('AMENDMENT_IN_FLIGHT', `Order ${row.id} waits for its buyer's confirmation`);
  }
  return next;
}

function stamps(market: Market, action: Action): Partial<OrderRow> {
  const at = market.clock.nowMs() * 1000;
  if (action === 'reject') return { rejectedAt: at };
  return action === 'cancel' ? { cancelledAt: at } : {};
}

/** Whether the order holds stock afterwards. */
function moveStock(market: Market, row: OrderRow, action: Action): number {
  if (action === 'accept') {
    checkCredit(market, row);
    reserveStock(market, linesOf(row));
    return 1;
  }
  if (row.reserved === 1 && action === 'dispatch') consumeStock(market, linesOf(row));
  else if (row.reserved === 1) releaseStock(market, linesOf(row));
  return 0;
}
