import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvWriting, createCsv, csv } from '../../adapters/csv/write.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import type { OrderColumnName } from '../../src/domain/order-columns.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { linesOf, lostTexts, orderOf, textIn } from './order/facts.ts';
import { hostileOrders } from './order/generated.ts';
import { sampleOrder } from './order/sample.ts';
import { readmeBlock } from './order/xmllint.ts';

const number = (value: string) => ({ isLosslessNumber: true, value }) as const;
const document = (detail: JsonObject, change: Partial<OrderDocument> = {}): OrderDocument => ({
  format: 'stockhand.order/1',
  sequence: 412,
  change: 'changed',
  orderId: '9007199254740993',
  orderNumber: 'N-1',
  version: 'v2',
  status: 'PLACED',
  origin: 'buyer',
  writtenAt: '2026-11-20T08:00:00.000Z',
  previousSequence: 400,
  changed: [{ field: 'lines[0].quantity', from: '5', to: '7' }],
  summary: { totalAmount: number('12.50'), isUrgent: true },
  detail,
  ...change,
});
const line = (productName: string): JsonObject => ({
  id: 1,
  productName,
  quantity: number('0.100'),
});

/** Read back by a reader that is not ours. */
const read = (order: OrderDocument): Record<string, string>[] =>
  parse(Buffer.from(csv.write(order)), { columns: true });

