import type { Clock } from '../domain/clock.ts';
import { isJsonObject, jsonText } from '../domain/json.ts';
import type { OpenOrder, OpenOrders } from '../domain/open-orders.ts';
import { endsOrder } from '../domain/order.ts';
import { parseQuantity, plainNumbers, type Thousandths } from '../domain/quantity.ts';
import type { OpenOrderRow } from '../store/orders-open.ts';
import type { OrdersStore } from '../store/orders-store.ts';
import type { AcknowledgeMode } from './acknowledge.ts';
import type { Parts } from './parts.ts';
import { type JsonText, storedObject } from './ports.ts';
import { orderOf } from './summary.ts';

interface OpenOrderDeps {
  readonly store: Pick<OrdersStore, 'open'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly feed: Pick<Parts['feed'], 'serviceNow'>;
  readonly json: Pick<JsonText, 'parse'>;
}

/**
 * For so long after the ERP took an order an export may come that was written before. After that the order no longer
 * counts.
 */
const takenKeptMs = 3 * 24 * 60 * 60_000;
/** The service's clock is known by its answers, to the second, and each is on its way for some time. */
const answerMs = 60_000;

export type OpenOrderReader = ReturnType<typeof createOpenOrders>;

/** The quantities of open orders by article, as the journal knows them now. */
export function createOpenOrders(deps: OpenOrderDeps, acknowledge: AcknowledgeMode) {
  let known = new Map<number, ReadonlyMap<string, Thousandths>>();
  return {
    /** A number that rises whenever the open orders may have changed. */
    changes: (): number => deps.store.open.changes(),
    all(): OpenOrders {
      const used: typeof known = new Map();
      const linesOf = (id: number, detail: string | null): ReadonlyMap<string, Thousandths> => {
        const lines = known.get(id) ?? linesIn(deps, detail);
        // Lines that a restored state has lost are read again.
        if (detail !== null) used.set(id, lines);
        return lines;
      };
      // Where our clock is days ahead or back, the service's counts: else goods just taken would be offered again
      // (fault 113).
      const times = [deps.clock.now(), deps.feed.serviceNow() ?? deps.clock.now()];
      const takenSince = Math.min(...times) - takenKeptMs;
      const nowMs = Math.max(...times) + answerMs;
      const asked = { acknowledges: acknowledge !== 'none', takenSince, nowMs };
      const rows = deps.store.open.list(asked).filter(({ status }) => !endsOrder(status));
      rows.sort((a, b) => b.newest.id - a.newest.id);
      const open = new Map<string, OpenOrder[]>();
      for (const row of rows) addOrder(open, row, linesOf);
      known = used;
      return open;
    },
  };
}

function addOrder(
  open: Map<string, OpenOrder[]>,
  { orderNumber, status, newest, taken }: OpenOrderRow,
  linesOf: (id: number, detail: string | null) => ReadonlyMap<string, Thousandths>,
): void {
  const versions = taken.map(({ id, detail, takenAt }) => ({
    lines: linesOf(id, detail),
    takenAt,
  }));
  for (const [externalId, quantity] of linesOf(newest.id, newest.detail)) {
    const orders = open.get(externalId) ?? [];
    const [last, ...takenBefore] = versions.map(({ lines, takenAt }) => ({
      taken: lines.get(externalId) ?? 0,
      takenAt,
    }));
    orders.push({
      orderNumber,
      quantity,
      ...(last ?? { taken: 0, takenAt: null }),
      ...(takenBefore.length === 0 ? {} : { takenBefore }),
      state: stateOf(status),
    });
    open.set(externalId, orders);
  }
}

function stateOf(status: string): OpenOrder['state'] {
  if (status === 'DELIVERED') return 'delivered';
  return ['ACCEPTED', 'PREPARING', 'DISPATCHED'].includes(status) ? 'reserved' : 'placed';
}

/** Quantities by the supplier's own article number (spec "Order line fields"). Lines without one have no stock here. */
function linesIn(deps: OpenOrderDeps, detail: string | null): ReadonlyMap<string, Thousandths> {
  const parsed = storedObject(deps, detail);
  const order = parsed && orderOf(parsed);
  const lines = Array.isArray(order?.['lines']) ? order['lines'].filter(isJsonObject) : [];
  const quantities = new Map<string, Thousandths>();
  for (const line of lines) {
    const externalId = jsonText(line['sellerExternalId']) ?? '';
    const parsedQuantity = parseQuantity(jsonText(line['quantity']) ?? '', plainNumbers);
    if (externalId === '' || 'fault' in parsedQuantity) continue;
    const before = quantities.get(externalId) ?? 0;
    quantities.set(externalId, before + parsedQuantity.thousandths);
  }
  return quantities;
}
