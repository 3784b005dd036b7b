import type { Complaint } from '../domain/complaint.ts';
import { isAddressable } from '../domain/product.ts';

/** Every address of the spec that Stockhand calls, once. */
export const paths = {
  catalog: '/connect/v1/supplier/catalog/',
  products: '/connect/v1/supplier/catalog/products',
  productsBatch: '/connect/v1/supplier/catalog/products/batch',
  stockBatch: '/connect/v1/supplier/catalog/products/batch/stock',
  sync: '/connect/v1/supplier/catalog/sync',
  orders: '/connect/v1/supplier/orders',
  webhooks: '/api/v1/connect/webhooks',
} as const;

/** A path, or what is wrong with the id that should be in it (finding 4). */
export type Path = { readonly path: string } | { readonly complaint: Complaint };

export type ProductPart = '' | '/images' | '/images/presign' | '/images/commit';

/** `.`, `..` and `batch` would lead to another address; half a surrogate pair cannot be written in one (fault 9). */
export function productPath(externalId: string, part: ProductPart = ''): Path {
  if (externalId.trim() !== '' && isAddressable(externalId)) {
    return { path: `${paths.products}/${encodeURIComponent(externalId)}${part}` };
  }
  const complaint = {
    code: 'ROW_KEY_INVALID',
    value: externalId,
    rule: 'cannot be part of an address of the marketplace, so it is neither deleted nor given a picture.',
    remedy: 'Give the article another number in the ERP.',
  } as const;
  return { complaint };
}

/** The ids of orders are digits, as the service wrote them; they may pass 2^53 (fault 90). */
export function orderPath(orderId: string, action = ''): Path {
  if (/^(?:0|[1-9][0-9]{0,18})$/.test(orderId)) {
    return { path: `${paths.orders}/${orderId}${action === '' ? '' : `/${action}`}` };
  }
  const complaint = {
    code: 'COMMAND_ORDER_ID',
    value: orderId,
    rule: 'is not the id of an order.',
    remedy: 'Copy orderId from the order file.',
  } as const;
  return { complaint };
}

/** Session ids are handles of the service: any text, but one step of the path. */
export function sessionEndPath(sessionId: string): string | undefined {
  return isAddressable(sessionId) && sessionId !== ''
    ? `${paths.sync}/${encodeURIComponent(sessionId)}/end`
    : undefined;
}

/** The ids of endpoints are handles of the service, too. */
export function webhookPath(id: string, part: '' | '/test' | '/deliveries' = ''): string {
  return `${paths.webhooks}/${encodeURIComponent(id)}${part}`;
}

/** Parameters are encoded once: what the service decodes is byte for byte what it gave (fault 70). */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? path : `${path}?${text}`;
}
