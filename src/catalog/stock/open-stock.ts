import { type OpenOrder, type OpenOrders, unknownToExport } from '../../domain/open-orders.ts';
import { isUnread } from '../state/counting-runs.ts';
import { ownerOfStock } from '../state/owner-of-stock.ts';
import type { EngineDeps } from '../terms/ports.ts';
import { readMeta } from '../terms/read-meta.ts';
import { type ChangedStock, createChangedStock } from './changed-stock.ts';

export type OpenOrdersByArticle = readonly (readonly [string, readonly OpenOrder[]])[];

/** A stock in thousandths, and the run that exported it. */
export interface Exported {
  readonly quantity: number;
  readonly run: number;
}

/** What open orders mean for the stock that is sent (`openOrders`), and for what the marketplace shows of it. */
export interface OpenStock {
  /**
   * Takes all open orders, as the other thread sends them; a version older than the last is dropped. If they change
   * what is to be sent, the export with the stock is looked at again.
   */
  take(orders: OpenOrdersByArticle, version: number): void;
  /** What is sent of an exported stock, in thousandths: less the orders that its export did not know of. */
  lessOrders(externalId: string, exported: Exported): number;
  ordersOf(externalId: string): readonly OpenOrder[];
  /** Whether an order takes of the product, by its id; as of the beginning of the newest pass. */
  isOpen(product: number): boolean;
  /** How many such products there are. */
  openProducts(): number;
  /** True while that export waits to be looked at again. */
  readonly isDue: boolean;
  /** A pass over the source begins, which takes the orders of now into account: the source is no longer due. */
  passBegins(source: string): void;
  /** Has the due export looked at again; true where it was due. */
  lookWhenDue(): boolean;
  /** Articles of which orders take another quantity than before, until the new stock was sent. */
  readonly changed: ChangedStock;
}

type Deps = Pick<EngineDeps, 'store' | 'config' | 'clock'>;

/** Kept in the state, so that a restart neither forgets an order nor sends its stock once more. */
const metaName = 'open orders';
/**
 * A single order must not make a million rows be read again at
 * once: for such a file, orders of ten seconds go together.
 */
const rowsPerMs = 100;

export function createOpenStock(deps: Deps, lookAgain: (source: string) => void): OpenStock {
  const { store, config, clock } = deps;
  const isSubtracting = config.openOrders === 'subtract';
  let orders: OpenOrders = new Map(readMeta<OpenOrdersByArticle>(store, metaName));
  const changed = createChangedStock(deps, [...orders.keys()]);
  const owner = ownerOfStock(config)?.name;
  let isDue = owner !== undefined && changed.isDue;
  let openProducts: ReadonlySet<number> = new Set();
  let lastVersion = 0;
  let nextLookMs = 0;

  return {
    get isDue() {
      return isDue;
    },
    take(given, version) {
      if (version <= lastVersion) return;
      lastVersion = version;
      const now: OpenOrders = new Map(given);
      const articles = changedArticles(orders, now);
      if (articles.length === 0) return;
      const isKnown = store.transaction(() => {
        store.meta.set(metaName, JSON.stringify(given));
        if (!isSubtracting) return false;
        const areKnown = changed.add(articles);
        for (const id of articles.filter(isOtherwiseReserved(orders, now))) doubtStock(store, id);
        store.index.voidKnown();
        return areKnown;
      });
      orders = now;
      if (isKnown) isDue = owner !== undefined;
    },
    lessOrders(externalId, { quantity, run }) {
      const open = isSubtracting ? orders.get(externalId) : undefined;
      if (open === undefined) return Math.max(0, quantity);
      return Math.max(0, quantity - sumOfOpen(open, store.runs.get(run)?.written_at ?? 0));
    },
    ordersOf: (externalId) => orders.get(externalId) ?? [],
    isOpen: (product) => openProducts.has(product),
    openProducts: () => openProducts.size,
    passBegins(source) {
      if (source === owner) isDue = false;
      changed.askAgain();
      const open = isSubtracting ? [...orders.keys()] : [];
      openProducts = new Set(open.flatMap((id) => store.mirror.find(id)?.id ?? []));
    },
    lookWhenDue() {
      const nowMs = clock.monotonic();
      if (!isDue || owner === undefined || nowMs < nextLookMs || isUnread(store, owner))
        return false;
      nextLookMs = nowMs + (store.runs.newest(owner)?.read ?? 0) / rowsPerMs;
      isDue = false;
      lookAgain(owner);
      return true;
    },
    changed,
  };
}

function sumOfOpen(orders: readonly OpenOrder[], exportedAt: number): number {
  return orders
    .filter(({ state }) => state !== 'delivered')
    .reduce((sum, order) => sum + unknownToExport(order, exportedAt), 0);
}

function changedArticles(before: OpenOrders, now: OpenOrders): readonly string[] {
  const ids = new Set([...before.keys(), ...now.keys()]);
  const text = (orders: OpenOrders, id: string): string => JSON.stringify(orders.get(id) ?? []);
  return [...ids].filter((id) => text(before, id) !== text(now, id));
}

/**
 * Whether the accepted orders of an article changed: a new one, another quantity, cancelled, delivered. The
 * specification does not say whether the marketplace then takes the pieces off its stock, or puts them back. We may
 * have done so already. So the same quantity is sent once more: it is absolute.
 */
function isOtherwiseReserved(before: OpenOrders, now: OpenOrders): (id: string) => boolean {
  const reservedOf = (orders: OpenOrders, id: string): string => {
    const reserved = (orders.get(id) ?? []).filter(({ state }) => state === 'reserved');
    return JSON.stringify(reserved.map(({ orderNumber, quantity }) => [orderNumber, quantity]));
  };
  return (id) => reservedOf(before, id) !== reservedOf(now, id);
}

function doubtStock(store: Deps['store'], externalId: string): void {
  const product = store.mirror.find(externalId);
  if (product === undefined || product.content_hash === null) return;
  store.mirror.doubt(product.id, { content: false, quantity: true });
}
