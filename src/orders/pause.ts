import type { Clock } from '../domain/clock.ts';
import type { NeedsYou } from '../domain/facts.ts';
import type { OrdersStore } from '../store/orders-store.ts';

interface PauseDeps {
  readonly store: Pick<OrdersStore, 'log'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Outlives a restart (contract `pause`). */
const pausedName = 'orders.paused';
/** The value that an older version kept: it says neither since when nor by whom. */
const bare = 'yes';

export function isPaused({ store }: Pick<PauseDeps, 'store'>): boolean {
  return store.log.recall(pausedName) !== undefined;
}

/** A second pause during a pause changes nothing: the first one counts. */
export function pause({ store, clock }: PauseDeps, who: string): void {
  if (isPaused({ store })) return;
  const at = clock.now();
  store.log.remember(pausedName, JSON.stringify({ at, who }));
  store.log.tell({ at, part: 'orders', text: `Paused: orders (${who}).` });
}

export function resume({ store, clock }: PauseDeps, who: string): void {
  if (!isPaused({ store })) return;
  store.log.forget(pausedName);
  store.log.tell({ at: clock.now(), part: 'orders', text: `Resumed: orders (${who}).` });
}

/** Since when and by whom; undefined where orders are not paused. */
export function pauseText({ store }: Pick<PauseDeps, 'store'>): string | undefined {
  const kept = store.log.recall(pausedName);
  if (kept === undefined) return undefined;
  if (kept === bare) return 'orders are paused';
  const { at, who } = JSON.parse(kept) as { readonly at: number; readonly who: string };
  return `orders have been paused since ${new Date(at).toISOString()} by ${who}`;
}

/** Tells after a pass that orders are paused: somebody said so, and they do not continue by themselves. */
export function pausedNeed(deps: Pick<PauseDeps, 'store'>): readonly NeedsYou[] {
  const text = pauseText(deps);
  if (text === undefined) return [];
  return [
    {
      id: 'paused-orders',
      what: `${text.replace('orders', 'Orders')}: no order was read or written, and no command file was carried out.`,
      cause: 'Somebody paused them.',
      effect: 'The ERP does not know of new orders, and buyers wait for answers.',
      fix: 'Resume them: stockhand resume orders',
    },
  ];
}
