import { describe, expect, it } from 'vitest';
import { orderFields, takeDecimal } from '../../../adapters/order/fields.ts';
import { changeFields, headFields, lineFields } from '../../../adapters/order/head.ts';
import type { JsonObject } from '../../../src/domain/json.ts';
import { lossless } from './generated.ts';
import { sampleOrder } from './sample.ts';

function fieldsOf(summary: JsonObject, detail: JsonObject) {
  return orderFields({ ...sampleOrder(), summary, detail });
}

describe('the fields of an order', () => {
  it('are the rest until a format has a place for them', () => {
    const { order } = fieldsOf({}, { order: { currency: 'EUR', giftMessage: 'hello' } });
    expect(order.take('currency')).toBe('EUR');
    expect(order.rest()).toEqual([{ name: 'giftMessage', text: 'hello' }]);
  });

  it('stay in the rest when they do not fit, and can be shown all the same', () => {
    const { order } = fieldsOf({}, { order: { supplierName: 'too long' } });
    expect(order.take('supplierName', () => false)).toBeUndefined();
    expect(order.takeOrShow(['supplierName'], () => false)).toBe('too long');
    expect(order.rest()).toHaveLength(1);
  });

  it('under several names are one when they say the same, and two when they do not', () => {
    const { order } = fieldsOf(
      { customerName: 'Café', buyerName: 'Other' },
      { customer: { name: 'Café' } },
    );
    expect(order.takeFirst(['customer.name', 'customerName', 'buyerName'])).toBe('Café');
    expect(order.rest()).toEqual([{ name: 'buyerName', text: 'Other' }]);
  });

  it('of the summary are the order’s own, unless they differ', () => {
    const { order } = fieldsOf(
      { totalAmount: lossless('12.50'), currency: 'USD', id: 10_231 },
      { order: { totalAmount: lossless('12.5'), currency: 'EUR' } },
    );
    expect(order.rest()).toEqual([
      { name: 'totalAmount', text: '12.5' },
      { name: 'currency', text: 'EUR' },
      { name: 'summary.currency', text: 'USD' },
    ]);
  });

  it('are found at any depth; null and blank texts are nothing', () => {
    const { order } = fieldsOf(
      { isUrgent: false, empty: '', blank: ' \n', none: null },
      { order: { nested: { list: [1, { 'odd name': 'x' }] } }, stray: 'y' },
    );
    expect(order.rest()).toEqual([
      { name: 'nested.list[0]', text: '1' },
      { name: 'nested.list[1].odd name', text: 'x' },
      { name: 'isUrgent', text: 'false' },
      { name: 'stray', text: 'y' },
    ]);
  });

  it.each([
    [{ order: { lines: 'none' } }, [{ name: 'lines', text: 'none' }]],
    [{ order: { lines: ['odd', { id: 1 }] } }, [{ name: 'lines[0]', text: 'odd' }]],
    [{ order: 'text' }, [{ name: 'order', text: 'text' }]],
    [{}, []],
  ])('hold what stands where lines should: %j', (detail, rest) => {
    expect(fieldsOf({}, detail).order.rest()).toEqual(rest);
  });

  it('give a decimal without exponent, and leave alone what is none', () => {
    const { order } = fieldsOf({}, { order: { subtotal: lossless('1E2'), vatTotal: 'free' } });
    expect(takeDecimal(order, 'subtotal')).toBe('100');
    expect(takeDecimal(order, 'vatTotal')).toBeUndefined();
    expect(takeDecimal(order, 'amountDue')).toBeUndefined();
    expect(order.rest()).toEqual([{ name: 'vatTotal', text: 'free' }]);
  });
});

describe('the head of the file', () => {
  it('has previous sequence and reissue only where there are some', () => {
    expect(headFields(sampleOrder()).map(({ name }) => name)).toEqual([
      'orderId',
      'version',
      'sequence',
      'change',
      'status',
      'origin',
      'writtenAt',
    ]);
    const reissued = headFields({ ...sampleOrder('changed'), reissueOf: 9 });
    expect(reissued).toContainEqual({ name: 'previousSequence', text: '412' });
    expect(reissued).toContainEqual({ name: 'reissueOf', text: '9' });
  });

  it('says each change in plain letters', () => {
    const changed = [{ field: 'route', from: null, to: 'R' }];
    expect(changeFields({ ...sampleOrder(), changed })).toEqual([
      { name: 'changed', text: 'route:  -> R' },
    ]);
  });

  it('names the fields of lines by their place', () => {
    const { lines } = fieldsOf({}, { order: { lines: [{}, { quantity: 2 }] } });
    expect(lineFields(lines)).toEqual([{ name: 'lines[1].quantity', text: '2' }]);
  });
});
