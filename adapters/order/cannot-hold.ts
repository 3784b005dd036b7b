import { StockhandError } from '../../src/domain/error.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';

/** A writer that cannot hold an order says so: the order is parked and the outbox continues. */
export function cannotHold({ orderId }: OrderDocument, why: string): never {
  throw new StockhandError('ORDER_FORMAT', `Order ${orderId}: ${why}`);
}
