import { describe, expect, it } from 'vitest';
import { endsOrder, isOrderState, orderStates, wantedStateHolds } from '../../src/domain/order.ts';

describe('the states of an order', () => {
  it('fault 72: knows its own states and takes other words for what they are', () => {
    expect(orderStates.every(isOrderState)).toBe(true);
    expect(isOrderState('ON_HOLD')).toBe(false);
    expect(isOrderState('toString')).toBe(false);
  });
});

describe('the wanted state', () => {
  it.each([
    ['accept', 'ACCEPTED', true],
    ['accept', 'PREPARING', true],
    ['accept', 'DELIVERED', true],
    ['accept', 'PLACED', false],
    ['accept', 'REJECTED', false],
    ['reject', 'REJECTED', true],
    ['reject', 'CANCELLED', false],
    ['dispatch', 'DELIVERED', true],
    ['dispatch', 'ACCEPTED', false],
    ['cancel', 'CANCELLED', true],
    ['cancel', 'REJECTED', false],
    ['cancel', 'SOMETHING_NEW', false],
  ] as const)('of %s in %s holds: %s', (action, status, holds) => {
    expect(wantedStateHolds(action, status)).toBe(holds);
  });
});

it('ends an order for the ERP when it is rejected or cancelled, and in no other state', () => {
  expect(orderStates.filter(endsOrder)).toEqual(['REJECTED', 'CANCELLED']);
  expect(endsOrder('SOMETHING_NEW')).toBe(false);
});
