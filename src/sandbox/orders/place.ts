import { hash } from 'node:crypto';
import { toThousandths } from '../base/decimal.ts';
import type { Market } from '../base/market.ts';
import { createRandom, type Random } from '../base/random.ts';
import { queueEvent } from '../webhooks/queue.ts';
import { hostileText } from './hostile.ts';
import { addUp, type Line } from './line.ts';
import { type Hidden, insertOrder, type NewOrder, type OrderRow, type Origin } from './order.ts';
import {
  buyerCustomer,
  clientBookEntry,
  partnerCustomer,
  pickBuyer,
  pickPartner,
} from './people.ts';
import { linesAsked, linesChosen, type WantedLine } from './wares.ts';

type WantedOrders = {
  count: number;
  origin: Origin;
  lines?: WantedLine[] | undefined;
  hostile: boolean;
  seed?: number | undefined;
  buyerName?: string | undefined;
  buyerId?: number | undefined;
  notes?: string | undefined;
  hidden?: Hidden | undefined;
  discount?: number | undefined;
  deliveryFee?: number | undefined;
};

/** Places orders as the portal would; those made by one call share one updatedAt. */
export function placeOrders(market: Market, wanted: WantedOrders): OrderRow[] {
  const random = wanted.seed === undefined ? market.random : createRandom(wanted.seed);
  return market.store.transaction(() => {
    const at = market.stamp();
    return Array.from({ length: wanted.count }, () => placeOne(market, { ...wanted, random }, at));
  });
}

function placeOne(market: Market, wanted: WantedOrders & { random: Random }, at: number): OrderRow {
  const lines = wanted.lines
    ? linesAsked(market, wanted.lines)
    : linesChosen(market, wanted.random, wanted.hostile);
  const row = insertOrder(market, newOrder(wanted, lines, at), at);
  if (row.hidden === null) announce(market, row);
  return row;
}

/** The event of an order that has just become real. */
export function announce(market: Market, row: OrderRow): void {
  if (row.origin === 'counterSale') queueEvent(market, 'order.delivered', row);
  const isBuyers = row.origin === 'buyer' || row.customerKind === 'BUYER_TENANT';
  const isSent = isBuyers || market.settings.open.operatorPlacedEvent === 'sent';
  if (row.origin !== 'counterSale' && isSent) queueEvent(market, 'order.placed', row);
}

function newOrder(wanted: WantedOrders & { random: Random }, lines: Line[], at: number): NewOrder {
  const { random, origin, hostile } = wanted;
  const isCounterSale = origin === 'counterSale';
  const who = isPartnerOrder(wanted) ? fromPartner(wanted) : fromBuyer(wanted);
  const deliveryFee = isCounterSale ? 0 : (wanted.deliveryFee ?? random.pick([0, 4.9, 7.5]));
  const discount = wanted.discount ?? (random.chance(0.1) ? 1 : 0);
  const totals = addUp(lines, { deliveryFee: exact(deliveryFee), discount: exact(discount) });
  return {
    ...blank,
    ...who,
    ...totals,
    uuid: uuidOf(random),
    status: isCounterSale ? 'DELIVERED' : 'PLACED',
    hidden: wanted.hidden ?? null,
    origin,
    saleChannel: isCounterSale ? 'DIRECT_SALE' : 'ORDER',
    placedOnBehalfByUserId: origin === 'operator' ? 42 : null,
    lines: JSON.stringify(lines),
    amountPaid: isCounterSale ? totals.grossTotal : 0,
    paymentStatus: isCounterSale ? 'PAID' : 'UNPAID',
    requestedDeliveryDate: isCounterSale ? null : dateAfter(at, random.integer(1, 7)),
    notes: wanted.notes ?? (hostile ? hostileText(random) : null),
    deliveredAt: isCounterSale ? at : null,
  };
}

/** An order keyed for a connected buyer waits for that buyer; any other is for a client-book partner. */
function isPartnerOrder({ origin, hidden }: WantedOrders): boolean {
  return origin !== 'buyer' && hidden !== 'PENDING_BUYER_CONFIRMATION';
}

function fromBuyer(wanted: WantedOrders & { random: Random }) {
  const buyer = pickBuyer(wanted.random);
  const name = nameOf(wanted, buyer.name);
  const entry = clientBookEntry(buyer, name);
  const buyerId = wanted.buyerId ?? buyer.buyerId;
  return {
    customerKind: 'BUYER_TENANT' as const,
    customerName: name,
    customer: JSON.stringify(buyerCustomer(buyerId, name)),
    internalPartner: entry ? JSON.stringify(entry) : null,
    buyerId,
    buyerName: name,
    deliveryCity: buyer.city,
    deliveryCountry: buyer.country,
  };
}

function fromPartner(wanted: WantedOrders & { random: Random }) {
  const partner = pickPartner(wanted.random);
  const name = nameOf(wanted, partner.name);
  return {
    customerKind: 'INTERNAL_PARTNER' as const,
    customerName: name,
    customer: JSON.stringify(partnerCustomer(partner, name)),
    buyerName: name,
    customerInternalPartnerId: partner.id,
    customerInternalPartnerExternalId: partner.externalId ?? null,
    deliveryCity: partner.city,
    deliveryCountry: partner.country,
  };
}

function nameOf({ buyerName, hostile, random }: WantedOrders & { random: Random }, usual: string) {
  return buyerName ?? (hostile ? hostileText(random) : usual);
}

function exact(value: number): number {
  return toThousandths(value) ?? 0;
}

function dateAfter(micros: number, days: number): string {
  return new Date(micros / 1000 + days * 86_400_000).toISOString().slice(0, 10);
}

function uuidOf(random: Random): string {
  const hex = hash('sha256', random.hex(32));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const blank = {
  internalPartner: null,
  buyerId: null,
  customerInternalPartnerId: null,
  customerInternalPartnerExternalId: null,
  pendingLines: null,
  amendmentStatus: null,
  reserved: 0,
  currency: 'EUR',
  trackingCode: null,
  dispatchNotes: null,
  rejectReason: null,
  cancelReason: null,
  voidReason: null,
  cancelledAt: null,
  rejectedAt: null,
} satisfies Partial<NewOrder>;
