import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { edifact } from '../../../adapters/edifact/write.ts';
import type { JsonObject } from '../../../src/domain/json.ts';
import type { OrderDocument } from '../../../src/domain/order-document.ts';
import { linesOf, lostTexts, orderOf, textIn } from '../order/facts.ts';
import { hostileOrders, lossless } from '../order/generated.ts';
import { sampleOrder } from '../order/sample.ts';
import { readmeBlock } from '../order/xmllint.ts';
import { hasDirectory } from './directory.ts';
import { hasPerlReader, readByPerl } from './perl.ts';
import type { Read } from './strict.ts';
import { checkMessage, messageIn, parse } from './strict.ts';

const longMs = 120_000;
const written = (order: OrderDocument): readonly Read[] => messageIn(parse(edifact.write(order)));
const hostile = hostileOrders().map((order) => {
  const bytes = edifact.write(order);
  return { order, bytes, message: messageIn(parse(bytes)) };
});

const first = (message: readonly Read[], tag: string, qualifier?: string): Read | undefined =>
  message.find(
    ({ tag: own, data }) => own === tag && (qualifier === undefined || data[0]?.[0] === qualifier),
  );
const moa = (message: readonly Read[], qualifier: string) =>
  first(message, 'MOA', qualifier)?.data[0]?.[1];

/** The segments of each line, and the summary behind UNS. */
function sections(message: readonly Read[]) {
  const end = message.findIndex(({ tag }) => tag === 'UNS');
  const starts = message.flatMap(({ tag }, index) => (tag === 'LIN' ? index : []));
  return {
    head: message.slice(0, starts[0] ?? end),
    lines: starts.map((start, index) => message.slice(start, starts[index + 1] ?? end)),
    summary: message.slice(end),
  };
}

/** FTX of one number are one text, `name: text`; numbers begin anew in each line. */
function textList(segments: readonly Read[]): readonly string[] {
  const whole = new Map<string, string>();
  for (const { tag, data } of segments) {
    const number = data[2]?.[0] ?? '';
    if (tag === 'FTX') whole.set(number, (whole.get(number) ?? '') + (data[3] ?? []).join(''));
  }
  return [...whole.values()];
}

function texts(segments: readonly Read[]): ReadonlyMap<string, string> {
  return new Map(
    textList(segments).map((text) => [
      text.split(': ')[0] ?? '',
      text.slice(text.indexOf(': ') + 2),
    ]),
  );
}

function lineSeen(line: readonly Read[]) {
  return {
    id: first(line, 'LIN')?.data[2]?.[0] ?? texts(line).get('sellerExternalId'),
    productId: first(line, 'PIA')?.data[1]?.[0],
    quantity: first(line, 'QTY')?.data[0]?.[1],
    unitPrice: first(line, 'PRI')?.data[0]?.[1],
    lineTotal: moa(line, '203'),
    lineTotalInclVat: moa(line, '128'),
    vatAmount: moa(line, '124'),
    vatRate: first(line, 'TAX')?.data[4]?.[3],
    lineId: first(line, 'RFF', 'LI')?.data[0]?.[1],
  };
}

function lineSent(line: JsonObject) {
  return {
    id: textIn(line, 'sellerExternalId'),
    productId: textIn(line, 'productId'),
    quantity: textIn(line, 'quantity'),
    unitPrice: textIn(line, 'unitPrice'),
    lineTotal: textIn(line, 'lineTotal'),
    lineTotalInclVat: textIn(line, 'lineTotalInclVat'),
    vatAmount: textIn(line, 'vatAmount'),
    vatRate: textIn(line, 'vatRate'),
    lineId: textIn(line, 'id'),
  };
}

/** What EDIFACT shows of a text: no control characters. */
const shown = (text: string): string => text.replaceAll(/[\p{Control}\p{Surrogate}]/gu, ' ');

describe.skipIf(!hasDirectory())(
  'the official directory of ORDERS D.96A (skipped where ../shared/schemas is missing)',
  () => {
    it('has every segment of many hostile orders in its place, and room for every element', {
      timeout: longMs,
    }, () => {
      for (const { message } of hostile) checkMessage(message);
    });

    it.each([
      ['a segment out of place', "UNS+S'", "UNS+S'BGM+220'"],
      ['a segment too often', 'BGM+220', "BGM+220+1+9'BGM+220"],
      ['a text too long', 'QTY+21:12:PCE', `QTY+21:1234567890123456:PCE`],
      ['a letter in a number', 'QTY+21:12:PCE', 'QTY+21:12x:PCE'],
      ['an element too many', 'UNS+S', 'UNS+S+1'],
    ])('refuses %s', (_, from, to) => {
      const text = Buffer.from(edifact.write(sampleOrder())).toString('latin1').replace(from, to);
      const segments = parse(Buffer.from(text, 'latin1')).slice(1, -1);
      expect(() => checkMessage(segments)).toThrow();
    });
  },
);

