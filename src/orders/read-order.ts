import type { Problem } from '../domain/problem.ts';
import type { OrderDetail } from '../marketplace/page.ts';
import type { CommandRow } from '../store/commands.ts';
import type { CarryOut } from './command-deps.ts';
import { problemOfGone } from './outcome.ts';

/** `gone`: the marketplace has no such order (any more), and asking again does not change that. */
type OrderRead = { readonly order: OrderDetail } | { readonly gone: Problem };

/** The command's order as it is now; undefined where no whole answer came. */
export async function readOrder(
  { deps, signal }: Pick<CarryOut, 'deps' | 'signal'>,
  { order_id: orderId }: Pick<CommandRow, 'order_id'>,
): Promise<OrderRead | undefined> {
  const read = await deps.reads.order(orderId, { lane: 'orders', signal });
  if ('ok' in read) return { order: read.ok };
  const gone = problemOfGone(read.failed);
  return gone && { gone };
}
