import { describe, expect, it } from 'vitest';
import { exitOf, orders } from '../../src/cli/orders.ts';

describe('a command by hand', () => {
  it('ends with 69 where nobody answered, with 1 where it was refused', () => {
    expect(exitOf({ outcome: 'waiting', code: 'NO_ANSWER' })).toBe(69);
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
