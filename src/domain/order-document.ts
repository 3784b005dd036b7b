import type { JsonObject } from './json.ts';
import type { OrderState } from './order.ts';

export type OrderChange = 'new' | 'changed' | 'ended';
export type OrderOrigin = 'buyer' | 'operator' | 'counterSale';

/** A field that differs from the file of this order that was written before. Values as text. */
export interface ChangedField {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What an order file holds (contract.md section 4); every format writes it as far as it can. */
export interface OrderDocument {
  readonly format: 'stockhand.order/1';
  readonly sequence: number;
  readonly change: OrderChange;
  /** Digits as the service sent them: ids may pass 2^53. */
  readonly orderId: string;
  readonly orderNumber: string;
  readonly version: string;
  readonly status: OrderState | string;
  readonly origin: OrderOrigin;
  readonly writtenAt: string;
  readonly previousSequence: number | null;
  readonly changed: readonly ChangedField[];
  /** Set on a reissue only: the sequence of the first file of this version. */
  readonly reissueOf?: number;
  readonly summary: JsonObject;
  readonly detail: JsonObject;
}
