import { batchOrdersMax } from '../domain/limits.ts';
import type { OrderAction } from '../domain/order.ts';
import type { CommandRow } from '../store/commands.ts';
import type { OrdersStore } from '../store/orders-store.ts';
import { anyVersion } from './command-rules.ts';

type BatchAction = Extract<OrderAction, 'accept' | 'dispatch'>;

/** The row of a request has its order's id; for many orders it has this mark and the id of their first command. */
const batchMark = 'batch ';

export function batchName(first: CommandRow): string {
  return `${batchMark}${first.id}`;
}

export function isBatchable(action: string): action is BatchAction {
  return action === 'accept' || action === 'dispatch';
}

/**
 * Commands that travel in one request: those of a batch that has no answer yet, and new ones with version `any`,
 * because the batch endpoints have no version check (fault 92). All others go alone.
 */
export function groupsOf(
  store: OrdersStore,
  commands: readonly CommandRow[],
): readonly (readonly CommandRow[])[] {
  const groups: (readonly CommandRow[])[] = [];
  const open: Record<BatchAction, CommandRow[]> = { accept: [], dispatch: [] };
  const begun = new Set<number>();
  for (const command of commands) {
    const { action, request } = command;
    if (command.state === 'SENT' && request !== null && isBatch(store, request)) {
      if (!begun.has(request)) groups.push(store.commands.ofRequest(request));
      begun.add(request);
    } else if (isBatchable(action) && isUnchecked(command)) open[action].push(command);
    else groups.push([command]);
  }
  for (const each of Object.values(open)) groups.push(...chunks(each));
  return groups;
}

/**
 * New, and with no version check. A row that was tried is sent alone, so that its own answer says what is wrong; so is
 * one whose order is looked at first.
 */
function isUnchecked({ state, tries, version, look }: CommandRow): boolean {
  return state === 'READY' && tries === 0 && version === anyVersion && look === 0;
}

export function isBatch(store: OrdersStore, request: number): boolean {
  return store.requests.byId(request)?.order_id.startsWith(batchMark) === true;
}

function chunks(commands: readonly CommandRow[]): readonly (readonly CommandRow[])[] {
  const count = Math.ceil(commands.length / batchOrdersMax);
  return Array.from({ length: count }, (_, index) =>
    commands.slice(index * batchOrdersMax, (index + 1) * batchOrdersMax),
  );
}
