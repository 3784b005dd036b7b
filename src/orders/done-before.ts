import type { OrderDetail } from '../marketplace/page.ts';
import type { CommandRow } from '../store/commands.ts';
import type { CarryOut } from './command-deps.ts';

/**
 * A dispatch of an order that is dispatched already is done; its texts may have reached nobody. Null where it has none,
 * where an earlier command has sent the same ones, as in a file that grows, or where its own request may have done it.
 */
export function doneBefore(run: CarryOut, command: CommandRow, order: OrderDetail): string | null {
  const { action, order_id, tracking_code, notes } = command;
  if (action !== 'dispatch' || (tracking_code === null && notes === null)) return null;
  const earlier = run.deps.store.lookup
    .commands(order_id)
    .filter((other) => other.id < command.id && other.action === action && other.state === 'DONE');
  if (earlier.some((other) => hasSent(other, command))) return null;
  if (earlier.length === 0 && mayHaveArrived(run, command)) return null;
  const names = [
    ...(tracking_code === null ? [] : ['trackingCode']),
    ...(notes === null ? [] : ['notes']),
  ].join(' and ');
  return `The order was ${order.status} already: ${names} of this command may not have reached the buyer. Look at the order in the supplier portal.`;
}

function hasSent(other: CommandRow, { tracking_code, notes }: CommandRow): boolean {
  const isSame = other.tracking_code === tracking_code && other.notes === notes;
  return isSame && other.message === null;
}

/** Neither refused nor, as in a state that was put back (fault 34), never made. */
function mayHaveArrived({ deps }: CarryOut, { request }: CommandRow): boolean {
  const made = request === null ? undefined : deps.store.requests.byId(request);
  if (made === undefined) return false;
  const { status } = made;
  return status === null || status < 400 || status >= 500;
}
