import { describe, expect, it } from 'vitest';
import { edifact } from '../../../adapters/edifact/write.ts';
import type { OrderDocument } from '../../../src/domain/order-document.ts';
import { linesOf, orderOf, textIn } from '../order/facts.ts';
import { sampleOrder } from '../order/sample.ts';
import { hostile, longMs } from './compare.ts';
import { hasDirectory } from './directory.ts';
import { hasPerlReader, readByPerl } from './perl.ts';
import { checkMessage, parse } from './strict.ts';

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
