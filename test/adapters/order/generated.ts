import fc from 'fast-check';
import type { Json, JsonObject } from '../../../src/domain/json.ts';
import type { OrderChange, OrderDocument } from '../../../src/domain/order-document.ts';

const latinHostile = [
  'Müller & Söhne GmbH',
  'Straße "Zum Löwen" <3>',
  `it's 5+5:2? '+:?*`,
  '??',
  "ends with ?'",
  'two\nlines',
  'carriage\r\nreturn',
  'tab\there',
  'bell\u0007 and \u0001 and \u001f',
  '   blanks around   ',
  '=HYPERLINK("http://example.test")',
  '<b>]]></b> <!-- x --> &amp; &#0;',
  'no-break\u00a0blank',
  '0012',
  '-',
  'word '.repeat(200),
  'x'.repeat(1_000),
];
const unicodeHostile = [
  ...latinHostile,
  '😀 family 👩‍👩‍👧‍👦',
  'Żabka pod Lipą',
  'Παντοπωλείο Ελιά',
  'عربي \u202eabc\u202c mixed',
  '10 € „quoted“',
  'lone \ud800 surrogate',
  'non\uffffcharacter',
  'zero\u200bwidth \ufeffmark',
];

/** What a text is made of: only Latin-1, so that EDIFACT stays with UNOC, or everything. */
type Palette = 'latin' | 'unicode';

function prose(palette: Palette): fc.Arbitrary<string> {
  const pieces = fc.constantFrom(...(palette === 'latin' ? latinHostile : unicodeHostile));
  const unit = fc.nat(palette === 'latin' ? 0xff : 0x2fff);
  const free = fc.array(unit, { maxLength: 12 }).map((codes) => String.fromCodePoint(...codes));
  const several = fc.tuple(pieces, free, pieces).map((parts) => parts.join(' '));
  return fc.oneof({ weight: 3, arbitrary: pieces }, free, several);
}

/** Keys are hostile too, but hold nothing that a format would have to change. */
function key(palette: Palette, lengthMax: number): fc.Arbitrary<string> {
  const latin = ['ART-1', "O'Brien+1:2?", '0012', 'ä/ß&<"*', '??', '7'];
  const parts = fc.constantFrom(...latin, ...(palette === 'latin' ? [] : ['😀', 'ż€']));
  const lengths = fc.constantFrom(1, 2, 2, 3, 3, 4, lengthMax);
  return fc
    .tuple(parts, parts, lengths)
    .map(([first, second, length]) =>
      [...`${first}-${second}`.repeat(length)].slice(0, lengthMax).join(''),
    );
}

function number(wholeMax: number, places: number): fc.Arbitrary<Json> {
  const fraction = fc.constantFrom('', '5', '50', '00', '125', '0001', '9');
  return fc.tuple(fc.nat(wholeMax), fraction).map(([whole, digits]) => {
    const kept = digits.slice(0, places);
    return kept === '' ? whole : lossless(`${whole}.${kept}`);
  });
}

export function lossless(value: string): Json {
  return { isLosslessNumber: true, value };
}

const bigId = fc
  .bigInt({ min: 1n, max: 9_223_372_036_854_775_807n })
  .map((id) => lossless(String(id)));
const instant = fc
  .integer({ min: Date.UTC(2020), max: Date.UTC(2030) })
  .map((ms) => new Date(ms).toISOString());
const day = instant.map((text) => text.slice(0, 10));
const currency = fc.constantFrom('EUR', 'EUR', 'EUR', 'PLN', 'USD');
const money = number(999_999_999, 2);

/** Some of the fields, in their order; at least the needed ones. */
function some(
  fields: Record<string, fc.Arbitrary<Json>>,
  needed: readonly string[],
): fc.Arbitrary<JsonObject> {
  return fc.record(fields, { requiredKeys: [...needed] }) as fc.Arbitrary<JsonObject>;
}

function lineOf(palette: Palette, code: string): fc.Arbitrary<JsonObject> {
  return some(
    {
      id: bigId,
      productId: bigId,
      sellerExternalId: key(palette, 255),
      productName: prose(palette),
      unitOfMeasure: fc.constantFrom('pcs', 'kg', 'liter', 'box', 'Karton à 6', 'м'),
      quantity: number(9_999_999, 3),
      unitPrice: number(999_999, 4),
      vatRate: number(30, 2),
      vatAmount: money,
      lineTotal: money,
      lineTotalInclVat: money,
      currency: fc.constant(code),
      'gift note': prose(palette),
      options: fc.array(prose(palette), { maxLength: 2 }),
    },
    ['quantity', 'unitPrice', 'productId'],
  );
}

