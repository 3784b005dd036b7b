import { describe, expect, it } from 'vitest';
import { exitOf, listText, orders } from '../../src/cli/orders.ts';

describe('a command by hand', () => {
  it('ends with 69 where nobody answered, with 2 where a person must act first, with 1 where it was refused', () => {
    expect(exitOf({ outcome: 'waiting', code: 'NO_ANSWER' })).toBe(69);
    expect(exitOf({ outcome: 'waiting', code: 'FORBIDDEN', needsYou: true })).toBe(2);
    expect(exitOf({ outcome: 'refused', code: 'CONFLICT' })).toBe(1);
    expect(exitOf({ outcome: 'waiting' })).toBe(0);
    expect(exitOf({ outcome: 'done' })).toBe(0);
  });

  it('says in good English what each of them does to an order', () => {
    const summaries = (orders.subcommands ?? []).map(({ summary }) => summary.split(' ')[0]);
    expect(summaries).toEqual(
      expect.arrayContaining(['accepts', 'rejects', 'dispatches', 'cancels']),
    );
  });
});

it('the list of orders says where it ends before the last of them', () => {
  const line = { orderId: '7', orderNumber: 'N-7', status: 'PLACED', end: 'written' };
  const listed = (orders: number) => listText(Array.from({ length: orders }, () => line as never));
  expect(listed(199)).not.toContain('Only');
  expect(listed(200)).toMatch(
    /\nOnly the newest 200 are listed\. An older one: stockhand orders show REF$/,
  );
});
