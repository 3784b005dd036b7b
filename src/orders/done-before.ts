import type { OrderDetail } from '../marketplace/page.ts';
import type { CommandRow } from '../store/commands.ts';
import type { CarryOut } from './command-deps.ts';

/**
 * A dispatch that the marketplace refused because the order is dispatched already is done; its texts may have reached
 * nobody. Null where it has none, or where an earlier command has sent the same ones, as in a file that grows.
 */
export function doneBefore(
  { deps }: CarryOut,
  command: CommandRow,
  order: OrderDetail,
): string | null {
  const { action, order_id, tracking_code, notes } = command;
  if (action !== 'dispatch' || (tracking_code === null && notes === null)) return null;
  const isSent = deps.store.lookup
    .commands(order_id)
    .some((other) => other.id < command.id && hasSent(other, command));
  if (isSent) return null;
  const names = [
    ...(tracking_code === null ? [] : ['trackingCode']),
    ...(notes === null ? [] : ['notes']),
  ].join(' and ');
  return `The order was ${order.status} already: ${names} of this command may not have reached the buyer. Look at the order in the supplier portal.`;
}

function hasSent(other: CommandRow, { action, tracking_code, notes }: CommandRow): boolean {
  const isSame = other.tracking_code === tracking_code && other.notes === notes;
  return other.action === action && isSame && other.state === 'DONE' && other.message === null;
}