describe.skipIf(!hasPerlReader())(
  "Debian's Perl reader (skipped where libbusiness-edifact-interchange-perl is not installed)",
  () => {
    // That reader takes a released ? before a separator for the release of the separator: ? would stop it.
    const withoutQuestions = (order: OrderDocument): OrderDocument =>
      JSON.parse(JSON.stringify(order).replaceAll('?', '!'));

    it('reads functions, totals and lines of many hostile orders back equal', {
      timeout: longMs,
    }, () => {
      const orders = hostile.map(({ order }) => withoutQuestions(order));
      const reads = readByPerl(orders.map((order) => edifact.write(order)));
      for (const [index, order] of orders.entries()) {
        const [read, own] = [reads[index]!, orderOf(order)];
        const functions = { new: 'original', changed: '5', ended: '1' };
        expect([read.code, read.function]).toEqual(['220', functions[order.change]]);
        expect(read.count).toBe(String(linesOf(order).length));
        const total = (wanted: string) =>
          read.totals?.find(({ qualifier }) => qualifier === wanted)?.value;
        expect(total('79')).toBe(textIn(own, 'subtotal'));
        expect(total('125')).toBe(textIn(own, 'totalAmount'));
        expect(
          read.lines.map(({ quantity, price, total: sum }) => [quantity, price, sum ?? undefined]),
        ).toEqual(
          linesOf(order).map((line) =>
            ['quantity', 'unitPrice', 'lineTotal'].map((name) => textIn(line, name)),
          ),
        );
      }
    });
  },
);

