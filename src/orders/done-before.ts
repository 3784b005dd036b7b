import type { OrderDetail } from '../marketplace/page.ts';
import type { CommandRow } from '../store/commands.ts';
import type { CarryOut } from './command-deps.ts';

/**
 * `dispatch` of an order that is dispatched already counts as done, but its tracking code and notes may have reached
 * nobody: this text says so in the receipt. Null where it has neither, where an earlier dispatch has sent the same ones
 * (a file that grows repeats its rows), or where none was done before and its own request may have arrived.
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

/** The request exists and was not refused. After a restore of the state there may be none (fault 34). */
function mayHaveArrived({ deps }: CarryOut, { request }: CommandRow): boolean {
  const made = request === null ? undefined : deps.store.requests.byId(request);
  if (made === undefined) return false;
  const { status } = made;
  return status === null || status < 400 || status >= 500;
}
