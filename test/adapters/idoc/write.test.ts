import { describe, expect, it } from 'vitest';
import { idoc } from '../../../adapters/idoc/write.ts';
import type { OrderDocument } from '../../../src/domain/order-document.ts';
import {
  inXml,
  lineFields,
  lineNames,
  linesOf,
  lostTexts,
  orderOf,
  textIn,
} from '../order/facts.ts';
import { sampleOrder } from '../order/sample.ts';
import { all, everything, hostileTrees, parseXml, type Tree, text } from '../order/tree.ts';
import { readmeBlock } from '../order/xmllint.ts';
import { below, header, lengths, mostOften } from './segments.ts';

const documentOf = (tree: Tree): Tree => all(tree, 'IDOC')[0]!;
const hostile = hostileTrees(idoc, documentOf);

const isSegment = ({ attributes }: Tree): boolean => attributes['SEGMENT'] === '1';

/** What the table of segments has against a document. */
function faults(tree: Tree, allowed: readonly string[]): readonly string[] {
  const names = tree.children.filter(isSegment).map(({ name }) => name);
  const places = names.map((name) => allowed.indexOf(name));
  const order = places.every((place, index) => place >= (places[index - 1] ?? 0));
  const tooMany = Object.entries(mostOften).filter(
    ([name, most]) => names.filter((each) => each === name).length > most,
  );
  return [
    ...(order && !places.includes(-1) ? [] : [`${tree.name}: ${names.join(' ')}`]),
    ...tooMany.map(([name]) => `${name} too often`),
    ...tree.children.filter(isSegment).flatMap(segmentFaults),
  ];
}

function segmentFaults(tree: Tree): readonly string[] {
  const fields = tree.children.filter((child) => !isSegment(child));
  const known = lengths[tree.name] ?? {};
  return [
    ...fields.flatMap((field) => {
      const max = known[field.name] ?? -1;
      return [...field.text].length <= max && !/[\r\n\t]/.test(field.text)
        ? []
        : [`${tree.name}-${field.name}: ${field.text}`];
    }),
    ...(fields.length === 0 ? [`${tree.name} is empty`] : []),
    ...faults(tree, below[tree.name] ?? []),
  ];
}

/** Texts go on over lines, and the break between two lines is a new one. */
function words(tree: Tree, head: string, line: string): Readonly<Record<string, string>> {
  let whole = '';
  for (const each of all(tree, `${head}/${line}`)) {
    const before = { '*': '\u0000', '/': '\n', '=': '' }[text(each, 'TDFORMAT')!]!;
    whole += `${before}${text(each, 'TDLINE')}`;
  }
  const fields = whole.split('\u0000').map((field) => {
    const [name = '', ...rest] = field.split(': ');
    return [name, rest.join(': ')] as const;
  });
  // The file's own come first: a field of the service may have the same name.
  return Object.fromEntries(fields.reverse());
}

function lineSeen(item: Tree) {
  const rest = words(item, 'E1EDPT1', 'E1EDPT2');
  const product = (qualifier: string) =>
    all(item, 'E1EDP19').find((each) => text(each, 'QUALF') === qualifier);
  return {
    sellerExternalId: text(product('002')!, 'IDTNR') ?? rest['sellerExternalId'],
    productId: text(product('001')!, 'IDTNR'),
    quantity: text(item, 'MENGE'),
    unitPrice: text(item, 'VPREI'),
    lineTotal: text(item, 'NETWR'),
    vatAmount: text(item, 'E1EDP04/MWSBT'),
  };
}

/** The marks that say how a line follows the one before it stand between the pieces of a text. */
function withoutFormats(tree: Tree): Tree {
  const children = tree.children.filter(({ name }) => name !== 'TDFORMAT').map(withoutFormats);
  return { ...tree, children, attributes: {} };
}

/** A vertical tab at the end of a line is a blank to us, and U+FFFD to XML. */
const bare = (given: string): string => inXml(given).replaceAll(/[\s\ufffd]/g, '');

