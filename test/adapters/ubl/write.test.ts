import { describe, expect, it } from 'vitest';
import { ubl } from '../../../adapters/ubl/write.ts';
import type { OrderDocument } from '../../../src/domain/order-document.ts';
import { inXml, lineFields, lostTexts, orderOf, textIn } from '../order/facts.ts';
import { lossless } from '../order/generated.ts';
import { sampleOrder } from '../order/sample.ts';
import { all, everything, hostileTrees, parseXml, type Tree, text } from '../order/tree.ts';
import { canValidate, checks, faultsOf, readmeBlock, verdicts } from '../order/xmllint.ts';

const longMs = 120_000;
const written = (order: OrderDocument): Tree => parseXml(ubl.write(order));
const hostile = hostileTrees(ubl);

const total = (tree: Tree, name: string) => text(tree, `cac:AnticipatedMonetaryTotal/cbc:${name}`);
const references = (tree: Tree) =>
  Object.fromEntries(
    all(tree, 'cac:AdditionalDocumentReference').map((reference) => [
      text(reference, 'cbc:DocumentType'),
      text(reference, 'cbc:ID'),
    ]),
  );
const notes = (tree: Tree) => all(tree, 'cbc:Note').map((note) => note.text);

function lineSeen(line: Tree) {
  const item = 'cac:LineItem/cac:Item';
  return {
    sellerExternalId: text(line, `${item}/cac:SellersItemIdentification/cbc:ID`),
    quantity: text(line, 'cac:LineItem/cbc:Quantity'),
    unitPrice: text(line, 'cac:LineItem/cac:Price/cbc:PriceAmount'),
    lineTotal: text(line, 'cac:LineItem/cbc:LineExtensionAmount'),
    vatAmount: text(line, 'cac:LineItem/cbc:TotalTaxAmount'),
    vatRate: text(line, `${item}/cac:ClassifiedTaxCategory/cbc:Percent`),
  };
}

const lineNames = [
  'sellerExternalId',
  'quantity',
  'unitPrice',
  'lineTotal',
  'vatAmount',
  'vatRate',
];

describe.skipIf(!canValidate())(
  'the official UBL 2.1 schemas (skipped where ../shared/schemas or xmllint is missing)',
  () => {
    it.each([
      ['new', checks.ubl],
      ['changed', checks.ublChange],
      ['ended', checks.ublCancellation],
    ] as const)(
      'accept every %s one of many hostile orders',
      { timeout: longMs },
      (change, check) => {
        const files = hostile
          .filter(({ order }) => order.change === change)
          .map(({ bytes }) => bytes);
        expect(files.length).toBeGreaterThan(hostile.length / 10);
        expect(faultsOf(check, files)).toBe('');
      },
    );

    it('accept the sample by the script that they come with, and refuse a damaged one', () => {
      const sample = ubl.write(sampleOrder());
      expect(verdicts('ubl', sample, ['cbc:IssueDate>', 'cbc:IssuedDate>'])).toEqual([
        '',
        expect.stringContaining('IssuedDate'),
      ]);
    });
  },
);

