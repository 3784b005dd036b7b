import { describe, expect, it } from 'vitest';
import {
  endsOrder,
  isOrderState,
  orderActions,
  orderStates,
  transitions,
  wantedStateHolds,
} from '../../src/domain/order.ts';

describe('the states and actions of an order', () => {
  // spec "States and transitions", written out here a second time.
  const moves: Readonly<Record<string, string>> = {
    'PLACED accept': 'ACCEPTED',
    'PLACED reject': 'REJECTED',
    'PLACED cancel': 'CANCELLED',
    'ACCEPTED dispatch': 'DISPATCHED',
    'ACCEPTED cancel': 'CANCELLED',
    'PREPARING dispatch': 'DISPATCHED',
    'PREPARING cancel': 'CANCELLED',
  };
  const pairs = orderStates.flatMap((state) =>
    orderActions.map((action) => [state, action] as const),
  );

  it.each(pairs)('%s and %s end as the specification says', (state, action) => {
    const result = transitions[state][action];
    const to = moves[`${state} ${action}`];
    if (to !== undefined) expect(result).toEqual({ to });
    else expect(result).toHaveProperty('refused');
  });

  it('tells a cancel after dispatch as ORDER_CANNOT_CANCEL', () => {
    expect(transitions.DISPATCHED.cancel).toEqual({ refused: 'ORDER_CANNOT_CANCEL' });
    expect(transitions.DELIVERED.cancel).toEqual({ refused: 'ORDER_CANNOT_CANCEL' });
  });

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

  it.each(orderActions)('of %s holds in the state that it leads to from any state', (action) => {
    const ends = orderStates.flatMap((state) => {
      const result = transitions[state][action];
      return 'to' in result ? [result.to] : [];
    });
    expect(ends.every((state) => wantedStateHolds(action, state))).toBe(true);
  });
});

it('ends an order for the ERP when it is rejected or cancelled, and in no other state', () => {
  expect(orderStates.filter(endsOrder)).toEqual(['REJECTED', 'CANCELLED']);
  expect(endsOrder('SOMETHING_NEW')).toBe(false);
});
