import type { WriteAdapter } from '../../src/domain/adapter.ts';
import type { Json, JsonObject } from '../../src/domain/json.ts';
import { isJsonObject, jsonText } from '../../src/domain/json.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';

/**
 * One line per order line, the order's columns repeated; an order without lines is one line. RFC 4180, UTF-8: a
 * machine reads it, so every text is exact (fault 79).
 */
export const csv: WriteAdapter = {
  extension: 'csv',
  write(order) {
    const shared = orderCells(order);
    const rows = linesOf(order).map((line) => [
      ...shared,
      ...lineColumns.map((name) => cell(line[name])),
    ]);
    const text = [header, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
    return new TextEncoder().encode(text);
  },
};

/** spec "Order summary", in its order; those that the file's own columns hold are left out. */
const summaryColumns = [
  'uuid',
  'customerKind',
  'customerName',
  'buyerId',
  'buyerName',
  'saleChannel',
  'supplierName',
  'totalAmount',
  'grossTotal',
  'amountPaid',
  'currency',
  'paymentStatus',
  'createdAt',
  'updatedAt',
  'customerInternalPartnerId',
  'customerInternalPartnerExternalId',
  'placedOnBehalfByUserId',
  'deliveredAt',
  'cancelledAt',
  'rejectedAt',
  'cancelReason',
  'voidReason',
] as const;

/** spec "Order detail": what only the order itself has. */
const orderColumns = [
  'subtotal',
  'deliveryFee',
  'deliveryFeeSource',
  'vatTotal',
  'amountDue',
  'deliveryCity',
  'deliveryCountry',
  'requestedDeliveryDate',
] as const;

/** spec "customer block", both kinds. */
const customerColumns = [
  'buyerTenantId',
  'internalPartnerId',
  'externalId',
  'name',
  'legalName',
  'taxId',
  'address',
  'deliveryAddress',
  'contactPhone',
  'contactEmail',
  'route',
  'category',
] as const;

/** spec "Order line fields". */
const lineColumns = [
  'id',
  'productId',
  'sellerExternalId',
  'productName',
  'unitOfMeasure',
  'quantity',
  'unitPrice',
  'vatRate',
  'vatAmount',
  'lineTotal',
  'lineTotalInclVat',
  'currency',
] as const;

const header: readonly string[] = [
  'sequence',
  'change',
  'orderId',
  'orderNumber',
  'version',
  'status',
  'origin',
  'writtenAt',
  'previousSequence',
  'reissueOf',
  'changed',
  ...summaryColumns,
  ...orderColumns,
  ...customerColumns.map((name) => `customer.${name}`),
  ...lineColumns.map((name) => `line.${name}`),
];

function orderCells(document: OrderDocument): string[] {
  const order = objectIn(document.detail, 'order');
  const customer = objectIn(document.detail, 'customer');
  return [
    String(document.sequence),
    document.change,
    document.orderId,
    document.orderNumber,
    document.version,
    document.status,
    document.origin,
    document.writtenAt,
    document.previousSequence === null ? '' : String(document.previousSequence),
    document.reissueOf === undefined ? '' : String(document.reissueOf),
    document.changed
      .map(({ field, from, to }) => `${field}: ${from ?? ''} → ${to ?? ''}`)
      .join('; '),
    ...summaryColumns.map((name) => cell(document.summary[name])),
    ...orderColumns.map((name) => cell(order[name])),
    ...customerColumns.map((name) => cell(customer[name])),
  ];
}

const noFields: JsonObject = {};

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : noFields;
}

function linesOf({ detail }: OrderDocument): readonly JsonObject[] {
  const { lines } = objectIn(detail, 'order');
  const objects = Array.isArray(lines) ? lines.filter(isJsonObject) : [];
  return objects.length === 0 ? [noFields] : objects;
}

function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return jsonText(value) ?? (typeof value === 'boolean' ? String(value) : parts(value));
}

/** An address may come as fields one day: their texts, in their order. */
function parts(value: Json): string {
  const inner: readonly Json[] = Array.isArray(value)
    ? value
    : isJsonObject(value)
      ? Object.values(value)
      : [];
  return inner.map(cell).join(' ').trim();
}

/** Outer blanks are quoted too, because some readers trim. No CSV reader takes a NUL, so it is shown as missing. */
function quoted(text: string): string {
  const bare = text.replaceAll('\0', '\ufffd');
  return /[",;\t\r\n]|^\s|\s$/.test(bare) ? `"${bare.replaceAll('"', '""')}"` : bare;
}
