import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { xml } from '../../../adapters/xml/write.ts';
import { isJsonObject, type Json, jsonText } from '../../../src/domain/json.ts';
import { inXml } from '../order/facts.ts';
import { hostileOrders, lossless } from '../order/generated.ts';
import { sampleOrder } from '../order/sample.ts';
import { all, parseXml, type Tree, text } from '../order/tree.ts';
import { faultsOf, hasXmllint, readmeBlock } from '../order/xmllint.ts';

const schema = new URL('../../../adapters/xml/order.xsd', import.meta.url).pathname;
const orders = hostileOrders();
const longMs = 120_000;

/** What a value of the service should look like as a tree; an element's name may stand in its attribute. */
function expected(value: Json): unknown {
  if (Array.isArray(value)) return value.map((item: Json) => ['item', expected(item)]);
  if (isJsonObject(value))
    return Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, name === 'lines' ? lines(inner) : expected(inner)]);
  return inXml(typeof value === 'boolean' ? String(value) : (jsonText(value) ?? ''));
}

function lines(value: Json): unknown {
  return (value as readonly Json[]).map((line) => ['line', expected(line)]);
}

function seen(tree: Tree): unknown {
  if (tree.children.length === 0) return tree.text;
  return tree.children.map((child) => [child.attributes['name'] ?? child.name, seen(child)]);
}

/** An empty list and an empty object look like an empty text. */
function alike(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.length === 0 ? '' : value.map(alike);
}

describe('the XML order file', () => {
  it('carries every field of summary and detail of many hostile orders, unknown ones too', {
    timeout: longMs,
  }, () => {
    for (const order of orders) {
      const tree = parseXml(xml.write(order));
      expect(alike(seen(all(tree, 'summary')[0]!))).toEqual(alike(expected(order.summary)));
      expect(alike(seen(all(tree, 'detail')[0]!))).toEqual(alike(expected(order.detail)));
      expect(text(tree, 'version')).toBe(order.version);
      expect(text(tree, 'orderNumber')).toBe(order.orderNumber);
    }
  });

  it.skipIf(!hasXmllint() && !process.env['CI'])(
    'its own schema accepts many hostile orders (skipped where xmllint is missing)',
    { timeout: longMs },
    () => {
      expect(
        faultsOf(
          ['--schema', schema],
          orders.map((order) => xml.write(order)),
        ),
      ).toBe('');
    },
  );

  it('keeps every digit, and ids beyond 2^53', () => {
    const order = sampleOrder();
    const summary = {
      ...order.summary,
      totalAmount: lossless('10.50'),
      buyerId: lossless('9007199254740993'),
    };
    const tree = parseXml(xml.write({ ...order, summary }));
    expect(text(tree, 'summary/totalAmount')).toBe('10.50');
    expect(text(tree, 'summary/buyerId')).toBe('9007199254740993');
  });

  it('writes the old and the new value of each changed field, and leaves out the one that is not there', () => {
    const changed = [
      { field: 'lines[0].quantity', from: '2', to: '3' },
      { field: 'customer.route', from: null, to: 'R-1' },
    ];
    const tree = parseXml(xml.write({ ...sampleOrder('changed'), changed, reissueOf: 400 }));
    const [first, second] = all(tree, 'changed/field');
    expect(first?.attributes).toEqual({ name: 'lines[0].quantity' });
    expect(first?.children.map((part) => `${part.name} ${part.text}`)).toEqual(['from 2', 'to 3']);
    expect(second?.children.map((part) => part.name)).toEqual(['to']);
    expect(text(tree, 'previousSequence')).toBe('412');
    expect(text(tree, 'reissueOf')).toBe('400');
  });

  it('leaves out null, which means the same as missing, and keeps an empty text', () => {
    const order = sampleOrder();
    const tree = parseXml(xml.write({ ...order, summary: { buyerName: null, cancelReason: '' } }));
    expect(all(tree, 'summary')[0]?.children.map(({ name }) => name)).toEqual(['cancelReason']);
  });

  it('brings carriage returns, line breaks and tabs through a reader, in texts and in names', () => {
    const order = { ...sampleOrder(), summary: { 'a\n\t\rb': 'one\r\ntwo\tthree\r' } };
    const [field] = all(parseXml(xml.write(order)), 'summary/field');
    expect(field?.attributes['name']).toBe('a\n\t\rb');
    expect(field?.text).toBe('one\r\ntwo\tthree\r');
  });

  it.each([
    ['xmlns', 'field'],
    ['XMLthing', 'field'],
    ['1st', 'field'],
    ['a:b', 'field'],
    ['', 'field'],
    ['größe', 'field'],
    ['_ok.1-x', '_ok.1-x'],
  ])('a field named %j is in an element named %s', (name, tag) => {
    const tree = parseXml(xml.write({ ...sampleOrder(), summary: { [name]: 'x' } }));
    expect(all(tree, 'summary')[0]?.children.map((child) => child.name)).toEqual([tag]);
  });

  it.each([
    ['version', { version: 'v\u00071' }],
    ['orderNumber', { orderNumber: 'A\ud800' }],
    ['uuid', { summary: { uuid: '\u0000' } }],
    ['customer.externalId', { detail: { customer: { externalId: 'K\u000b' } } }],
    [
      'sellerExternalId of line 2',
      { detail: { order: { lines: [{}, { sellerExternalId: 'A\u0001' }] } } },
    ],
  ])('refuses an order whose %s has a character that XML cannot hold', (what, part) => {
    expect(() => xml.write({ ...sampleOrder(), ...part })).toThrow(
      `Order 10231: ${what} has the character U+`,
    );
  });

  it('is the sample of the README', () => {
    expect(new TextDecoder().decode(xml.write(sampleOrder('changed')))).toBe(
      readmeBlock('xml', 'xml'),
    );
  });

  it('has a README that shows every element of the head that the schema knows', () => {
    const names = [...readFileSync(schema, 'utf8').matchAll(/ {8}<xs:element name="(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(names).toContain('previousSequence');
    const readme = readFileSync(
      new URL('../../../adapters/xml/README.md', import.meta.url),
      'utf8',
    );
    for (const name of names) expect(readme).toContain(`\`${name}\``);
  });
});
