import { z } from 'zod';
import { orderStates } from './states.ts';

const instant = z.iso.datetime();

/** Spec "Order summary (list items)". */
export const orderSummary = z.object({
  id: z.int(),
  uuid: z.string(),
  orderNumber: z.string(),
  status: z.enum(orderStates),
  customerKind: z.enum(['BUYER_TENANT', 'INTERNAL_PARTNER']),
  customerName: z.string(),
  buyerId: z.int().optional().describe('Absent on an INTERNAL_PARTNER order'),
  buyerName: z.string().optional(),
  saleChannel: z.enum(['ORDER', 'DIRECT_SALE']),
  supplierName: z.string(),
  totalAmount: z.number().describe('Net of VAT'),
  grossTotal: z.number(),
  amountPaid: z.number(),
  currency: z.string(),
  paymentStatus: z.enum(['UNPAID', 'PARTIAL', 'PAID', 'REFUNDED']),
  amendmentStatus: z.string().optional().describe('Value seen: PENDING_BUYER_CONFIRMATION'),
  createdAt: instant,
  updatedAt: instant,
  version: z.string(),
  customerInternalPartnerId: z.int().optional(),
  customerInternalPartnerExternalId: z.string().optional(),
  placedOnBehalfByUserId: z.int().optional(),
  deliveredAt: instant.optional(),
  cancelledAt: instant.optional(),
  rejectedAt: instant.optional(),
  cancelReason: z.string().optional(),
  voidReason: z.string().optional(),
});

const orderLine = z.object({
  id: z.int(),
  productId: z.int(),
  sellerExternalId: z.string().optional().describe('Absent for products created in the portal'),
  productName: z.string(),
  unitOfMeasure: z.string().optional(),
  quantity: z.number(),
  unitPrice: z.number(),
  vatRate: z.number(),
  vatAmount: z.number(),
  lineTotal: z.number(),
  lineTotalInclVat: z.number(),
  currency: z.string(),
});

const text = z.string().optional();

/** Spec "Order detail (response of GET order)". */
export const orderDetail = z.object({
  order: z.object({
    orderNumber: z.string(),
    status: z.enum(orderStates),
    version: z.string(),
    amendmentStatus: text,
    buyerName: text,
    supplierName: z.string(),
    lines: z.array(orderLine),
    subtotal: z.number(),
    deliveryFee: z.number(),
    deliveryFeeSource: text.describe('Value seen: AUTO_RATE'),
    vatTotal: z.number(),
    totalAmount: z.number(),
    amountPaid: z.number(),
    amountDue: z.number(),
    paymentStatus: z.string(),
    saleChannel: z.enum(['ORDER', 'DIRECT_SALE']),
    currency: z.string(),
    deliveryCity: text,
    deliveryCountry: text,
    requestedDeliveryDate: z.iso.date().optional(),
    createdAt: instant,
  }),
  internalPartner: z
    .object({ externalId: text, name: text, category: text, route: text })
    .optional(),
  customer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('BUYER_TENANT'), buyerTenantId: z.int(), name: z.string() }),
    z.object({
      kind: z.literal('INTERNAL_PARTNER'),
      internalPartnerId: z.int(),
      externalId: text,
      name: z.string(),
      legalName: text,
      taxId: text,
      address: text,
      deliveryAddress: text,
      contactPhone: text,
      contactEmail: text,
      route: text,
      category: text,
    }),
  ]),
});

export const batchOutcome = z.object({
  succeeded: z.int(),
  failed: z.int(),
  results: z
    .array(
      z.object({
        orderId: z.int(),
        status: z.string(),
        errorCode: text,
        error: text,
      }),
    )
    .optional(),
});
