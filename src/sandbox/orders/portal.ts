import { toThousandths } from '../base/decimal.ts';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import { queueEvent } from '../webhooks/queue.ts';
import { addUp, type Line } from './line.ts';
import { changeOrder, insertOrder, type NewOrder, type OrderRow } from './order.ts';
import { announce } from './place.ts';
import { linesOf } from './present.ts';
import { releaseStock, reserveStock } from './reservation.ts';
import { type OrderState, type Trigger, transitions } from './states.ts';
import { linesAsked, linesChosen, type WantedLine } from './wares.ts';

/** What buyers and operators do in the portal: the tester's side of an order's life. */

/** Also the orders that are not on the feed. */
export function anyOrder(market: Market, id: number): OrderRow {
  const row = market.store.get<OrderRow>('SELECT * FROM orders WHERE id = ?', id);
  if (row) return row;
  throw new Problem('ORDER_NOT_FOUND', `There is no order ${id}`);
}

/**
 * New lines and totals, same id and status, no webhook. Only operator-keyed orders and counter
 * sales are edited in place; `force` does it to any order.
 */
export function editInPlace(
  market: Market,
  row: OrderRow,
  edit: { lines?: WantedLine[] | undefined; force: boolean },
) {
  if (row.origin === 'buyer' && !edit.force) {
    throw refused(
      row,
      'only operator-keyed orders and counter sales are edited in place (or send "force": true)',
    );
  }
  return changeOrder(market, row, newLines(market, row, linesFor(market, edit.lines)));
}

/** The buyer asks for other lines; they apply once confirmed. */
export function amend(market: Market, row: OrderRow, lines: WantedLine[] | undefined): OrderRow {
  if (row.amendmentStatus !== null) {
    throw new Problem('AMENDMENT_IN_FLIGHT', `Order ${row.id} already waits for a confirmation`);
  }
  if (!['PLACED', 'ACCEPTED', 'PREPARING'].includes(row.status)) {
    throw refused(row, `it is ${row.status}`);
  }
  return changeOrder(market, row, {
    amendmentStatus: 'PENDING_BUYER_CONFIRMATION',
    pendingLines: JSON.stringify(linesFor(market, lines)),
  });
}

/** The buyer confirms: an amendment, or an order that was not real until now. */
export function confirm(market: Market, row: OrderRow): OrderRow {
  if (row.hidden === 'PENDING_BUYER_CONFIRMATION' || row.hidden === 'BUYER_APPROVAL') {
    const real = changeOrder(market, row, { hidden: null });
    announce(market, real);
    return real;
  }
  if (row.amendmentStatus === null) throw refused(row, 'there is nothing to confirm');
  const lines = JSON.parse(row.pendingLines ?? row.lines) as Line[];
  const changed = changeOrder(market, row, {
    ...newLines(market, row, lines),
    amendmentStatus: null,
    pendingLines: null,
  });
  queueEvent(market, 'order.amended', changed);
  return changed;
}

export function cancelByBuyer(market: Market, row: OrderRow, reason: string | undefined): OrderRow {
  const status = next(row, 'buyerCancel');
  if (row.reserved === 1) releaseStock(market, linesOf(row));
  const cancelled = changeOrder(market, row, {
    status,
    reserved: 0,
    amendmentStatus: null,
    pendingLines: null,
    cancelReason: reason ?? 'Cancelled by buyer',
    cancelledAt: market.clock.nowMs() * 1000,
  });
  queueEvent(market, 'order.cancelled', cancelled);
  return cancelled;
}

/** The spec does not show what moves an order to PREPARING, nor an event for it. */
export function prepare(market: Market, row: OrderRow): OrderRow {
  return changeOrder(market, row, { status: next(row, 'prepare') });
}

export function deliver(market: Market, row: OrderRow): OrderRow {
  const status = next(row, 'deliver');
  const delivered = changeOrder(market, row, { status, deliveredAt: market.clock.nowMs() * 1000 });
  queueEvent(market, 'order.delivered', delivered);
  return delivered;
}

type Payment = {
  paymentStatus: 'UNPAID' | 'PARTIAL' | 'PAID' | 'REFUNDED';
  amountPaid?: number | undefined;
};

/** Changes an order without changing its status. */
export function pay(market: Market, row: OrderRow, payment: Payment): OrderRow {
  const asked = payment.amountPaid === undefined ? undefined : toThousandths(payment.amountPaid);
  const paid = asked ?? usualAmount(row, payment.paymentStatus);
  const changed = changeOrder(market, row, {
    paymentStatus: payment.paymentStatus,
    amountPaid: paid,
  });
  if (paid > row.amountPaid) queueEvent(market, 'payment.confirmed', changed);
  // The event is described for UNPAID, PARTIAL and PAID only.
  if (payment.paymentStatus !== 'REFUNDED' && payment.paymentStatus !== row.paymentStatus) {
    queueEvent(market, 'order.payment_status_changed', changed);
  }
  return changed;
}

function usualAmount(row: OrderRow, status: Payment['paymentStatus']): number {
  if (status === 'PAID') return row.grossTotal;
  return status === 'PARTIAL' ? Math.floor(row.grossTotal / 20) * 10 : 0;
}

/** An annulled counter sale comes back CANCELLED with voidReason. */
export function annul(market: Market, row: OrderRow, voidReason: string): OrderRow {
  if (row.saleChannel !== 'DIRECT_SALE') throw refused(row, 'only a counter sale is annulled');
  const annulled = changeOrder(market, row, {
    status: next(row, 'annul'),
    voidReason,
    cancelledAt: market.clock.nowMs() * 1000,
  });
  queueEvent(market, 'order.cancelled', annulled);
  return annulled;
}

/** Annulled and recorded again as a new sale; nothing on the feed links the two. */
export function correct(market: Market, row: OrderRow, lines: WantedLine[] | undefined) {
  const annulled = annul(market, row, 'Corrected');
  const at = market.stamp();
  const { id: _id, version: _version, changes: _changes, createdAt: _created, ...rest } = row;
  const { updatedAt: _updated, orderNumber: _number, ...same } = rest;
  const again: NewOrder = {
    ...same,
    ...newLines(market, row, linesFor(market, lines)),
    deliveredAt: at,
  };
  const sale = insertOrder(market, { ...again, uuid: again.uuid.replace(/.$/, 'f') }, at);
  queueEvent(market, 'order.delivered', sale);
  return { annulled, sale };
}

function linesFor(market: Market, lines: WantedLine[] | undefined): Line[] {
  return lines ? linesAsked(market, lines) : linesChosen(market, market.random, false);
}

/** An accepted order holds stock for its new lines instead of the old ones. */
function newLines(market: Market, row: OrderRow, lines: Line[]) {
  if (row.reserved === 1) {
    releaseStock(market, linesOf(row));
    reserveStock(market, lines);
  }
  const totals = addUp(lines, { deliveryFee: row.deliveryFee, discount: row.discount });
  return { lines: JSON.stringify(lines), ...totals };
}

function next(row: OrderRow, trigger: Trigger): OrderState {
  const state = transitions[row.status][trigger];
  if (state === null) throw refused(row, `it is ${row.status}`);
  return state;
}

function refused(row: OrderRow, why: string): Problem {
  return new Problem('CONFLICT', `Order ${row.id}: ${why}`);
}
