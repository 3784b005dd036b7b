import { describe, expect, it } from 'vitest';
import { opentrans } from '../../../adapters/opentrans/write.ts';
import type { OrderDocument } from '../../../src/domain/order-document.ts';
import { inXml, lineFields, lostTexts, orderOf, textIn } from '../order/facts.ts';
import { sampleOrder } from '../order/sample.ts';
import { all, everything, hostileTrees, parseXml, type Tree, text } from '../order/tree.ts';
import { canValidate, checks, faultsOf, readmeBlock, verdicts } from '../order/xmllint.ts';

const longMs = 120_000;
const written = (order: OrderDocument): Tree => parseXml(opentrans.write(order));
const hostile = hostileTrees(opentrans);

/** The parts of ORDER and ORDERCHANGE by the same names. */
function partsOf(tree: Tree) {
  const info = all(tree, `${tree.name}_HEADER/${tree.name}_INFO`)[0]!;
  return {
    info,
    control: all(tree, `${tree.name}_HEADER/CONTROL_INFO`)[0]!,
    items: all(tree, `${tree.name}_ITEM_LIST/ORDER_ITEM`),
    summary: all(tree, `${tree.name}_SUMMARY`)[0]!,
    udx: (name: string) => text(info, `HEADER_UDX/UDX.STOCKHAND.${name}`),
    field: (name: string) => fieldIn(info, 'HEADER_UDX', name),
  };
}

function fieldIn(tree: Tree, udx: string, name: string): string | undefined {
  return all(tree, `${udx}/UDX.STOCKHAND.FIELD`).find(
    ({ attributes }) => attributes['name'] === name,
  )?.text;
}

const shortProductId = 32;

function lineSeen(item: Tree) {
  return {
    sellerExternalId:
      text(item, 'PRODUCT_ID/bme:SUPPLIER_PID') ?? fieldIn(item, 'ITEM_UDX', 'sellerExternalId'),
    quantity: text(item, 'QUANTITY'),
    unitPrice: text(item, 'PRODUCT_PRICE_FIX/bme:PRICE_AMOUNT'),
    lineTotal: text(item, 'PRICE_LINE_AMOUNT'),
    vatAmount: text(item, 'PRODUCT_PRICE_FIX/TAX_DETAILS_FIX/TAX_AMOUNT'),
  };
}

const lineNames = ['sellerExternalId', 'quantity', 'unitPrice', 'lineTotal', 'vatAmount'];

describe.skipIf(!canValidate())(
  'the official openTRANS 2.1 schema (skipped where ../shared/schemas or xmllint is missing)',
  () => {
    it('accepts many hostile orders', { timeout: longMs }, () => {
      const files = hostile.map(({ bytes }) => bytes);
      expect(faultsOf(checks.opentrans, files)).toBe('');
    });

    it('accepts the sample by the script that it comes with, and refuses a damaged one', () => {
      const sample = opentrans.write(sampleOrder());
      expect(verdicts('opentrans', sample, ['<QUANTITY>12<', '<QUANTITY>12 St<'])).toEqual([
        '',
        expect.stringContaining('QUANTITY'),
      ]);
    });
  },
);

