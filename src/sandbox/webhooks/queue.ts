import { formatInstant } from '../base/instant.ts';
import { bounds, limits } from '../base/limits.ts';
import type { Market } from '../base/market.ts';

/** Spec "Event types". */
export const orderEvents = [
  'order.placed',
  'order.accepted',
  'order.rejected',
  'order.dispatched',
  'order.delivered',
  'order.cancelled',
  'order.amended',
  'payment.confirmed',
  'order.payment_status_changed',
] as const;
export type OrderEvent = (typeof orderEvents)[number];

type EndpointStatus = 'ACTIVE' | 'FAILING' | 'DISABLED';

export type EndpointRow = {
  id: number;
  url: string;
  events: string;
  side: 'SUPPLIER' | 'BUYER';
  secret: string;
  failures: number;
  status: EndpointStatus;
  createdAt: number;
  deletedAt: number | null;
};

export type DeliveryRow = {
  id: number;
  endpointId: number;
  event: string;
  body: string;
  status: 'PENDING' | 'RETRYING' | 'DELIVERED' | 'FAILED';
  attempts: number;
  nextAttemptAt: number | null;
  responseStatus: number | null;
  responseExcerpt: string | null;
  createdAt: number;
  lastAttemptAt: number | null;
};

type Pointer = {
  id: number;
  orderNumber: string;
  status: string;
  updatedAt: number;
  paymentStatus: string;
};

/**
 * Queues the event for every subscribed endpoint of the supplier. The body is a pointer to the
 * order, not a snapshot (spec "Envelope").
 */
export function queueEvent(market: Market, event: OrderEvent, order: Pointer): void {
  const now = market.clock.nowMs();
  const body = envelope(event, order, now);
  for (const endpoint of subscribers(market, event)) {
    market.store.run(
      `INSERT INTO deliveries (endpointId, event, body, status, nextAttemptAt, createdAt)
       VALUES (?, ?, ?, 'PENDING', ?, ?)`,
      endpoint.id,
      event,
      body,
      now,
      now,
    );
    dropExcess(market, endpoint.id);
  }
  market.wakeSender();
}

function envelope(event: OrderEvent, order: Pointer, nowMs: number): string {
  const { id: orderId, orderNumber, status } = order;
  const data = { orderId, orderNumber, status, updatedAt: formatInstant(order.updatedAt) };
  const isPayment = event === 'order.payment_status_changed';
  return JSON.stringify({
    event,
    timestamp: new Date(nowMs).toISOString(),
    data: isPayment ? { ...data, paymentStatus: order.paymentStatus } : data,
  });
}

function subscribers(market: Market, event: OrderEvent): EndpointRow[] {
  const rows = market.store.all<EndpointRow>(
    `SELECT * FROM endpoints WHERE deletedAt IS NULL AND status <> 'DISABLED' AND side = 'SUPPLIER'`,
  );
  return rows.filter((row) => (JSON.parse(row.events) as string[]).includes(event));
}

/** Keeps the log at 50 finished deliveries an endpoint, and the queue within its bound. */
function dropExcess(market: Market, endpointId: number): void {
  market.store.run(
    `DELETE FROM deliveries WHERE endpointId = ? AND nextAttemptAt IS NULL AND id < (
       SELECT min(id) FROM (SELECT id FROM deliveries WHERE endpointId = ? AND nextAttemptAt IS NULL
                            ORDER BY id DESC LIMIT ?))`,
    endpointId,
    endpointId,
    limits.deliveryHistory,
  );
  market.store.run(
    `UPDATE deliveries SET status = 'FAILED', nextAttemptAt = NULL, responseExcerpt = 'queue full'
     WHERE endpointId = ? AND nextAttemptAt IS NOT NULL AND id <= (
       SELECT max(id) FROM deliveries WHERE endpointId = ?) - ?`,
    endpointId,
    endpointId,
    bounds.pendingDeliveries,
  );
}
