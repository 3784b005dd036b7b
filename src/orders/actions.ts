import { StockhandError } from '../domain/error.ts';
import type { OrderAction } from '../domain/order.ts';
import type { CommandRow } from '../store/commands.ts';
import type { OrdersStore } from '../store/orders-store.ts';
import { unreadableItem } from './feed.ts';
import type { FlowDeps, Parts } from './parts.ts';
import { commandByHand } from './policy.ts';
import type { Outcome } from './receipts.ts';
import { outcomeOf } from './receipts.ts';
import { orderIdOf } from './story.ts';

export interface HandOptions {
  readonly action: OrderAction;
  /** As in a command file: absent, a version, or `any`. */
  readonly version?: string;
  readonly reason?: string;
  readonly trackingCode?: string;
  readonly notes?: string;
  readonly signal: AbortSignal;
}

export interface CommandEnd {
  readonly outcome: Outcome;
  readonly code?: string;
  readonly message?: string;
  readonly orderStatus?: string;
}

/** Writes a version again under a new number: the only second file of a version (contract section 4). */
export function reissue(
  store: OrdersStore,
  reference: string,
  version?: string,
): { readonly version: string } {
  const orderId = orderIdOf(store, reference);
  const written = store.lookup
    .versions(orderId)
    .findLast(
      (row) => row.state === 'WRITTEN' && (version === undefined || row.version === version),
    );
  if (written === undefined || !store.outbox.reissue(written.id)) {
    const which = version === undefined ? 'no version' : `no version ${version}`;
    throw new StockhandError(
      'ORDER_NOT_WRITTEN',
      `Order ${reference} has ${which} whose file could be written again.`,
    );
  }
  return { version: written.version };
}

/** Parked orders, files and commands go on; answers how many. */
export function retry({ store, clock }: FlowDeps, reference: string | undefined): number {
  const orderId = reference === undefined ? null : orderIdOf(store, reference);
  return store.together(() => {
    const commands = store.commands
      .parked()
      .filter((command) => orderId === null || command.order_id === orderId);
    for (const command of commands) {
      store.commands.change(command, { state: 'READY', code: null, message: null }, clock.now());
    }
    if (orderId === null) store.log.forget(unreadableItem);
    return commands.length + store.versions.wake(orderId) + store.outbox.wakeFiles(orderId);
  });
}

/** Goes as far as a row of a file would; a daemon that runs on the same state is not disturbed. */
export async function carryOutByHand(
  { deps, parts }: { readonly deps: FlowDeps; readonly parts: Parts },
  reference: string,
  options: HandOptions,
): Promise<CommandEnd> {
  const { signal, ...command } = options;
  const orderId = orderIdOf(deps.store, reference);
  const id = commandByHand(deps, { orderId, ...command });
  let row: CommandRow | undefined;
  do {
    await parts.runner.turn(signal);
    const wasUnderWay = parts.runner.underWay() > 0;
    await parts.runner.settled();
    row = deps.store.commands.byId(id);
    if (row === undefined) throw new Error(`command ${id} is lost`);
    // Nothing moved in a whole turn: it waits for a version, a file, a person or an earlier command.
    if (!wasUnderWay) break;
  } while (outcomeOf(row.state) === 'waiting' && !signal.aborted);
  return {
    outcome: outcomeOf(row.state),
    ...(row.code === null ? {} : { code: row.code }),
    ...(row.message === null ? {} : { message: row.message }),
    ...(row.order_status === null ? {} : { orderStatus: row.order_status }),
  };
}