describe('an openTRANS order', () => {
  it('has the lines and totals of the service, read back by another reader', {
    timeout: longMs,
  }, () => {
    for (const { order, tree } of hostile) {
      const { items, summary, info, field } = partsOf(tree);
      expect(items.map(lineSeen)).toEqual(lineFields(order, lineNames));
      const own = orderOf(order);
      expect(text(summary, 'TOTAL_ITEM_NUM')).toBe(String(items.length));
      expect(text(summary, 'TOTAL_AMOUNT')).toBe(textIn(own, 'subtotal'));
      expect(field('totalAmount')).toBe(textIn(own, 'totalAmount'));
      expect(field('grossTotal')).toBe(textIn(order.summary, 'grossTotal'));
      expect(text(info, 'bme:CURRENCY') ?? field('currency')).toBe(textIn(own, 'currency'));
    }
  });

  it('loses no text, no key and no number', { timeout: longMs }, () => {
    for (const { order, tree } of hostile) {
      const file = everything(tree);
      expect(lostTexts(order, file, { shown: inXml, except: ['vatRate'] })).toEqual([]);
    }
  });

  it('keeps a name whole in HEADER_UDX where a blank leaves no room for its last letter', () => {
    const name = `${'a'.repeat(49)} ${'b'.repeat(99)}c`;
    const { detail } = sampleOrder();
    const { field } = partsOf(
      written({ ...sampleOrder(), detail: { ...detail, customer: { name } } }),
    );
    expect(field('customer.name')).toBe(name);
  });

  it('writes the tax rate as a factor', () => {
    const { items } = partsOf(written(sampleOrder()));
    const rates = items.map((item) => text(item, 'PRODUCT_PRICE_FIX/TAX_DETAILS_FIX/bme:TAX'));
    expect(rates).toEqual(['0.19', '0.07']);
  });

  it('says which file it is', () => {
    const { udx } = partsOf(written({ ...sampleOrder('changed'), reissueOf: 400 }));
    expect(udx('ORDER_ID')).toBe('10231');
    expect(udx('VERSION')).toBe('v9-c3');
    expect(udx('SEQUENCE')).toBe('415');
    expect(udx('PREVIOUS_SEQUENCE')).toBe('412');
    expect(udx('REISSUE_OF')).toBe('400');
    expect(udx('CHANGE')).toBe('changed');
  });

  it('is an ORDER when new and an ORDERCHANGE after that; an ended one stops automatic processing', () => {
    const [first, changed, ended] = (['new', 'changed', 'ended'] as const).map((change) =>
      written(sampleOrder(change)),
    );
    expect([first!.name, changed!.name, ended!.name]).toEqual([
      'ORDER',
      'ORDERCHANGE',
      'ORDERCHANGE',
    ]);
    const stop = 'STOP_AUTOMATIC_PROCESSING';
    expect(text(partsOf(changed!).control, stop)).toBeUndefined();
    expect(text(partsOf(ended!).control, stop)).toBe('CANCELLED: Out of stock');
    expect(text(partsOf(ended!).info, 'ORDERCHANGE_SEQUENCE_ID')).toBe('415');
    expect(all(partsOf(changed!).info, 'REMARKS').map(({ text: remark }) => remark)).toEqual([
      'status: PLACED -> ACCEPTED',
    ]);
  });

  it('refers to its parties by their ids', () => {
    const { info } = partsOf(written(sampleOrder()));
    const ids = all(info, 'PARTIES/PARTY').map((party) => [
      text(party, 'PARTY_ROLE'),
      text(party, 'bme:PARTY_ID'),
    ]);
    expect(ids).toEqual([
      ['buyer', 'KD-4711'],
      ['supplier', 'Wholesale Demo'],
      ['delivery', 'delivery'],
    ]);
    const reference = all(info, 'ORDER_PARTIES_REFERENCE')[0]!;
    expect(everything(reference).filter((part) => !part.includes('specific'))).toEqual([
      'KD-4711',
      'Wholesale Demo',
      'delivery',
    ]);
  });

  it('gives a long name its three lines, and the whole name to the fields of the user beyond them', () => {
    const named = (name: string) =>
      partsOf(
        written({ ...sampleOrder(), detail: { ...sampleOrder().detail, customer: { name } } }),
      );
    const lines = (info: Tree) =>
      ['NAME', 'NAME2', 'NAME3'].map((line) => text(info, `PARTIES/PARTY/ADDRESS/bme:${line}`));
    const fits = named('n'.repeat(120));
    expect(lines(fits.info)).toEqual(['n'.repeat(50), 'n'.repeat(50), 'n'.repeat(20)]);
    expect(fits.field('customer.name')).toBeUndefined();
    expect(named('n'.repeat(151)).field('customer.name')).toBe('n'.repeat(151));
  });

  it('keeps what its schema has no code or no room for beside it', () => {
    const own = orderOf(sampleOrder());
    const lines = [
      {
        quantity: 1,
        unitPrice: 1,
        unitOfMeasure: 'Karton',
        sellerExternalId: 'x'.repeat(shortProductId + 1),
        currency: 'PLN',
      },
    ];
    const order = { ...own, currency: 'PLN', deliveryCountry: 'RS', lines };
    const { info, items, field, udx } = partsOf(
      written({ ...sampleOrder(), orderNumber: 'n'.repeat(251), summary: {}, detail: { order } }),
    );
    expect(text(info, 'bme:CURRENCY')).toBeUndefined();
    expect(field('currency')).toBe('PLN');
    expect(text(info, 'PARTIES/PARTY/ADDRESS/bme:COUNTRY')).toBe('RS');
    expect(text(items[0]!, 'bme:ORDER_UNIT')).toBe('ZZ');
    expect(fieldIn(items[0]!, 'ITEM_UDX', 'unitOfMeasure')).toBe('Karton');
    expect(fieldIn(items[0]!, 'ITEM_UDX', 'sellerExternalId')).toHaveLength(shortProductId + 1);
    expect(text(info, 'ORDER_ID')).toBe('10231');
    expect(udx('ORDER_NUMBER')).toBe('n'.repeat(251));
  });

  it.each([
    ['it has no lines', { order: { currency: 'EUR' } }],
    ['line 1 has no usable quantity', { order: { lines: [{ unitPrice: 1 }] } }],
    [
      'line 2 is in USD',
      {
        order: {
          currency: 'EUR',
          lines: [
            { quantity: 1, currency: 'EUR' },
            { quantity: 1, currency: 'USD' },
          ],
        },
      },
    ],
  ])('is refused when %s', (why, detail) => {
    expect(() => opentrans.write({ ...sampleOrder(), summary: {}, detail })).toThrow(
      `Order 10231: ${why}`,
    );
  });

  it('is the sample of its README', () => {
    expect(new TextDecoder().decode(opentrans.write(sampleOrder()))).toBe(
      readmeBlock('opentrans', 'xml'),
    );
  });
});
