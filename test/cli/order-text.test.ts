import { expect, it } from 'vitest';
import { endText } from '../../src/cli/order-text.ts';

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
