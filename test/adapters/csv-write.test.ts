import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv } from '../../adapters/csv/write.ts';
import type { JsonObject } from '../../src/domain/json.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';

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
});
