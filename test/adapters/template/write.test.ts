import { describe, expect, it } from 'vitest';
import { createTemplate } from '../../../adapters/template/write.ts';
import type { Encoding } from '../../../src/domain/encoding.ts';
import { linesOf, textIn } from '../order/facts.ts';
import { hostileOrders } from '../order/generated.ts';
import { sampleOrder } from '../order/sample.ts';
import { all, parseXml, text as textAt } from '../order/tree.ts';
import { readmeBlock } from '../order/xmllint.ts';

const write = (text: string, name = 'order.txt.liquid', order = sampleOrder()): string =>
  new TextDecoder().decode(createTemplate({ name, text }).write(order));

describe('an order file by a template', () => {
  it('has the names of the JSON file, and every digit that was sent', () => {
    const text =
      '{{ orderId }}|{{ order.totalAmount }}|{{ summary.grossTotal }}|{{ internalPartner.externalId }}' +
      '{% for line in lines %}|{{ line.quantity }}×{{ line.unitPrice }}{% endfor %}';
    expect(write(text)).toBe('10231|65.00|70.85|KD-4711|12×1.05|14.125×3.50');
  });

  it('brings hostile texts through an XML template: another reader reads lines and totals back', () => {
    const text = `<o t="{{ order.totalAmount | xml }}">{% for line in lines %}<l q="{{ line.quantity }}" n='{{ line.productName | xml }}'>{{ line.productName | xml }}</l>{% endfor %}</o>`;
    const writer = createTemplate({ name: 'o.xml', text });
    for (const order of hostileOrders()) {
      const tree = parseXml(writer.write(order));
      expect(tree.attributes['t']).toBe(textIn(order.detail['order'] as never, 'totalAmount'));
      expect(all(tree, 'l').map(({ attributes }) => attributes['q'])).toEqual(
        linesOf(order).map((line) => textIn(line, 'quantity')),
      );
    }
    expect(textAt(parseXml(writer.write(sampleOrder())), 'l')).toBe("Hex bolt M8 & washer 'A2'");
  });

  it.each([
    ['order.txt.liquid', 'txt'],
    ['ORDER.CSV', 'csv'],
    ['order.liquid', 'txt'],
    ['order.exe', 'txt'],
    ['order.ack.liquid', 'txt'],
  ])('named %s writes files that end in .%s', (name, extension) => {
    expect(createTemplate({ name, text: 'x' }).extension).toBe(extension);
  });

  it('quotes a cell where it must', () => {
    const order = { ...sampleOrder(), orderNumber: 'a;"b' };
    expect(write('{{ orderNumber | csv: ";" }};{{ version | csv }}', 'o.csv', order)).toBe(
      '"a;""b";v7-a1',
    );
  });

  it('does not begin with the mark of its template where the encoding has none', () => {
    const beginning = (encoding: Encoding): string => {
      const writer = createTemplate({ name: 'o.txt', text: '\ufeffORDER', encoding });
      return Buffer.from(writer.write(sampleOrder())).toString('hex');
    };
    expect(beginning('windows-1252')).toBe(Buffer.from('ORDER').toString('hex'));
    expect(beginning('utf-8')).toBe(Buffer.from('\ufeffORDER').toString('hex'));
  });

  it('says at the start which line of it is no template', () => {
    expect(() => createTemplate({ name: 'o.txt', text: 'a\n{% for x %}' })).toThrow(
      /orders\.outbox\.template: o\.txt is not a template: .*line:2/,
    );
    expect(() => createTemplate({ name: 'o.txt', text: '{{ a | shout }}' })).toThrow('shout');
  });

  it.each([
    ['reads no file', '{% include "/etc/passwd" %}', /template o\.txt failed/],
    [
      'reaches no prototype',
      '{{ lines.constructor.name }}{{ orderId.__proto__ }}',
      /wrote nothing/,
    ],
    ['runs into its time', '{% for i in (1..100000000) %}{% assign a = i %}{% endfor %}', /limit/],
    [
      'runs into its memory',
      '{% assign s = "xxxxxxxxxx" %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
      /limit/,
    ],
    ['writes nothing', '{% if false %}x{% endif %}', /wrote nothing/],
  ])('that %s parks its order and says why', (_, text, reason) => {
    expect(() => write(text, 'o.txt')).toThrow(/^Order 10231: the template o\.txt /);
    expect(() => write(text, 'o.txt')).toThrow(reason);
  });

  it('writes in the encoding of the ERP, and refuses a key that it lacks', () => {
    const writer = createTemplate({
      name: 'o',
      text: '{{ customer.name }}',
      encoding: 'windows-1252',
    });
    expect([...writer.write(sampleOrder())].slice(0, 5)).toEqual([0x43, 0x61, 0x66, 0xe9, 0x20]);
    expect(() => writer.write({ ...sampleOrder(), orderNumber: 'Ж' })).toThrow('orderNumber');
  });

  it('is the sample of its README', () => {
    expect(write(readmeBlock('template', 'liquid'))).toBe(readmeBlock('template', 'text'));
  });
});
