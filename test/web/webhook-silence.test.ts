import { describe, expect, it } from 'vitest';
import { silenceTrouble } from '../../src/web/webhook-trouble.ts';

const hour = 60 * 60_000;
const nine = Date.parse('2026-11-20T09:00:00Z');

interface Day {
  /** Hours after nine. */
  readonly ordersAt: readonly number[];
  readonly heardAt?: number;
  readonly at: number;
}

function told({ ordersAt, heardAt, at }: Day): readonly string[] {
  const needs = silenceTrouble({
    listeningSince: nine,
    lastAcceptedAt: heardAt === undefined ? undefined : nine + heardAt * hour,
    now: nine + at * hour,
    placed: (from, to) =>
      ordersAt.map((after) => nine + after * hour).filter((ms) => from <= ms && ms <= to).length,
  });
  return needs.map(({ cause }) => cause);
}

describe('fault 104: an endpoint that the marketplace has ended', () => {
  it.each<[what: string, day: Day]>([
    ['nobody has ordered', { ordersAt: [], at: 48 }],
    ['the last delivery is not long ago', { ordersAt: [2, 7], heardAt: 7, at: 12 }],
    ['a delivery told of the last order', { ordersAt: [2], heardAt: 2, at: 48 }],
    ['the only order is of this hour: its delivery may be tried again', { ordersAt: [8.5], at: 9 }],
    ['orders were placed before anybody listened', { ordersAt: [-3, -0.1], at: 48 }],
    ['the wall clock was set back behind the last delivery', { ordersAt: [2], heardAt: 9, at: 4 }],
  ])('is not suspected where %s', (_, day) => {
    expect(told(day)).toEqual([]);
  });

  it('is told although the wall clock was set back behind the last delivery', () => {
    expect(told({ ordersAt: [2], heardAt: 99, at: 7 })).toEqual([
      '1 order was placed since 2026-11-20T09:00:00.000Z, and no delivery has arrived.',
    ]);
  });

  it('is reported after six hours in which orders came without a delivery, with both numbers', () => {
    expect(told({ ordersAt: [2, 3], at: 5.9 })).toEqual([]);
    expect(told({ ordersAt: [2, 3], at: 6 })).toEqual([
      '2 orders were placed since 2026-11-20T09:00:00.000Z, and no delivery has arrived.',
    ]);
    expect(told({ ordersAt: [1, 4], heardAt: 1, at: 7 })).toEqual([
      '1 order was placed since 2026-11-20T10:00:00.000Z, and no delivery has arrived.',
    ]);
  });
});
