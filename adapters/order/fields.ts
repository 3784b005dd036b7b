import {
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObjectsIn,
  leafText,
  leavesOf,
} from '../../src/domain/json.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { isDecimal, isSameNumber, plainDecimal } from './decimal.ts';

export interface Field {
  readonly name: string;
  readonly text: string;
}

/**
 * The fields of one order or line. What a format has a place for is taken; what nobody took goes where the format
 * keeps free text, so that nothing is lost and unknown fields are carried (fault 72).
 */
export interface Fields {
  /** The text, which then counts as placed. Undefined where it is missing, blank, or does not fit and stays. */
  take(name: string, fits?: (text: string) => boolean): string | undefined;
  /** The first text that is there and fits; the same text under another of these names counts as placed too. */
  takeFirst(names: readonly string[], fits?: (text: string) => boolean): string | undefined;
  /**
   * As `takeFirst`; a text that does not fit is given all the same and stays for `rest`, so that a part can be shown.
   */
  takeOrShow(names: readonly string[], fits: (text: string) => boolean): string | undefined;
  /** What nobody took, in the service's order. */
  rest(): readonly Field[];
}

export interface OrderFields {
  readonly order: Fields;
  readonly lines: readonly Fields[];
}

/**
 * Names: those of `detail.order` and of the summary are bare, those of the blocks beside the order are
 * `customer.name`. A field of the summary that says the same as the order's own is that one; else it is `summary.…`.
 */
export function orderFields(document: OrderDocument): OrderFields {
  const { lines } = orderOf(document);
  return {
    order: fieldsOf(orderTexts(document)),
    lines: jsonObjectsIn(lines).map((line) => fieldsOf(flat('', line))),
  };
}

/** Texts by name, without what the head of the file says already. */
function orderTexts(document: OrderDocument): ReadonlyMap<string, string> {
  const { lines, ...order } = orderOf(document);
  const texts = flat('', order);
  for (const [name, text] of flat('', document.summary)) add(texts, 'summary.', { name, text });
  for (const [name, block] of Object.entries(document.detail)) {
    if (name === 'order' && isJsonObject(block)) continue;
    for (const [path, text] of flat(name, block)) add(texts, 'detail.', { name: path, text });
  }
  if (!Array.isArray(lines) || lines.length > jsonObjectsIn(lines).length)
    for (const [name, text] of flat('lines', strayLines(lines)))
      add(texts, 'order.', { name, text });
  for (const [name, text] of head(document)) if (texts.get(name) === text) texts.delete(name);
  if (texts.get('customer.kind') === texts.get('customerKind')) texts.delete('customer.kind');
  return texts;
}

function head(document: OrderDocument): readonly (readonly [string, string])[] {
  const { orderId, orderNumber, version, status } = document;
  return Object.entries({ id: orderId, orderNumber, version, status });
}

function orderOf({ detail }: OrderDocument): JsonObject {
  const { order } = detail;
  return isJsonObject(order) ? order : {};
}

/** What stands where lines should, and is none. */
function strayLines(lines: Json | undefined): Json {
  return Array.isArray(lines) ? lines.filter((line) => !isJsonObject(line)) : (lines ?? null);
}

function add(texts: Map<string, string>, prefix: string, { name, text }: Field): void {
  const known = texts.get(name);
  if (known === undefined) texts.set(name, text);
  else if (known !== text && !isSameNumber(known, text)) texts.set(`${prefix}${name}`, text);
}

/** Every text, number and yes or no below a value, by its path. Null and blank are nothing. */
function flat(path: string, value: Json): Map<string, string> {
  const texts = [...leavesOf(value, path)].map(
    ([name, leaf]) => [name, leafText(leaf) ?? ''] as const,
  );
  return new Map(texts.filter(([, text]) => text.trim() !== ''));
}

function fieldsOf(texts: ReadonlyMap<string, string>): Fields {
  const placed = new Set<string>();
  const takeFirst: Fields['takeFirst'] = (names, fits = () => true) => {
    const text = names.flatMap((name) => texts.get(name) ?? []).find(fits);
    for (const name of names) if (text !== undefined && texts.get(name) === text) placed.add(name);
    return text;
  };
  return {
    take: (name, fits) => takeFirst([name], fits),
    takeFirst,
    takeOrShow: (names, fits) =>
      takeFirst(names, fits) ?? names.flatMap((name) => texts.get(name) ?? [])[0],
    rest: () => [...texts].flatMap(([name, text]) => (placed.has(name) ? [] : { name, text })),
  };
}

/**
 * A number without an exponent, every digit kept; a text that is none, or has no room in its place, stays for `rest`.
 */
export function takeDecimal(
  fields: Fields,
  name: string,
  hasRoom: (number: string) => boolean = () => true,
): string | undefined {
  const text = fields.take(name, (given) => isDecimal(given) && hasRoom(plainDecimal(given) ?? ''));
  return plainDecimal(text ?? '');
}