describe('a UBL order', () => {
  it('has the lines and totals of the service, read back by another reader', {
    timeout: longMs,
  }, () => {
    for (const { order, tree } of hostile.filter(({ order: one }) => one.change !== 'ended')) {
      expect(all(tree, 'cac:OrderLine').map(lineSeen)).toEqual(lineFields(order, lineNames));
      const [own, { summary }] = [orderOf(order), order];
      expect(total(tree, 'LineExtensionAmount')).toBe(textIn(own, 'subtotal'));
      expect(total(tree, 'TaxExclusiveAmount')).toBe(textIn(own, 'totalAmount'));
      expect(total(tree, 'TaxInclusiveAmount')).toBe(textIn(summary, 'grossTotal'));
      expect(text(tree, 'cac:TaxTotal/cbc:TaxAmount')).toBe(textIn(own, 'vatTotal'));
      expect(text(tree, 'cbc:DocumentCurrencyCode')).toBe(textIn(own, 'currency'));
    }
  });

  it('loses no text, no key and no number, whatever the document kind', { timeout: longMs }, () => {
    for (const { order, tree } of hostile)
      expect(lostTexts(order, everything(tree), { shown: inXml })).toEqual([]);
  });

  it('says which file it is: id, version, sequence, the file before, and what it repeats', () => {
    expect(references(written(sampleOrder()))).toEqual({
      orderId: '10231',
      version: 'v7-a1',
      sequence: '412',
    });
    expect(references(written({ ...sampleOrder('ended'), reissueOf: 400 }))).toEqual({
      orderId: '10231',
      version: 'v9-c3',
      sequence: '415',
      previousSequence: '412',
      reissueOf: '400',
    });
    for (const { order, tree } of hostile) expect(references(tree)['version']).toBe(order.version);
  });

  it('is an Order when new, an OrderChange when changed and an OrderCancellation when ended', () => {
    const names = (['new', 'changed', 'ended'] as const).map(
      (change) => written(sampleOrder(change)).name,
    );
    expect(names).toEqual(['Order', 'OrderChange', 'OrderCancellation']);
    const change = written(sampleOrder('changed'));
    expect(text(change, 'cac:OrderReference/cbc:ID')).toBe('SO-2026-0131');
    expect(text(change, 'cbc:SequenceNumberID')).toBe('415');
    expect(notes(change)).toContain('changed: status: PLACED -> ACCEPTED');
    const cancellation = written(sampleOrder('ended'));
    expect(text(cancellation, 'cbc:CancellationNote')).toBe('CANCELLED: Out of stock');
    expect(notes(cancellation)).toContain('lines[1].quantity: 14.125');
    expect(notes(cancellation)).toContain('totalAmount: 65.00');
  });

  it('adds up: the discount that the service does not name is an allowance', () => {
    const tree = written(sampleOrder());
    const charges = all(tree, 'cac:AllowanceCharge').map((part) => [
      text(part, 'cbc:ChargeIndicator'),
      text(part, 'cbc:Amount'),
    ]);
    expect(charges).toEqual([
      ['true', '5.00'],
      ['false', '2.04'],
    ]);
    expect(total(tree, 'AllowanceTotalAmount')).toBe('2.04');
    expect(total(tree, 'PayableAmount')).toBe('70.85');
  });

  it.each([
    [{ grossTotal: lossless('10.5'), amountPaid: lossless('4') }, {}, '6.5'],
    [{ grossTotal: 10 }, {}, '10'],
    [{ grossTotal: 10 }, { amountDue: 3 }, '3'],
    [{}, {}, undefined],
  ])('of %j and %j is payable with %s', (summary, own, payable) => {
    const order = { currency: 'EUR', lines: [{ quantity: 1 }], subtotal: 7, ...own };
    const tree = written({ ...sampleOrder(), summary, detail: { order } });
    expect(total(tree, 'PayableAmount')).toBe(payable);
    expect(notes(tree).includes('subtotal: 7')).toBe(payable === undefined);
  });

  it('names the customer by the number that the supplier gave it', () => {
    const tree = written(sampleOrder());
    const buyer = 'cac:BuyerCustomerParty';
    expect(text(tree, `${buyer}/cbc:SupplierAssignedAccountID`)).toBe('KD-4711');
    expect(
      all(tree, `${buyer}/cac:Party/cac:PartyIdentification/cbc:ID`).map((id) => [
        id.attributes['schemeName'],
        id.text,
      ]),
    ).toEqual([['buyerTenantId', '502']]);
  });

  it('claims no Peppol profile, because no order has the electronic addresses that it asks for', () => {
    for (const { bytes } of hostile.slice(0, 100)) {
      const file = new TextDecoder().decode(bytes);
      expect(file).not.toMatch(/<cbc:(CustomizationID|ProfileID|EndpointID)/);
    }
  });

  it('gives a line its own currency', () => {
    const order = { currency: 'EUR', lines: [{ quantity: 1, unitPrice: 2, currency: 'USD' }] };
    const tree = written({ ...sampleOrder(), detail: { order } });
    const price = all(tree, 'cac:OrderLine/cac:LineItem/cac:Price/cbc:PriceAmount')[0];
    expect(price?.attributes).toEqual({ currencyID: 'USD' });
  });

  it('keeps a date or a country that is none as a note or a name', () => {
    const order = {
      ...orderOf(sampleOrder()),
      requestedDeliveryDate: 'soon',
      deliveryCountry: 'Österreich',
    };
    const tree = written({ ...sampleOrder(), detail: { order } });
    expect(notes(tree)).toContain('requestedDeliveryDate: soon');
    expect(text(tree, 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:Name')).toBe(
      'Österreich',
    );
  });

  it.each([
    ['it has no lines', { order: { currency: 'EUR' } }],
    ['it names no currency', { order: { lines: [{ quantity: 1 }] } }],
    ['line 1 has no usable quantity', { order: { currency: 'EUR', lines: [{ unitPrice: 1 }] } }],
  ])('is refused when %s', (why, detail) => {
    const order = { ...sampleOrder(), summary: {}, detail };
    expect(() => ubl.write(order)).toThrow(`Order 10231: ${why}`);
    expect(() => ubl.write({ ...order, change: 'ended' })).not.toThrow();
  });

  it('is the sample of its README', () => {
    expect(new TextDecoder().decode(ubl.write(sampleOrder()))).toBe(readmeBlock('ubl', 'xml'));
  });
});
