import { hash } from 'node:crypto';
import type { JsonObject } from '../domain/json.ts';
import { endsOrder } from '../domain/order.ts';
import type { OrderChange, OrderDocument, OrderOrigin } from '../domain/order-document.ts';
import { changedFields, type OrderContent } from './changes.ts';
import { textField } from './summary.ts';

/** One version that is to be written, and the file of the order before it. */
export interface DocumentSource {
  readonly sequence: number;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly version: string;
  readonly status: string;
  readonly origin: OrderOrigin;
  readonly writtenAt: string;
  readonly summary: JsonObject;
  readonly detail: JsonObject;
  /** Absent for the first file of an order; its content is gone where it was dropped (keepDetails). */
  readonly previous?: { readonly sequence: number; readonly content?: OrderContent };
  /** For a reissue: the first file of this version. The reissue repeats its change. */
  readonly reissueOf?: { readonly sequence: number; readonly change: OrderChange };
}

const digestLength = 8;
const sequenceLength = 9;

/** As contract section 4 shows: nothing that a buyer wrote is in a file name (fault 76). */
export function orderFileName(
  source: Pick<DocumentSource, 'sequence' | 'orderId' | 'version'>,
  extension: string,
): string {
  const sequence = String(source.sequence).padStart(sequenceLength, '0');
  const digest = hash('sha256', source.version).slice(0, digestLength);
  return `${sequence}-${source.orderId}-${digest}.${extension}`;
}

export function orderChange(status: string, hasPrevious: boolean): OrderChange {
  if (endsOrder(status)) return 'ended';
  return hasPrevious ? 'changed' : 'new';
}

export function orderDocument(source: DocumentSource): OrderDocument {
  const { previous, reissueOf, summary, detail } = source;
  const before = previous?.content;
  return {
    format: 'stockhand.order/1',
    sequence: source.sequence,
    change: reissueOf?.change ?? orderChange(source.status, previous !== undefined),
    orderId: source.orderId,
    orderNumber: source.orderNumber || textField(summary, 'orderNumber'),
    version: source.version,
    status: source.status,
    origin: source.origin,
    writtenAt: source.writtenAt,
    previousSequence: previous?.sequence ?? null,
    changed: before === undefined ? [] : changedFields(before, { summary, detail }),
    ...(reissueOf === undefined ? {} : { reissueOf: reissueOf.sequence }),
    summary,
    detail,
  };
}
