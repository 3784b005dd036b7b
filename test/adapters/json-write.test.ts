import { describe, expect, it } from 'vitest';
import { json } from '../../adapters/json/write.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { sampleOrder } from './order/sample.ts';
import { readmeBlock } from './order/xmllint.ts';

const number = (value: string) => ({ isLosslessNumber: true, value }) as const;
const order: OrderDocument = {
  format: 'stockhand.order/1',
  sequence: 412,
  change: 'changed',
  orderId: '9007199254740993',
  orderNumber: 'N "1"',
  version: 'v2',
  status: 'PLACED',
  origin: 'buyer',
  writtenAt: '2026-11-20T08:00:00.000Z',
  previousSequence: null,
  changed: [{ field: 'status', from: 'PLACED', to: null }],
  summary: { id: number('9007199254740993'), totalAmount: number('12.50'), tiny: number('1e-7') },
  detail: { order: { lines: [{ quantity: number('0.100') }], note: 'ü\n😀' }, unknown: [true, {}] },
};

describe('order files in JSON', () => {
  it('keep every digit of the service', () => {
    const text = Buffer.from(json.write(order)).toString();
    expect(json.extension).toBe('json');
    for (const part of [
      '"orderId": 9007199254740993',
      '"totalAmount": 12.50',
      '"tiny": 1e-7',
      '"quantity": 0.100',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('are the document and nothing else, for any JSON reader', () => {
    const read = JSON.parse(Buffer.from(json.write(order)).toString());
    expect(Object.keys(read)).toEqual(Object.keys(order));
    expect(read).toMatchObject({
      orderNumber: 'N "1"',
      previousSequence: null,
      changed: [{ field: 'status', from: 'PLACED', to: null }],
      detail: { order: { note: 'ü\n😀' }, unknown: [true, {}] },
    });
  });

  it('are the same text whether or not a number needs the way that keeps digits', () => {
    const plain = {
      texts: ['', 'ü"\\\n\u2028😀', '\ud800'],
      numbers: [0, -1.5, 1e21],
      none: [{}, []],
    };
    const written = (detail: OrderDocument['detail']) =>
      Buffer.from(json.write({ ...order, orderId: '7', summary: {}, detail })).toString();
    const exact = written({ ...plain, last: number('12.50') });
    expect(exact).toContain('"last": 12.50');
    expect(written({ ...plain, last: 12.5 })).toBe(exact.replace('12.50', '12.5'));
    // A text that only looks like one changes nothing.
    expect(JSON.parse(written({ note: '"isLosslessNumber"' }))).toMatchObject({
      detail: { note: '"isLosslessNumber"' },
    });
  });

  it('name the first file only where they reissue it', () => {
    expect(
      JSON.parse(Buffer.from(json.write({ ...order, reissueOf: 7 })).toString()),
    ).toMatchObject({
      reissueOf: 7,
    });
    expect(JSON.parse(Buffer.from(json.write(order)).toString())).not.toHaveProperty('reissueOf');
  });

  it('are the sample of the README', () => {
    const written = Buffer.from(json.write(sampleOrder())).toString();
    expect(written).toBe(readmeBlock('json', 'json'));
  });
});
