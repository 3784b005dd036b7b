import type { OrderDetail } from '../marketplace/page.ts';
import type { OrderDeps } from './ports.ts';

/** The order as it is now; undefined where no whole answer came. */
export async function readOrder(
  deps: OrderDeps,
  orderId: string,
  signal: AbortSignal,
): Promise<OrderDetail | undefined> {
  const read = await deps.reads.order(orderId, { lane: 'orders', signal });
  return 'ok' in read ? read.ok : undefined;
}
