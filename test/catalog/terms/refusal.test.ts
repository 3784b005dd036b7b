import { expect, it } from 'vitest';
import { refusalComplaint } from '../../../src/catalog/terms/refusal.ts';

it.each([
  ['INTERNAL_ERROR', 'The article is not to blame: send it again with stockhand retry --all.'],
  ['MAINTENANCE', 'The article is not to blame: send it again with stockhand retry --all.'],
  [
    'CONFLICT_OPTIMISTIC_LOCK',
    'The article is not to blame: send it again with stockhand retry --all.',
  ],
  [
    'FORBIDDEN',
    'Ask for an API key with the scope that the detail names. Then send it again with stockhand retry --all.',
  ],
  ['VALIDATION_ERROR', 'Correct it in the ERP; the same content is not sent again.'],
])('fault 46: an item that failed with %s is told what helps against that', (code, remedy) => {
  expect(refusalComplaint('A', { code, message: 'Failed.' })).toMatchObject({
    code: 'ITEM_REFUSED',
    rule: `was refused by the marketplace: ${code} Failed.`,
    remedy,
  });
});