describe('order files in CSV', () => {
  it('are one line per order line, with the columns of the order repeated', () => {
    const order = { lines: [line('Bolt'), line('Nut')], subtotal: number('12.00') };
    const rows = read(document({ order, customer: { name: 'Müller', route: 'north' } }));
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({
        sequence: '412',
        orderId: '9007199254740993',
        previousSequence: '400',
        reissueOf: '',
        changed: 'lines[0].quantity: 5 -> 7',
        totalAmount: '12.50',
        subtotal: '12.00',
        'customer.name': 'Müller',
        'line.quantity': '0.100',
      });
    }
    expect(rows.map((row) => row['line.productName'])).toEqual(['Bolt', 'Nut']);
  });

  it('are one line for an order without lines', () => {
    expect(read(document({}))).toMatchObject([{ orderNumber: 'N-1', 'line.id': '' }]);
    expect(read(document({ order: { lines: 'none' } }))).toHaveLength(1);
  });

  it('name the first of many changes and count the others: every row repeats them', () => {
    const changed = Array.from({ length: 300 }, (_, index) => ({
      field: `lines[${index}].quantity`,
      from: '5',
      to: '7',
    }));
    const [row] = read(document({}, { changed }));
    const text = row?.['changed'] ?? '';
    expect(text.length).toBeLessThan(4_500);
    expect(text).toMatch(/^lines\[0\]\.quantity: 5 -> 7; .*; and \d+ more$/);
    const [left] = /\d+(?= more)/.exec(text) ?? [];
    expect(text.split('; ').length - 1 + Number(left)).toBe(300);
  });

  it('carry a field of the service that is named other', () => {
    const order = { other: 'gate 3', lines: [{ ...line('Bolt'), other: 'blue' }] };
    expect(read(document({ order }))).toMatchObject([
      { other: expect.stringContaining('other: gate 3'), 'line.other': 'other: blue' },
    ]);
  });

  it('show what the summary says where the order itself has a blank', () => {
    const summary = { buyerName: 'Nordlicht' };
    expect(read(document({ order: { buyerName: ' ' } }, { summary }))).toMatchObject([
      { buyerName: 'Nordlicht' },
    ]);
  });

  it('write an address that comes in parts as its texts', () => {
    const customer = { address: { street: 'Weg 1', city: 'Köln' }, deliveryAddress: ['a', 'b'] };
    expect(read(document({ customer }))).toMatchObject([
      { 'customer.address': 'Weg 1 Köln', 'customer.deliveryAddress': 'a b' },
    ]);
  });

  it('fault 79: keep texts exactly, also those that a spreadsheet would take for a formula', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=cmd|x', '@a', '+1', '-1', '\tx', 'a\r\nb', 'a;b', '"', ' x '),
    );
    fc.assert(
      fc.property(text, (name) => {
        const [row] = read(document({ order: { lines: [line(name)] } }));
        expect(row?.['line.productName']).toBe(name.replaceAll('\0', '\ufffd'));
      }),
    );
  });

  it('have lines and totals of the service, and lose no text, key or number', () => {
    for (const order of hostileOrders()) {
      const rows = read(order);
      expect(rows.map((row) => row['line.quantity'])).toEqual(
        linesOf(order).map((line) => textIn(line, 'quantity')),
      );
      expect(rows[0]?.['totalAmount']).toBe(textIn(orderOf(order), 'totalAmount'));
      const cells = rows.flatMap((row) => Object.values(row));
      expect(lostTexts(order, cells, { shown: held })).toEqual([]);
    }
  });

  it('fault 79: hold nothing that a spreadsheet would run, where people read them', () => {
    const people = createCsv({ readBy: 'people', delimiter: ';' });
    for (const name of ['=cmd|x', '@a', '+1', '-1', '\tx', '\rx']) {
      const order = document({ order: { lines: [{ ...line(name), unitPrice: number('-1.50') }] } });
      const bytes = Buffer.from(people.write(order));
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      const [row] = parse(bytes, { columns: true, delimiter: ';', bom: true }) as Record<
        string,
        string
      >[];
      expect(row?.['line.productName']).toBe(`'${name}`);
      expect(row?.['line.unitPrice']).toBe('-1.50');
    }
  });

  it('have the columns, names and dialect that were asked for', () => {
    const writer = createCsv({
      columns: [
        { field: 'line.quantity', name: 'Menge' },
        { field: 'orderNumber', name: 'Beleg' },
      ],
      delimiter: '\t',
      newline: 'lf',
      decimal: ',',
    });
    const order = document({ order: { lines: [line('Bolt'), line('Nut')] } });
    expect(text(writer.write(order))).toBe('Beleg\tMenge\nN-1\t0,100\nN-1\t0,100\n');
    const bare = createCsv({ columns: [{ field: 'orderNumber', name: 'x' }], header: false });
    expect(text(bare.write(order))).toBe('N-1\r\nN-1\r\n');
  });

  it('name a line and the order apart, each with its own columns', () => {
    const writer = createCsv({
      form: 'headerAndLines',
      columns: [
        { field: 'orderNumber', name: 'Beleg' },
        { field: 'line.productName', name: 'Artikel' },
      ],
    });
    const order = document({ order: { lines: [line('Bolt'), line('Nut')] } });
    expect(text(writer.write(order)).split('\r\n')).toEqual([
      'record,Beleg',
      'order,N-1',
      'record,Artikel',
      'line,Bolt',
      'line,Nut',
      '',
    ]);
  });

  it('are written in the encoding of the ERP; a key that it lacks refuses the order', () => {
    const order = document({ order: { lines: [line('Größe Ж')] } });
    const writer = createCsv({
      encoding: 'windows-1252',
      columns: [{ field: 'line.productName', name: 'n' }],
    });
    expect(Buffer.from(writer.write(order)).toString('latin1')).toBe('n\r\nGröße ?\r\n');
    expect(() => writer.write({ ...order, orderNumber: 'Ж-1' })).toThrow('orderNumber');
    expect(() => csv.write({ ...order, orderNumber: 'a\0b' })).toThrow('U+0000');
  });

  it('are the samples of the README, in both forms', () => {
    const fields: readonly OrderColumnName[] = [
      ...(['orderNumber', 'status', 'customer.name', 'totalAmount'] as const),
      ...(['line.sellerExternalId', 'line.productName', 'line.quantity'] as const),
    ];
    const columns = fields.map((field) => ({ field, name: field }));
    const written = (how: CsvWriting): string =>
      text(createCsv({ columns, newline: 'lf', ...how }).write(sampleOrder()));
    expect(written({})).toBe(readmeBlock('csv', 'csv'));
    expect(written({ form: 'headerAndLines', delimiter: ';', decimal: ',' })).toBe(
      readmeBlock('csv', 'text'),
    );
  });
});

/** What CSV in UTF-8 holds of a text. */
function held(given: string): string {
  return given.replaceAll(/\p{Surrogate}/gu, '?').replaceAll('\0', '\ufffd');
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
