import { expect, it } from 'vitest';
import { newestFirst } from '../../src/all-facts.ts';

it('the page shows the newest event first, also of those of one millisecond', () => {
  const at = (ms: number, text: string) => ({ at: new Date(ms).toISOString(), text });
  const catalog = [at(5, 'sent'), at(5, 'read'), at(1, 'begun')];
  const orders = [at(7, 'order 3'), at(7, 'order 2'), at(7, 'order 1'), at(2, 'polled')];
  expect(newestFirst([...catalog, ...orders]).map(({ text }) => text)).toEqual([
    'order 3',
    'order 2',
    'order 1',
    'sent',
    'read',
    'polled',
    'begun',
  ]);
});
