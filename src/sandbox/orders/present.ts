import { leaveOutEmpty } from '../base/absent.ts';
import { type Thousandths, toNumber } from '../base/decimal.ts';
import { formatInstant } from '../base/instant.ts';
import { supplierName } from '../base/market.ts';
import { type Line, presentLine } from './line.ts';
import type { OrderRow } from './order.ts';

/** Every column but the heavy ones; a list page of 100 orders reads no lines. */
export const summaryColumns = `id, uuid, orderNumber, status, customerKind, customerName, buyerId,
  buyerName, saleChannel, totalAmount, grossTotal, amountPaid, currency, paymentStatus, createdAt,
  updatedAt, version, customerInternalPartnerId, customerInternalPartnerExternalId,
  placedOnBehalfByUserId, deliveredAt, cancelledAt, rejectedAt, cancelReason, voidReason,
  amendmentStatus`;

/** Spec "Order summary (list items)". */
export function presentSummary(row: OrderRow): Record<string, unknown> {
  return leaveOutEmpty({
    id: row.id,
    uuid: row.uuid,
    orderNumber: row.orderNumber,
    status: row.status,
    customerKind: row.customerKind,
    customerName: row.customerName,
    buyerId: row.buyerId,
    buyerName: row.buyerName,
    saleChannel: row.saleChannel,
    supplierName,
    totalAmount: toNumber(row.totalAmount),
    grossTotal: toNumber(row.grossTotal),
    amountPaid: toNumber(row.amountPaid),
    currency: row.currency,
    paymentStatus: row.paymentStatus,
    amendmentStatus: row.amendmentStatus,
    createdAt: formatInstant(row.createdAt),
    updatedAt: formatInstant(row.updatedAt),
    version: row.version,
    customerInternalPartnerId: row.customerInternalPartnerId,
    customerInternalPartnerExternalId: row.customerInternalPartnerExternalId,
    placedOnBehalfByUserId: row.placedOnBehalfByUserId,
    deliveredAt: instantOrNull(row.deliveredAt),
    cancelledAt: instantOrNull(row.cancelledAt),
    rejectedAt: instantOrNull(row.rejectedAt),
    cancelReason: row.cancelReason,
    voidReason: row.voidReason,
  });
}

/** Spec "Order detail": no branch or warehouse ids, and only city and country of the address. */
export function presentDetail(row: OrderRow): Record<string, unknown> {
  return leaveOutEmpty({
    order: leaveOutEmpty({
      orderNumber: row.orderNumber,
      status: row.status,
      version: row.version,
      amendmentStatus: row.amendmentStatus,
      buyerName: row.buyerName,
      supplierName,
      lines: linesOf(row).map((line) => presentLine(line, row.currency)),
      ...amounts(row),
      paymentStatus: row.paymentStatus,
      saleChannel: row.saleChannel,
      currency: row.currency,
      deliveryCity: row.deliveryCity,
      deliveryCountry: row.deliveryCountry,
      requestedDeliveryDate: row.requestedDeliveryDate,
      createdAt: formatInstant(row.createdAt),
    }),
    internalPartner: row.internalPartner === null ? null : JSON.parse(row.internalPartner),
    customer: JSON.parse(row.customer),
  });
}

function amounts(row: OrderRow): Record<string, unknown> {
  return {
    subtotal: toNumber(row.subtotal),
    deliveryFee: toNumber(row.deliveryFee),
    deliveryFeeSource: row.saleChannel === 'ORDER' ? 'AUTO_RATE' : undefined,
    vatTotal: toNumber(row.vatTotal),
    totalAmount: toNumber(row.totalAmount),
    amountPaid: toNumber(row.amountPaid),
    amountDue: toNumber(Math.max(0, row.grossTotal - row.amountPaid)),
  };
}

export function linesOf(row: OrderRow): Line[] {
  return JSON.parse(row.lines) as Line[];
}

function instantOrNull(micros: Thousandths | null): string | null {
  return micros === null ? null : formatInstant(micros);
}
