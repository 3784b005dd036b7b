import { isJsonObject, type Json, type JsonObject, jsonText } from '../domain/json.ts';
import { type Decoded, decodeJson, decodeObject } from './wire.ts';

/**
 * An item that cannot be told from others, as without its id. It is reported with the page, never left out in silence.
 */
export interface Undecodable {
  /** Its place on the page, counted from 0. */
  readonly index: number;
  readonly item: Json;
  /** What it lacks, in a sentence. */
  readonly fault: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly undecodable: readonly Undecodable[];
  /** A token: stored and sent back as it is. */
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/** One order of the feed (spec "Order summary"). Unknown fields and words stay in `summary` (fault 72). */
export interface OrderItem {
  /** Digits as the service wrote them: ids may pass 2^53. */
  readonly id: string;
  readonly version: string;
  readonly summary: JsonObject;
}

export interface ProductItem {
  readonly externalId: string;
  /** The fields of spec "Product (response item)" as they came. */
  readonly product: JsonObject;
  /** Addresses of the pictures; undefined where the text in `images` cannot be read (fault 134). */
  readonly images: readonly string[] | undefined;
}

/** Order detail (spec "Order detail"); `detail` is the whole answer. */
export interface OrderDetail {
  readonly version: string;
  readonly status: string;
  readonly detail: JsonObject;
}

/**
 * A feed page. Without nextCursor it is refused: the service always returns one, and nothing can continue without it.
 */
export function decodeOrderPage(body: Uint8Array): Decoded<Page<OrderItem>> {
  const decoded = decodePage(body, orderItem);
  if ('fault' in decoded) return decoded;
  return decoded.value.nextCursor === '' ? { fault: 'has no nextCursor' } : decoded;
}

/** A page of the product list; on the last one the cursor may be missing and is then empty. */
export function decodeProductPage(body: Uint8Array): Decoded<Page<ProductItem>> {
  return decodePage(body, productItem);
}

export function decodeOrder(body: Uint8Array): Decoded<OrderDetail> {
  const decoded = decodeObject(body);
  if ('fault' in decoded) return decoded;
  const { order } = decoded.value;
  if (!isJsonObject(order)) return { fault: 'has no object "order"' };
  const version = jsonText(order['version']) ?? '';
  if (version === '') return { fault: 'has no order.version' };
  return { value: { version, status: jsonText(order['status']) ?? '', detail: decoded.value } };
}

function decodePage<Item>(
  body: Uint8Array,
  itemOf: (item: JsonObject) => Decoded<Item>,
): Decoded<Page<Item>> {
  const decoded = decodeObject(body);
  if ('fault' in decoded) return decoded;
  const { items: listed, nextCursor, hasMore } = decoded.value;
  if (!Array.isArray(listed)) return { fault: 'has no array "items"' };
  const cursor = jsonText(nextCursor) ?? '';
  if (!cursor.isWellFormed()) return { fault: 'has a nextCursor that cannot be sent back' };
  if (hasMore === true && cursor === '') return { fault: 'has more but no nextCursor' };
  const items: Item[] = [];
  const undecodable: Undecodable[] = [];
  for (const [index, item] of (listed as readonly Json[]).entries()) {
    const one = isJsonObject(item) ? itemOf(item) : { fault: 'is not an object' };
    if ('value' in one) items.push(one.value);
    else undecodable.push({ index, item, fault: one.fault });
  }
  return { value: { items, undecodable, nextCursor: cursor, hasMore: hasMore === true } };
}

function orderItem(summary: JsonObject): Decoded<OrderItem> {
  const id = jsonText(summary['id']) ?? '';
  const version = jsonText(summary['version']) ?? '';
  if (!/^[0-9]{1,19}$/.test(id)) return { fault: 'has no id in plain digits' };
  if (version === '') return { fault: 'has no version' };
  return { value: { id, version, summary } };
}

function productItem(product: JsonObject): Decoded<ProductItem> {
  const externalId = jsonText(product['externalId']) ?? '';
  if (externalId === '') return { fault: 'has no externalId' };
  return { value: { externalId, product, images: imagesOf(product['images']) } };
}

/** spec "Product (response item)": a JSON text inside JSON, read under the same limits; missing means none. */
function imagesOf(images: Json | undefined): readonly string[] | undefined {
  if (images === undefined) return [];
  if (typeof images !== 'string') return textsIn(images);
  const decoded = decodeJson(Buffer.from(images));
  return 'value' in decoded ? textsIn(decoded.value) : undefined;
}

/** Undefined unless it is an array of texts. */
function textsIn(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = (value as readonly Json[]).filter((each) => typeof each === 'string');
  return texts.length === value.length ? texts : undefined;
}
