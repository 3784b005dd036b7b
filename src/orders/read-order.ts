import type { OrderDetail } from '../marketplace/page.ts';
import type { CommandRow } from '../store/commands.ts';
import type { CarryOut } from './command-deps.ts';

/** The command's order as it is now; undefined where no whole answer came. */
export async function readOrder(
  { deps, signal }: Pick<CarryOut, 'deps' | 'signal'>,
  { order_id: orderId }: Pick<CommandRow, 'order_id'>,
): Promise<OrderDetail | undefined> {
  const read = await deps.reads.order(orderId, { lane: 'orders', signal });
  return 'ok' in read ? read.ok : undefined;
}
