import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isDecimal,
  isSameNumber,
  isZero,
  plainDecimal,
  pointMoved,
  total,
} from '../../../adapters/order/decimal.ts';
import { discountOf } from '../../../adapters/order/discount.ts';
import { orderFields } from '../../../adapters/order/fields.ts';
import { sampleOrder } from './sample.ts';

describe('plain decimals', () => {
  it.each([
    ['12.50', '12.50'],
    ['0', '0'],
    ['-0.001', '-0.001'],
    ['9007199254740993.25', '9007199254740993.25'],
    ['1e3', '1000'],
    ['1.50E1', '15.0'],
    ['1.5e-3', '0.0015'],
    ['-2E+2', '-200'],
    ['1e+17', '100000000000000000'],
  ])('%s is written %s', (text, plain) => {
    expect(plainDecimal(text)).toBe(plain);
  });

  it.each([
    '',
    'abc',
    '1,5',
    '0x10',
    '.5',
    '5.',
    '1e9999',
    '1e18',
    '1e-18',
    '9'.repeat(19),
    'NaN',
    ' 1',
    '+1',
  ])('%j is none', (text) => {
    expect(isDecimal(text)).toBe(false);
  });

  it('move their point without losing a digit', () => {
    expect(pointMoved('19', -2)).toBe('0.19');
    expect(pointMoved('7.5', -2)).toBe('0.075');
    expect(pointMoved('100', -2)).toBe('1.00');
    expect(pointMoved('0.19', 2)).toBe('19');
    expect(pointMoved('-1.25', 1)).toBe('-12.5');
  });

  it('add up exactly', () => {
    const cents = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), {
      minLength: 1,
      maxLength: 5,
    });
    const written = (value: number) => pointMoved(String(value), -2);
    fc.assert(
      fc.property(cents, cents, (added, subtracted) => {
        const sum = added.reduce((a, b) => a + b, 0) - subtracted.reduce((a, b) => a + b, 0);
        expect(total(added.map(written), subtracted.map(written))).toBe(written(sum));
      }),
    );
  });

  it('are the same number however many zeros they end in', () => {
    expect(isSameNumber('12.5', '12.500')).toBe(true);
    expect(isSameNumber('12.5', '1.25e1')).toBe(true);
    expect(isSameNumber('12.5', '12.51')).toBe(false);
    expect(isSameNumber('a', 'a')).toBe(false);
    expect(isZero('-0.00')).toBe(true);
    expect(isZero('0.01')).toBe(false);
  });
});

describe('the discount', () => {
  it.each([
    [{ subtotal: '62.04', deliveryFee: '5.00', totalAmount: '65.00' }, '2.04'],
    [{ subtotal: '62.04', deliveryFee: null, totalAmount: '60' }, '2.04'],
    [{ subtotal: '62.04', deliveryFee: '5', totalAmount: '67.040' }, undefined],
    [{ subtotal: null, deliveryFee: '5', totalAmount: '67.04' }, undefined],
    [{ subtotal: '62.04', deliveryFee: 'later', totalAmount: '65.00' }, undefined],
    [{ subtotal: '1', deliveryFee: '0.00', totalAmount: '2.5' }, '-1.50'],
  ])('of %j is %s', (amounts, discount) => {
    const { order } = orderFields({ ...sampleOrder(), summary: {}, detail: { order: amounts } });
    expect(discountOf(order)).toBe(discount);
  });
});
