import { isJsonObject, type Json, type JsonObject, jsonText } from '../../../src/domain/json.ts';
import type { OrderDocument } from '../../../src/domain/order-document.ts';

/** The lines of an order as the service sent them. */
export function linesOf({ detail }: OrderDocument): readonly JsonObject[] {
  const order = objectIn(detail, 'order');
  return (order['lines'] as readonly Json[]).filter(isJsonObject);
}

export function orderOf({ detail }: OrderDocument): JsonObject {
  return objectIn(detail, 'order');
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

export function textIn(object: JsonObject, name: string): string | undefined {
  return jsonText(object[name]);
}

/** What the formats that keep all of a line's amounts are asked for. */
export const lineNames = [
  'sellerExternalId',
  'productId',
  'quantity',
  'unitPrice',
  'lineTotal',
  'vatAmount',
];

/** Each line as the service sent it, cut down to these fields. */
export function lineFields(
  order: OrderDocument,
  names: readonly string[],
): readonly Record<string, string | undefined>[] {
  return linesOf(order).map((line) =>
    Object.fromEntries(names.map((name) => [name, textIn(line, name)])),
  );
}

/** Every text and number that the service sent, wherever it stands; blank ones are nothing. */
function textsBelow(name: string, value: Json): readonly { name: string; text: string }[] {
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([inner, part]) => textsBelow(inner, part));
  if (Array.isArray(value)) return value.flatMap((item: Json) => textsBelow(name, item));
  const text = typeof value === 'boolean' ? String(value) : (jsonText(value) ?? '');
  return text.trim() === '' ? [] : [{ name, text }];
}

/** Written in another form by all formats: split into date and time, or as a code. */
const writtenElse = new Set(['createdAt', 'updatedAt', 'cancelledAt', 'unitOfMeasure']);

/**
 * What the service sent and the file shows nowhere, neither in one place nor in pieces one after the other. `shown`
 * is how the format shows a text.
 */
export function lostTexts(
  order: OrderDocument,
  file: readonly string[],
  { shown, except = [] }: { shown: (text: string) => string; except?: readonly string[] },
): readonly string[] {
  const [apart, together] = [file.join('\u0000'), file.join('')];
  const { summary, detail, orderId, orderNumber, version } = order;
  return textsBelow('', { summary, detail, orderId, orderNumber, version })
    .filter(({ name }) => !writtenElse.has(name) && !except.includes(name))
    .filter(({ text }) => {
      const whole = shown(text.trim()).trim();
      return !apart.includes(whole) && !together.includes(whole);
    })
    .map(({ name, text }) => `${name}: ${text}`);
}

/** What XML shows of a text: what it cannot hold is shown as missing. */
export function inXml(text: string): string {
  return Array.from(text, (character) => (isXml(character) ? character : '\ufffd')).join('');
}

/** The production Char of XML 1.0. */
function isXml(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || code >= 0x10000;
}
