import type { OrderDetail } from '../marketplace/page.ts';
import type { CommandRow } from '../store/commands.ts';
import { actionOf, type CarryOut } from './command-deps.ts';
import { sentTexts } from './command-rules.ts';

const columns = { reason: 'reason', trackingCode: 'tracking_code', notes: 'notes' } as const;

/**
 * A command counts as done where its order is dispatched, rejected or cancelled already, but what it tells the buyer may
 * have reached nobody: this text says so in the receipt. Null where it tells nothing, where an earlier command has sent
 * the same (a file that grows repeats its rows), or where none was done before and its own request may have arrived.
 */
export function doneBefore(run: CarryOut, command: CommandRow, order: OrderDetail): string | null {
  const { action, order_id } = command;
  const told = sentTexts[actionOf(command)].filter(({ field }) => command[columns[field]] !== null);
  if (told.length === 0) return null;
  const earlier = run.deps.store.lookup
    .commands(order_id)
    .filter((other) => other.id < command.id && other.action === action && other.state === 'DONE');
  if (earlier.some((other) => hasSent(other, command))) return null;
  if (earlier.length === 0 && mayHaveArrived(run, command)) return null;
  const names = told.map(({ field }) => field).join(' and ');
  return `The order was ${order.status} already: ${names} of this command may not have reached the buyer. Look at the order in the supplier portal.`;
}

function hasSent(other: CommandRow, command: CommandRow): boolean {
  const sent = sentTexts[actionOf(command)].map(({ field }) => columns[field]);
  return other.message === null && sent.every((column) => other[column] === command[column]);
}

/** The request exists and was not refused. After a restore of the state there may be none (fault 34). */
function mayHaveArrived({ deps }: CarryOut, { request }: CommandRow): boolean {
  const made = request === null ? undefined : deps.store.requests.byId(request);
  if (made === undefined) return false;
  const { status } = made;
  return status === null || status < 400 || status >= 500;
}
