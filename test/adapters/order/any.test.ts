import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderFormats, writerOf } from '../../../adapters/writers.ts';
import { StockhandError } from '../../../src/domain/error.ts';
import type { Json, JsonObject } from '../../../src/domain/json.ts';
import { linesOf, orderOf } from './facts.ts';
import { lossless, sampleCount } from './generated.ts';
import { sampleOrder } from './sample.ts';
import { parseXml } from './tree.ts';

const names = [
  'order',
  'customer',
  'internalPartner',
  'lines',
  'currency',
  'quantity',
  'unitPrice',
  'subtotal',
  'totalAmount',
  'grossTotal',
  'createdAt',
  'requestedDeliveryDate',
  'name',
  'kind',
  'externalId',
  'sellerExternalId',
  'productName',
  'deliveryCountry',
  '',
  'constructor',
  'odd name',
];
const texts = [
  '',
  ' ',
  'EUR',
  '2026-02-30',
  'x'.repeat(300),
  '-0',
  '1e400',
  'Ω',
  '\u0000',
  '\ud800',
];
const numbers: readonly Json[] = [0, -1.5, 1e21, lossless('1E-7'), lossless('9'.repeat(40))];
const { value: anything } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, ...texts, ...numbers),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6, noNullPrototype: false }),
  ),
}));
const block = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 8 });
/** Nothing but nonsense, or a good order with nonsense in some of its fields. */
const own = orderOf(sampleOrder());
const [goodLine = {}] = linesOf(sampleOrder());
const spoilt = fc.tuple(block, block, block).map(([order, line, customer]) => ({
  order: { ...own, lines: [goodLine, { ...goodLine, ...line }], ...order },
  customer,
}));
const details = fc.oneof(block, spoilt) as fc.Arbitrary<JsonObject>;

const xmlFormats: readonly string[] = [
  ...['xml', 'ubl', 'opentrans', 'cxml', 'commerceml', 'idoc'],
];
const template = {
  name: 'order.txt.liquid',
  text: '{{ orderId }};{% for line in lines %}{{ line.quantity }};{% endfor %}',
};

describe('whatever the service sends', () => {
  it.each(orderFormats)(
    '%s writes it, or refuses it in words (fault 72)',
    { timeout: 60_000 },
    (format) => {
      const writer = writerOf(format, { template });
      let written = 0;
      const changes = fc.constantFrom('new' as const, 'changed' as const, 'ended' as const);
      fc.assert(
        fc.property(details, details, changes, (summary, detail, change) => {
          try {
            const bytes = writer.write({ ...sampleOrder(change), summary, detail });
            if (xmlFormats.includes(format)) parseXml(bytes);
            written += 1;
          } catch (error) {
            expect(error).toBeInstanceOf(StockhandError);
            expect((error as StockhandError).code).toBe('ORDER_FORMAT');
            expect((error as StockhandError).message).toMatch(/^Order 10231: .+\.$/);
          }
        }),
        { numRuns: sampleCount },
      );
      // A strict format writes a fourth of them; a writer that refuses all would pass the rest of this test.
      expect(written).toBeGreaterThan(0);
    },
  );
});
