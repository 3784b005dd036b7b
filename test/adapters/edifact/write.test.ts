import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { edifact } from '../../../adapters/edifact/write.ts';
import type { JsonObject } from '../../../src/domain/json.ts';
import type { OrderDocument } from '../../../src/domain/order-document.ts';
import { lineFields, linesOf, lostTexts, orderOf, textIn } from '../order/facts.ts';
import { lossless } from '../order/generated.ts';
import { sampleOrder } from '../order/sample.ts';
import { readmeBlock } from '../order/xmllint.ts';
import {
  first,
  hostile,
  lineNames,
  lineSeen,
  longMs,
  moa,
  sections,
  shown,
  textList,
  texts,
  written,
} from './compare.ts';

describe('an EDIFACT order', () => {
  it('has the lines and totals of the service, read back by a strict reader', {
    timeout: longMs,
  }, () => {
    for (const { order, message } of hostile) {
      const { lines, summary } = sections(message);
      expect(lines.map(lineSeen)).toEqual(lineFields(order, lineNames));
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

  it('writes a tax rate without the exponent of JSON', () => {
    const line = { quantity: 1, vatRate: lossless('2E+1') };
    const order = { currency: 'EUR', lines: [line] };
    const message = written({ ...sampleOrder(), summary: {}, detail: { order } });
    expect(first(message, 'TAX')?.data.at(-1)?.at(-1)).toBe('20');
  });

  it('writes no empty element for a run of blanks as long as one', () => {
    const line = { quantity: 1, productName: `bolt${' '.repeat(200)}M` };
    const order = { currency: 'EUR', lines: [line], essay: `a${' '.repeat(500)}z` };
    const bytes = edifact.write({ ...sampleOrder(), summary: {}, detail: { order } });
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.match(/IMD[^']*/g)).toEqual([expect.stringMatching(/^IMD\+F\+\+:::bolt: +M$/)]);
    expect(text).not.toMatch(/ZZZ'|\+F'/);
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

  it('is in a README that explains each of its segments', () => {
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
