import { edifact } from '../../../adapters/edifact/write.ts';
import type { OrderDocument } from '../../../src/domain/order-document.ts';
import { hostileOrders } from '../order/generated.ts';
import { messageIn, parse, type Read } from './strict.ts';

export const longMs = 120_000;
export const written = (order: OrderDocument): readonly Read[] =>
  messageIn(parse(edifact.write(order)));
export const hostile = hostileOrders().map((order) => {
  const bytes = edifact.write(order);
  return { order, bytes, message: messageIn(parse(bytes)) };
});

export const first = (
  message: readonly Read[],
  tag: string,
  qualifier?: string,
): Read | undefined =>
  message.find(
    ({ tag: own, data }) => own === tag && (qualifier === undefined || data[0]?.[0] === qualifier),
  );
export const moa = (message: readonly Read[], qualifier: string) =>
  first(message, 'MOA', qualifier)?.data[0]?.[1];

/** The segments of each line, and the summary behind UNS. */
export function sections(message: readonly Read[]) {
  const end = message.findIndex(({ tag }) => tag === 'UNS');
  const starts = message.flatMap(({ tag }, index) => (tag === 'LIN' ? index : []));
  return {
    head: message.slice(0, starts[0] ?? end),
    lines: starts.map((start, index) => message.slice(start, starts[index + 1] ?? end)),
    summary: message.slice(end),
  };
}

/** FTX of one number are one text, `name: text`; numbers begin anew in each line. */
export function textList(segments: readonly Read[]): readonly string[] {
  const whole = new Map<string, string>();
  for (const { tag, data } of segments) {
    const number = data[2]?.[0] ?? '';
    if (tag === 'FTX') whole.set(number, (whole.get(number) ?? '') + (data[3] ?? []).join(''));
  }
  return [...whole.values()];
}

export function texts(segments: readonly Read[]): ReadonlyMap<string, string> {
  return new Map(
    textList(segments).map((text) => [
      text.split(': ')[0] ?? '',
      text.slice(text.indexOf(': ') + 2),
    ]),
  );
}

export function lineSeen(line: readonly Read[]) {
  return {
    sellerExternalId: first(line, 'LIN')?.data[2]?.[0] ?? texts(line).get('sellerExternalId'),
    productId: first(line, 'PIA')?.data[1]?.[0],
    quantity: first(line, 'QTY')?.data[0]?.[1],
    unitPrice: first(line, 'PRI')?.data[0]?.[1],
    lineTotal: moa(line, '203'),
    lineTotalInclVat: moa(line, '128'),
    vatAmount: moa(line, '124'),
    vatRate: first(line, 'TAX')?.data[4]?.[3],
    id: first(line, 'RFF', 'LI')?.data[0]?.[1],
  };
}

export const lineNames = [
  'sellerExternalId',
  'productId',
  'quantity',
  'unitPrice',
  'lineTotal',
  'lineTotalInclVat',
  'vatAmount',
  'vatRate',
  'id',
];

/** What EDIFACT shows of a text: no control characters. */
export const shown = (text: string): string => text.replaceAll(/[\p{Control}\p{Surrogate}]/gu, ' ');