describe('an ORDERS05 IDoc', () => {
  it('has every segment in its place and room for every field, by an unofficial table', () => {
    for (const { tree } of hostile) expect(faults(tree, header)).toEqual([]);
    const damaged = { ...hostile[0]!.tree, children: [...hostile[0]!.tree.children].reverse() };
    expect(faults(damaged, header)).toHaveLength(1);
  });

  it('has the lines and totals of the service, read back by another reader', () => {
    for (const { order, tree } of hostile) {
      const own = orderOf(order);
      const rest = words(tree, 'E1EDKT1', 'E1EDKT2');
      const items = all(tree, 'E1EDP01');
      expect(items.map(lineSeen)).toEqual(lineFields(order, lineNames));
      expect(items.map((item) => text(item, 'E1EDP20/WMENG'))).toEqual(
        linesOf(order).map((line) => textIn(line, 'quantity')),
      );
      expect(text(tree, 'E1EDS01/SUMME')).toBe(textIn(own, 'totalAmount'));
      expect(text(tree, 'E1EDK04/MWSBT')).toBe(textIn(own, 'vatTotal'));
      expect(rest['subtotal']).toBe(textIn(own, 'subtotal'));
      expect(rest['grossTotal']).toBe(textIn(order.summary, 'grossTotal'));
      expect(rest['version']).toBe(order.version);
      expect(text(tree, 'E1EDK01/BELNR')).toBe(order.orderId);
    }
  });

  it('loses no text, no key and no number; only blanks at the ends of its lines', () => {
    for (const { order, tree } of hostile)
      expect(
        lostTexts(order, everything(withoutFormats(tree)).map(bare), {
          shown: bare,
          except: ['requestedDeliveryDate'],
        }),
      ).toEqual([]);
  });

  it('is an order, a change of header and items, or the reversal of the whole document', () => {
    const seen = (['new', 'changed', 'ended'] as const).map((change) => {
      const tree = documentOf(parseXml(idoc.write(sampleOrder(change))));
      return ['EDI_DC40/MESTYP', 'E1EDK01/ACTION', 'E1EDP01/ACTION'].map((path) =>
        text(tree, path),
      );
    });
    expect(seen).toEqual([
      ['ORDERS', '000', '001'],
      ['ORDCHG', '004', '002'],
      ['ORDCHG', '001', '003'],
    ]);
  });

  it.each([
    [
      ['lines[1]', 'ART-8: 1 pcs', null],
      ['000001 002', '000002 002', '000003 003'],
    ],
    [
      ['lines[0]', null, 'ART-10007: 12 pcs'],
      ['000001 002', '000002 001'],
    ],
    [
      ['lines[1].quantity', '2', '14.125'],
      ['000001 002', '000002 002'],
    ],
  ] as const)(
    'adds and cancels the places by which its lines differ from the file before: %j',
    ([field, from, to], actions) => {
      const changed = [{ field, from, to }];
      const tree = documentOf(parseXml(idoc.write({ ...sampleOrder('changed'), changed })));
      const seen = all(tree, 'E1EDP01').map(
        (item) => `${text(item, 'POSEX')} ${text(item, 'ACTION')}`,
      );
      expect(seen).toEqual(actions);
    },
  );

  it('says in UTC when the order was placed, because its dates have no zone', () => {
    const lines = [{ id: 1, quantity: 1 }];
    const createdAt = '2026-02-01T00:30:00+01:00';
    const order = { currency: 'EUR', totalAmount: 1, createdAt, lines };
    const tree = documentOf(
      parseXml(idoc.write({ ...sampleOrder(), summary: {}, detail: { order } })),
    );
    expect([text(tree, 'E1EDK02/DATUM'), text(tree, 'E1EDK02/UZEIT')]).toEqual([
      '20260131',
      '233000',
    ]);
  });

  it('names the sold-to party by the number of the supplier, delivery and discount with their sign', () => {
    const tree = documentOf(parseXml(idoc.write(sampleOrder())));
    const soldTo = all(tree, 'E1EDKA1').find((each) => text(each, 'PARVW') === 'AG')!;
    expect(text(soldTo, 'PARTN')).toBe('KD-4711');
    expect(all(tree, 'E1EDK05').map((each) => [text(each, 'ALCKZ'), text(each, 'BETRG')])).toEqual([
      ['+', '5.00'],
      ['-', '2.04'],
    ]);
  });

  it('keeps a name and a street whole in the text where a blank leaves no room for their last letter', () => {
    const [name, address] = [140, 70].map(
      (length) => `${'a'.repeat(34)} ${'b'.repeat(length - 36)}c`,
    );
    const { detail } = sampleOrder();
    const order = { ...sampleOrder(), detail: { ...detail, customer: { name, address } as const } };
    const tree = documentOf(parseXml(idoc.write(order as OrderDocument)));
    expect(words(tree, 'E1EDKT1', 'E1EDKT2')).toMatchObject({
      'customer.name': name,
      'customer.address': address,
    });
    expect(text(all(tree, 'E1EDKA1')[0]!, 'STRAS')).toBeUndefined();
  });

  const line = { quantity: 1, unitPrice: 1 };
  it.each([
    ['it has no lines', { currency: 'EUR', totalAmount: 1 }],
    ['it names no currency', { totalAmount: 1, lines: [line] }],
    ['it has no totalAmount', { currency: 'EUR', lines: [line] }],
    ['line 2 has no quantity', { currency: 'EUR', totalAmount: 1, lines: [line, {}] }],
  ])('is refused when %s', (why, order) => {
    expect(() => idoc.write({ ...sampleOrder(), summary: {}, detail: { order } })).toThrow(
      `Order 10231: ${why}`,
    );
  });

  it('is the sample of its README', () => {
    expect(new TextDecoder().decode(idoc.write(sampleOrder()))).toBe(readmeBlock('idoc', 'xml'));
  });
});
