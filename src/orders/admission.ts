import { endsOrder, isOrderState, type OrderState } from '../domain/order.ts';

export interface AdmissionOptions {
  readonly goLive: 'open' | 'all' | 'none';
  readonly statuses: 'all' | readonly string[];
  readonly origins: readonly string[];
}

interface AdmissionCase {
  readonly status: string;
  readonly origin: string;
  /** The change happened before the first start of this Stockhand. */
  readonly fromBefore: boolean;
  /** An earlier version of the order is written, or will be. */
  readonly known: boolean;
}

/** contract "goLive": an order on which something is still to be done. */
const openStates: readonly OrderState[] = ['PLACED', 'ACCEPTED', 'PREPARING'];

/**
 * Why a version is not written for the ERP; undefined: it is written. A status that the specification does not know
 * passes `statuses` and `goLive: open`, because nobody could have asked for it by name (fault 72).
 */
export function skipReason(order: AdmissionCase, options: AdmissionOptions): string | undefined {
  if (!options.origins.includes(order.origin)) return `origins: does not name ${order.origin}`;
  if (order.known && endsOrder(order.status)) return undefined;
  if (order.fromBefore && !order.known) {
    const before = skipFromBefore(order.status, options.goLive);
    if (before !== undefined) return before;
  }
  if (options.statuses === 'all' || options.statuses.includes(order.status)) return undefined;
  return isOrderState(order.status) ? `statuses: does not name ${order.status}` : undefined;
}

function skipFromBefore(status: string, goLive: AdmissionOptions['goLive']): string | undefined {
  if (goLive === 'all') return undefined;
  if (goLive === 'none') return 'goLive: none, and it is from before the first start';
  const isClosed = isOrderState(status) && !openStates.includes(status);
  return isClosed ? `goLive: open, and it was ${status} before the first start` : undefined;
}
