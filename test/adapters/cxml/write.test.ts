import { describe, expect, it } from 'vitest';
import { cxml } from '../../../adapters/cxml/write.ts';
import type { OrderDocument } from '../../../src/domain/order-document.ts';
import { inXml, lineFields, lostTexts, orderOf, textIn } from '../order/facts.ts';
import { sampleOrder } from '../order/sample.ts';
import { all, everything, hostileTrees, parseXml, type Tree, text } from '../order/tree.ts';
import {
  belowOneRoot,
  canValidate,
  checks,
  faultsOf,
  readmeBlock,
  verdicts,
} from '../order/xmllint.ts';

const longMs = 120_000;
const request = 'Request/OrderRequest';
const written = (order: OrderDocument): Tree => parseXml(cxml.write(order));
const hostile = hostileTrees(cxml);
const headerOf = (tree: Tree): Tree => all(tree, `${request}/OrderRequestHeader`)[0]!;

function extrinsic(tree: Tree, name: string): string | undefined {
  return all(tree, 'Extrinsic').find(({ attributes }) => attributes['name'] === name)?.text;
}

const lineNames = [
  'sellerExternalId',
  'productId',
  'quantity',
  'unitPrice',
  'productName',
  'lineTotal',
  'vatAmount',
];

function lineSeen(item: Tree) {
  const detail = all(item, 'ItemDetail')[0]!;
  return {
    sellerExternalId: text(item, 'ItemID/SupplierPartID') || undefined,
    productId: text(item, 'ItemID/SupplierPartAuxiliaryID'),
    quantity: item.attributes['quantity'],
    unitPrice: text(detail, 'UnitPrice/Money'),
    productName: text(detail, 'Description'),
    lineTotal: extrinsic(detail, 'lineTotal'),
    vatAmount: text(item, 'Tax/Money'),
  };
}

function linesSent(order: OrderDocument) {
  return lineFields(order, lineNames).map(({ productName = '', ...line }) => ({
    ...line,
    productName: productName.trim() === '' ? '' : inXml(productName),
  }));
}

describe.skipIf(!canValidate())(
  'the official cXML DTD (skipped where ../shared/schemas or xmllint is missing)',
  () => {
    it('accepts many hostile orders', { timeout: longMs }, () => {
      const files = hostile.map(({ bytes }) => bytes);
      expect(faultsOf(['--valid'], [belowOneRoot(files)])).toBe('');
      expect(faultsOf(checks.cxml, files.slice(0, 50))).toBe('');
      const damaged = new TextEncoder().encode('<cXML payloadID="1" timestamp="2">text</cXML>');
      expect(faultsOf(['--valid'], [belowOneRoot([...files, damaged])])).toContain('cXML content');
    });

    it('accepts the sample by the script that it comes with, and refuses a damaged one', () => {
      const sample = cxml.write(sampleOrder());
      expect(verdicts('cxml', sample, ['<Total>', '<Total><Sum/>'])).toEqual([
        '',
        expect.stringContaining('Sum'),
      ]);
    });
  },
);

describe('a cXML order request', () => {
  it('has the lines and totals of the service, read back by another reader', {
    timeout: longMs,
  }, () => {
    for (const { order, tree } of hostile) {
      const [header, own] = [headerOf(tree), orderOf(order)];
      expect(all(tree, `${request}/ItemOut`).map(lineSeen)).toEqual(linesSent(order));
      expect(text(header, 'Total/Money')).toBe(textIn(own, 'subtotal'));
      expect(text(header, 'Shipping/Money')).toBe(textIn(own, 'deliveryFee'));
      expect(text(header, 'Tax/Money')).toBe(textIn(own, 'vatTotal'));
      expect(extrinsic(header, 'totalAmount')).toBe(textIn(own, 'totalAmount'));
      expect(extrinsic(header, 'grossTotal')).toBe(textIn(order.summary, 'grossTotal'));
      expect(extrinsic(header, 'version')).toBe(order.version);
      expect(header.attributes['orderID']).toBe(order.orderNumber);
    }
  });

  it('loses no text, no key and no number', { timeout: longMs }, () => {
    for (const { order, tree } of hostile)
      expect(lostTexts(order, everything(tree), { shown: inXml })).toEqual([]);
  });

  it('is new, an update or a delete, and names the request that it replaces', () => {
    const seen = (['new', 'changed', 'ended'] as const).map((change) => {
      const tree = written(sampleOrder(change));
      const before = all(headerOf(tree), 'DocumentReference')[0];
      return [
        headerOf(tree).attributes['type'],
        tree.attributes['payloadID'],
        before?.attributes['payloadID'],
      ];
    });
    expect(seen).toEqual([
      ['new', '412.10231@stockhand', undefined],
      ['update', '415.10231@stockhand', '412.10231@stockhand'],
      ['delete', '415.10231@stockhand', '412.10231@stockhand'],
    ]);
  });

  it('says which file it is and what has changed', () => {
    const header = headerOf(written({ ...sampleOrder('changed'), reissueOf: 400 }));
    const names = [
      'orderId',
      'version',
      'sequence',
      'previousSequence',
      'reissueOf',
      'change',
      'status',
      'changed',
    ];
    expect(names.map((name) => extrinsic(header, name))).toEqual([
      '10231',
      'v9-c3',
      '415',
      '412',
      '400',
      'changed',
      'ACCEPTED',
      'status: PLACED -> ACCEPTED',
    ]);
  });

  it('bills the customer under the number that the supplier gave it, and ships to its city', () => {
    const header = headerOf(written(sampleOrder()));
    const bill = all(header, 'BillTo/Address')[0];
    expect(bill?.attributes).toEqual({ addressID: 'KD-4711', addressIDDomain: 'externalId' });
    expect(text(header, 'ShipTo/Address/PostalAddress/City')).toBe('Hamburg');
    expect(all(header, 'ShipTo/Address/PostalAddress/Country')[0]?.attributes).toEqual({
      isoCountryCode: 'DE',
    });
  });

  it('takes the net total where there is no subtotal, and gives a line its own currency', () => {
    const order = {
      currency: 'EUR',
      totalAmount: 9,
      lines: [{ quantity: 1, unitPrice: 2, currency: 'USD' }],
    };
    const tree = written({ ...sampleOrder(), summary: {}, detail: { order } });
    expect(text(headerOf(tree), 'Total/Money')).toBe('9');
    expect(all(tree, `${request}/ItemOut/ItemDetail/UnitPrice/Money`)[0]?.attributes).toEqual({
      currency: 'USD',
    });
    expect(text(tree, 'Header/From/Credential/Identity')).toBe('unknown');
  });

  const line = { quantity: 1, unitPrice: 1 };
  it.each([
    ['it has no lines', { currency: 'EUR', subtotal: 1 }],
    ['it names no currency', { subtotal: 1, lines: [line] }],
    ['it has neither subtotal nor totalAmount', { currency: 'EUR', lines: [line] }],
    ['line 1 has no usable quantity', { currency: 'EUR', subtotal: 1, lines: [{ unitPrice: 1 }] }],
    [
      'line 2 has no usable unitPrice',
      { currency: 'EUR', subtotal: 1, lines: [line, { quantity: 1 }] },
    ],
  ])('is refused when %s', (why, order) => {
    expect(() => cxml.write({ ...sampleOrder(), summary: {}, detail: { order } })).toThrow(
      `Order 10231: ${why}`,
    );
  });

  it('is the sample of its README', () => {
    expect(new TextDecoder().decode(cxml.write(sampleOrder()))).toBe(readmeBlock('cxml', 'xml'));
  });
});
