import { hash } from 'node:crypto';
import type { Thousandths } from '../base/decimal.ts';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import type { Totals } from './line.ts';
import type { OrderState } from './states.ts';

export type Origin = 'buyer' | 'operator' | 'counterSale';
/** Why an order is not on the feed. `otherTenant`: it is not the caller's at all. */
export type Hidden = 'PENDING_BUYER_CONFIRMATION' | 'BUYER_APPROVAL' | 'OTHER_TENANT';

export type OrderRow = Totals & {
  id: number;
  uuid: string;
  orderNumber: string;
  status: OrderState;
  hidden: Hidden | null;
  origin: Origin;
  version: string;
  changes: number;
  saleChannel: 'ORDER' | 'DIRECT_SALE';
  customerKind: 'BUYER_TENANT' | 'INTERNAL_PARTNER';
  customerName: string;
  customer: string;
  internalPartner: string | null;
  buyerId: number | null;
  buyerName: string | null;
  customerInternalPartnerId: number | null;
  customerInternalPartnerExternalId: string | null;
  placedOnBehalfByUserId: number | null;
  lines: string;
  pendingLines: string | null;
  amendmentStatus: string | null;
  reserved: number;
  amountPaid: Thousandths;
  currency: string;
  paymentStatus: string;
  deliveryCity: string | null;
  deliveryCountry: string | null;
  requestedDeliveryDate: string | null;
  notes: string | null;
  trackingCode: string | null;
  dispatchNotes: string | null;
  rejectReason: string | null;
  cancelReason: string | null;
  voidReason: string | null;
  deliveredAt: number | null;
  cancelledAt: number | null;
  rejectedAt: number | null;
  createdAt: number;
  updatedAt: number;
};

export type NewOrder = Omit<
  OrderRow,
  'id' | 'version' | 'changes' | 'createdAt' | 'updatedAt' | 'orderNumber'
>;

/** The order on the feed with this id: hidden ones are as absent as another tenant's. */
export function findOrder(market: Market, id: number | string): OrderRow | undefined {
  return market.store.get<OrderRow>(
    'SELECT * FROM orders WHERE id = ? AND hidden IS NULL',
    Number(id),
  );
}

export function visibleOrder(market: Market, id: number | string): OrderRow {
  const order = findOrder(market, id);
  if (order) return order;
  throw new Problem('ORDER_NOT_FOUND', `There is no order ${id}`);
}

export function insertOrder(market: Market, order: NewOrder, at: number): OrderRow {
  const highest = market.store.get<{ id: number | null }>('SELECT max(id) AS id FROM orders')?.id;
  const id = (highest ?? 1000) + 1;
  const year = new Date(at / 1000).getUTCFullYear();
  const row: OrderRow = {
    ...order,
    id,
    orderNumber: `ORD-${year}-${String(id).padStart(6, '0')}`,
    version: versionOf(market, id, 1),
    changes: 1,
    createdAt: at,
    updatedAt: at,
  };
  const names = Object.keys(row);
  market.store.run(
    `INSERT INTO orders (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
  return row;
}

/** Every change bumps updatedAt and the version (spec "Order summary"). */
export function changeOrder(market: Market, order: OrderRow, fields: Partial<OrderRow>): OrderRow {
  const changes = order.changes + 1;
  const change = {
    ...fields,
    changes,
    version: versionOf(market, order.id, changes),
    updatedAt: market.stamp(),
  };
  const names = Object.keys(change);
  market.store.run(
    `UPDATE orders SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
    ...Object.values(change),
    order.id,
  );
  return { ...order, ...change };
}

/** Opaque to the client, and never the same for two states of one order. */
function versionOf(market: Market, id: number, changes: number): string {
  const digest = hash('sha256', `${market.secret}.${id}.${changes}`, 'base64url');
  return `v${digest.slice(0, 15)}`;
}
