import type { OrderDocument } from '../../src/domain/order-document.ts';
import { cannotHold } from './cannot-hold.ts';
import { type Field, orderFields } from './fields.ts';
import { headFields } from './head.ts';

/** What things are found by. Prose may lose a control character; a key that lost one would be another key. */
const orderKeys: ReadonlySet<string> = new Set([
  'orderId',
  'version',
  'orderNumber',
  'uuid',
  'buyerId',
  'customerInternalPartnerId',
  'customerInternalPartnerExternalId',
  'placedOnBehalfByUserId',
  'currency',
  'customer.buyerTenantId',
  'customer.internalPartnerId',
  'customer.externalId',
  'customer.taxId',
  'internalPartner.externalId',
]);
const lineKeys: ReadonlySet<string> = new Set(['id', 'productId', 'sellerExternalId', 'currency']);

/** Also where summary and order differ, and the summary's own text stands as `summary.uuid`. */
export function isOrderKey(name: string): boolean {
  return orderKeys.has(name.replace(/^summary\./, ''));
}

export function isLineKey(name: string): boolean {
  return lineKeys.has(name);
}

/** Refuses the order where a key has a character that the format cannot hold. */
export function refuseUnholdableKeys(document: OrderDocument, unholdable: RegExp): void {
  const { order, lines } = orderFields(document);
  const fields: readonly Field[] = [
    ...headFields(document),
    { name: 'orderNumber', text: document.orderNumber },
    ...order.rest(),
  ];
  refuse(document, unholdable, {
    fields: fields.filter(({ name }) => isOrderKey(name)),
    of: '',
  });
  lines.forEach((line, index) => {
    const keys = line.rest().filter(({ name }) => lineKeys.has(name));
    refuse(document, unholdable, { fields: keys, of: ` of line ${index + 1}` });
  });
}

function refuse(
  document: OrderDocument,
  unholdable: RegExp,
  { fields, of }: { readonly fields: readonly Field[]; readonly of: string },
): void {
  for (const { name, text } of fields) {
    const found = unholdable.exec(text)?.[0];
    if (found === undefined) continue;
    const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    cannotHold(document, `${name}${of} has the character U+${code}, which the format cannot hold.`);
  }
}
