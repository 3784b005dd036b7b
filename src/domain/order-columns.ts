/** What the file itself says of an order (contract.md section 4). */
export const orderHead = [
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
] as const;

/** spec "Order summary", in its order; those of the head are left out. */
const summary = [
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
const detail = [
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
const customer = [
  'customer.buyerTenantId',
  'customer.internalPartnerId',
  'customer.externalId',
  'customer.name',
  'customer.legalName',
  'customer.taxId',
  'customer.address',
  'customer.deliveryAddress',
  'customer.contactPhone',
  'customer.contactEmail',
  'customer.route',
  'customer.category',
] as const;

const internalPartner = [
  'internalPartner.externalId',
  'internalPartner.name',
  'internalPartner.category',
  'internalPartner.route',
] as const;

/** spec "Order line fields". */
const line = [
  'line.id',
  'line.productId',
  'line.sellerExternalId',
  'line.productName',
  'line.unitOfMeasure',
  'line.quantity',
  'line.unitPrice',
  'line.vatRate',
  'line.vatAmount',
  'line.lineTotal',
  'line.lineTotalInclVat',
  'line.currency',
] as const;

/**
 * Every column that a table of orders may have. `other`: every field that has no column of its own, as `name: text`.
 */
export const orderColumns = [
  ...orderHead,
  'changed',
  ...summary,
  ...detail,
  ...customer,
  ...internalPartner,
  'other',
  ...line,
  'line.other',
] as const;

export type OrderColumnName = (typeof orderColumns)[number];

/** A column of an order table, under a name that the ERP wants. */
export interface OrderColumn {
  readonly field: OrderColumnName;
  readonly name: string;
}