function customerOf(palette: Palette): fc.Arbitrary<JsonObject> {
  const buyer = some(
    { kind: fc.constant('BUYER_TENANT'), buyerTenantId: bigId, name: prose(palette) },
    ['kind'],
  );
  const partner = some(
    {
      kind: fc.constant('INTERNAL_PARTNER'),
      internalPartnerId: bigId,
      externalId: key(palette, 60),
      name: prose(palette),
      legalName: prose(palette),
      taxId: key(palette, 20),
      address: prose(palette),
      deliveryAddress: prose(palette),
      contactPhone: prose(palette),
      contactEmail: prose(palette),
      route: prose(palette),
      category: prose(palette),
    },
    ['kind'],
  );
  return fc.oneof(buyer, partner);
}

function contentOf(palette: Palette): fc.Arbitrary<Pick<OrderDocument, 'summary' | 'detail'>> {
  return currency.chain((code) => {
    const order = some(
      {
        orderNumber: key(palette, 60),
        status: fc.constant('PLACED'),
        version: fc.constant('v1'),
        buyerName: prose(palette),
        supplierName: prose(palette),
        lines: fc.array(lineOf(palette, code), { minLength: 1, maxLength: 4 }),
        subtotal: money,
        deliveryFee: money,
        deliveryFeeSource: fc.constant('AUTO_RATE'),
        vatTotal: money,
        totalAmount: money,
        amountPaid: money,
        amountDue: money,
        paymentStatus: fc.constant('UNPAID'),
        saleChannel: fc.constantFrom('ORDER', 'DIRECT_SALE'),
        currency: fc.constant(code),
        deliveryCity: prose(palette),
        deliveryCountry: fc.constantFrom('LT', 'DE', 'RS', 'Österreich'),
        requestedDeliveryDate: day,
        createdAt: instant,
        giftMessage: prose(palette),
        nested: fc.constant({ deep: [{ 'odd name': 'kept' }, true, 12] }),
      },
      ['lines', 'currency', 'subtotal', 'totalAmount'],
    );
    const summary = some(
      {
        uuid: fc.uuid(),
        customerKind: fc.constantFrom('BUYER_TENANT', 'INTERNAL_PARTNER'),
        customerName: prose(palette),
        buyerId: bigId,
        grossTotal: money,
        amountPaid: money,
        updatedAt: instant,
        placedOnBehalfByUserId: bigId,
        deliveredAt: instant,
        cancelledAt: instant,
        cancelReason: prose(palette),
        voidReason: prose(palette),
        unknownYesOrNo: fc.boolean(),
      },
      ['grossTotal'],
    );
    const internalPartner = some({ externalId: key(palette, 30), name: prose(palette) }, []);
    const detail = some({ order, customer: customerOf(palette), internalPartner }, ['order']);
    return fc.record({ summary, detail });
  });
}

const changes: readonly OrderChange[] = ['new', 'changed', 'ended'];

const orders: fc.Arbitrary<OrderDocument> = fc
  .constantFrom<Palette>('latin', 'unicode')
  .chain((palette) =>
    fc
      .record({
        format: fc.constant('stockhand.order/1' as const),
        sequence: fc.integer({ min: 1, max: 999_999_999 }),
        change: fc.constantFrom(...changes),
        orderId: bigId.map((id) => (id as { value: string }).value),
        orderNumber: key(palette, 300),
        version: fc.oneof(key(palette, 60), key(palette, 2_000)),
        status: fc.constantFrom('PLACED', 'ACCEPTED', 'CANCELLED', 'SOMETHING_NEW'),
        origin: fc.constantFrom('buyer' as const, 'operator' as const, 'counterSale' as const),
        writtenAt: instant,
        previousSequence: fc.option(fc.integer({ min: 1, max: 999 })),
        changed: fc.array(
          fc.record({
            field: key(palette, 20),
            from: fc.option(prose(palette)),
            to: fc.option(prose(palette)),
          }),
          { maxLength: 3 },
        ),
        content: contentOf(palette),
      })
      .map(({ content, ...head }) => ({ ...head, ...content })),
  );

/** How many hostile orders each format writes; ORDER_SAMPLES=1000 is the long run. */
export const sampleCount = Number(process.env['ORDER_SAMPLES'] ?? 60);

/** Always the same orders: a failure names a number that fails again. */
export function hostileOrders(count = sampleCount): readonly OrderDocument[] {
  return fc.sample(orders, { numRuns: count, seed: 20_260_131 });
}
