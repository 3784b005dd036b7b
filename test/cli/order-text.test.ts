import { expect, it } from 'vitest';
import { endText, reissuedText } from '../../src/cli/order-text.ts';

it('says in words how a command by hand ended', () => {
  expect(endText({ outcome: 'done', orderStatus: 'ACCEPTED' })).toBe(
    'Done: the order is ACCEPTED.',
  );
  const refused = { code: 'CREDIT_HOLD', message: 'The account is on hold.' } as const;
  expect(endText({ outcome: 'refused', ...refused, orderStatus: 'PLACED' })).toBe(
    'Refused: the order is PLACED.\n  CREDIT_HOLD The account is on hold.',
  );
  expect(endText({ outcome: 'waiting' })).toBe('It waits.');
});

it('says in words that a file is written once more, and where its name stands', () => {
  expect(reissuedText('ORD-7', { version: 'v1' })).toBe(
    'The file of order ORD-7, version v1, is written once more, under a new number.\n  Its name: stockhand orders show ORD-7',
  );
  expect(reissuedText('ORD-7', { version: 'v1', waits: '/orders does not exist.' })).toContain(
    'version v1, waits to be written once more: /orders does not exist.\n',
  );
  expect(reissuedText('ORD 7', { version: 'v1' })).toContain('orders show "ORD 7"');
});