describe('an EDIFACT order', () => {
  it('has the lines and totals of the service, read back by a strict reader', {
    timeout: longMs,
  }, () => {
    for (const { order, message } of hostile) {
      const { lines, summary } = sections(message);
      expect(lines.map(lineSeen)).toEqual(linesOf(order).map(lineSent));
      const own = orderOf(order);
      expect(moa(summary, '79')).toBe(textIn(own, 'subtotal'));
      expect(moa(summary, '125')).toBe(textIn(own, 'totalAmount'));
      expect(moa(summary, '176')).toBe(textIn(own, 'vatTotal'));
      expect(moa(summary, '86')).toBe(textIn(order.summary, 'grossTotal'));
      expect(first(summary, 'CNT')?.data[0]).toEqual(['2', String(lines.length)]);
      expect(first(message, 'CUX')?.data[0]?.[1]).toBe(textIn(own, 'currency'));
    }
  });

  it('loses no text, no key and no number', { timeout: longMs }, () => {
    for (const { order, message } of hostile) {
      const { head, lines } = sections(message);
      const elements = message.flatMap(({ data }) => data.flat());
      const file = [...elements, ...[head, ...lines].flatMap(textList)];
      const except = ['requestedDeliveryDate', 'productName'];
      expect(lostTexts(order, file, { shown, except })).toEqual([]);
    }
  });

  it('has the whole name of each product in its descriptions', { timeout: longMs }, () => {
    for (const { order, message } of hostile) {
      const names = sections(message).lines.map((line) =>
        line
          .filter(({ tag }) => tag === 'IMD')
          .map(({ data }) => data[2]!.slice(3).join(''))
          .join(''),
      );
      const sent = linesOf(order).map((line) => shown(textIn(line, 'productName') ?? '').trim());
      expect(names).toEqual(sent);
    }
  });

  it('is ISO 8859-1 (UNOC) where that holds the order, else UTF-8 (UNOY)', () => {
    const identifiers = hostile.map(({ bytes }) => Buffer.from(bytes.subarray(9, 19)).toString());
    expect(new Set(identifiers)).toEqual(new Set(['UNB+UNOC:3', 'UNB+UNOY:4']));
    expect(identifiers.filter((identifier) => identifier.endsWith('3')).length).toBeGreaterThan(
      hostile.length / 5,
    );
  });

  it('releases its separators in texts', () => {
    const order = { ...sampleOrder(), orderNumber: "a+b:c'd?e*f" };
    const latin = Buffer.from(edifact.write(order)).toString('latin1');
    expect(latin).toContain("BGM+220+a?+b?:c?'d??e*f+9'");
    const unicode = Buffer.from(edifact.write({ ...order, version: '€' })).toString();
    expect(unicode).toContain("BGM+220+a?+b?:c?'d??e?*f+9'");
  });

  it('is original, replaces the order before, or cancels it', () => {
    const functions = (['new', 'changed', 'ended'] as const).map(
      (change) => first(written(sampleOrder(change)), 'BGM')?.data[2]?.[0],
    );
    expect(functions).toEqual(['9', '5', '1']);
  });

  it('says which file it is: id and version, number, sequence, the file before', () => {
    const message = written({ ...sampleOrder('changed'), reissueOf: 400 });
    const references = message.filter(({ tag }) => tag === 'RFF').map(({ data }) => data[0]);
    expect(references.slice(0, 4)).toEqual([
      ['TN', '10231', '', 'v9-c3'],
      ['ON', 'SO-2026-0131'],
      ['PP', '415'],
      ['ACE', '412'],
    ]);
    const text = texts(sections(message).head);
    expect(text.get('status')).toBe('ACCEPTED');
    expect(text.get('change')).toBe('changed');
    expect(text.get('reissueOf')).toBe('400');
    expect(text.get('changed')).toBe('status: PLACED -> ACCEPTED');
  });

  it('keeps what is too long for its place whole in the free text', () => {
    const version = 'v'.repeat(4_000);
    const orderNumber = 'n'.repeat(36);
    const message = written({ ...sampleOrder(), version, orderNumber, summary: {}, detail: {} });
    const { head } = sections(message);
    expect(texts(head).get('version')).toBe(version);
    expect(texts(head).get('orderNumber')).toBe(orderNumber);
    expect(first(head, 'BGM')?.data[1]).toEqual(['10231']);
    expect(first(head, 'RFF', 'ON')).toBeUndefined();
  });

  it('keeps an amount that no reader needs to have room for in the free text', () => {
    const subtotal = lossless('12345678901234567.89');
    const message = written({ ...sampleOrder(), summary: {}, detail: { order: { subtotal } } });
    expect(texts(sections(message).head).get('subtotal')).toBe('12345678901234567.89');
    expect(moa(message, '79')).toBeUndefined();
  });

  it('names the prose that finds no room in the end, and keeps what follows it', () => {
    const summary = { essay: 'e'.repeat(40_000), short: 'kept' };
    const text = texts(sections(written({ ...sampleOrder(), summary })).head);
    expect(text.get('notHeld')).toBe('1: essay');
    expect(text.get('short')).toBe('kept');
  });

  it('names the number of many changes rather than losing the order', () => {
    const changed = Array.from({ length: 300 }, (_, index) => ({
      field: `lines[${index}].quantity`,
      from: '1',
      to: '2',
    }));
    const message = written({ ...sampleOrder('changed'), changed });
    expect(texts(sections(message).head).get('notHeld')).toMatch(/^\d+: changed, changed/);
    expect(message.filter(({ tag }) => tag === 'FTX').length).toBeLessThanOrEqual(99);
  });

  const lines = [{ quantity: 1 }];
  const long = lossless('1234567890123.456');
  const refused: readonly (readonly [string, JsonObject, Partial<OrderDocument>])[] = [
    [
      'quantity of line 1 has more than the 15 digits of EDIFACT',
      { lines: [{ quantity: long }] },
      {},
    ],
    [
      'unitPrice of line 1 has more than the 15 digits',
      { lines: [{ quantity: 1, unitPrice: long }] },
      {},
    ],
    ['there is no usable quantity of line 1', { lines: [{}] }, {}],
    ['version is longer than EDIFACT allows', { lines }, { version: 'v'.repeat(40_000) }],
    ['orderNumber has the character U+000A', { lines }, { orderNumber: 'a\nb' }],
    [
      'sellerExternalId of line 1 has the character U+0020',
      { lines: [{ quantity: 1, sellerExternalId: 'A ' }] },
      {},
    ],
  ];
  it.each(refused)('is refused when %s', (why, own, head) => {
    const order = { ...sampleOrder(), ...head, detail: { order: own } };
    expect(() => edifact.write(order)).toThrow(`Order 10231: ${why}`);
  });

  it('gives a line its own currency, and takes an order without lines', () => {
    const order = {
      currency: 'EUR',
      lines: [{ quantity: 1, unitPrice: 2, lineTotal: 2, currency: 'USD' }],
    };
    const message = written({ ...sampleOrder(), detail: { order } });
    const [line] = sections(message).lines;
    expect(first(line!, 'MOA')?.data[0]).toEqual(['203', '2', 'USD']);
    expect(first(line!, 'CUX')?.data[0]).toEqual(['2', 'USD', '9']);
    const empty = written({ ...sampleOrder(), detail: {} });
    expect(first(empty, 'CNT')?.data[0]).toEqual(['2', '0']);
  });

  it('has charges for delivery and discount', () => {
    const { head } = sections(written(sampleOrder()));
    const charges = head
      .filter(({ tag }) => tag === 'ALC' || tag === 'MOA')
      .map(({ data }) => data.flat());
    expect(charges).toEqual([
      ['C', '', '', '', 'FC'],
      ['8', '5.00'],
      ['A', '', '', '', 'DI'],
      ['8', '2.04'],
    ]);
  });

  it('is the sample of its README, which shows a line break after each segment', () => {
    const sample = readmeBlock('edifact', 'text').replaceAll('\n', '');
    expect(Buffer.from(edifact.write(sampleOrder('changed'))).toString('latin1')).toBe(sample);
  });

  it('stands in a README that explains each of its segments', () => {
    const readme = readFileSync(
      new URL('../../../adapters/edifact/README.md', import.meta.url),
      'utf8',
    );
    for (const tag of new Set(
      hostile.flatMap(({ message }) => message.map((segment) => segment.tag)),
    ))
      expect(readme).toContain(`\`${tag}`);
  });
});
