import { StockhandError } from '../domain/error.ts';
import type { OrdersStore } from '../store/orders-store.ts';
import { unreadableItem } from './feed.ts';
import type { FlowDeps } from './parts.ts';
import { orderIdOf } from './story.ts';

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
  if (written === undefined) {
    const which = version === undefined ? 'no version' : `no version ${version}`;
    throw new StockhandError(
      'ORDER_NOT_WRITTEN',
      `Order ${reference} has ${which} whose file could be written again.`,
    );
  }
  if (!store.outbox.reissue(written.id)) {
    throw new StockhandError(
      'ORDER_NOT_WRITTEN',
      `The details of version ${written.version} of order ${reference} are not kept here (orders.keepDetails, or a restored state), so its file cannot be written again.`,
      { remedy: 'Look at the order in the supplier portal.' },
    );
  }
  return { version: written.version };
}

/** Parked orders, files and commands continue; answers how many. */
export function retry({ store, clock }: FlowDeps, reference: string | undefined): number {
  const orderId = reference === undefined ? null : orderIdOf(store, reference);
  return store.together(() => {
    const commands = store.commands.allParked(orderId);
    for (const command of commands) {
      store.commands.change(command, { state: 'READY', code: null, message: null }, clock.now());
    }
    if (orderId === null) store.log.forget(unreadableItem);
    return commands.length + store.versions.wake(orderId) + store.outbox.wakeFiles(orderId);
  });
}
