import { expect, it } from 'vitest';
import { undoText } from '../../src/cli/undo.ts';

it('says how many articles stay beside those that it shows', () => {
  const left = [{ externalId: 'A', why: 'a later run has changed it since' }];
  const calls = { batchUpsert: 0, batchStock: 0, delete: 0, pictures: 0 };
  const none = { sources: [], holds: [], pictures: 0, held: 0, new: 0, changed: 0, calls };
  const shown = (leftCount: number) =>
    undoText({ ...none, left, leftCount, quantitiesLeft: 0 } as never).split('\n')[1];
  expect([shown(2), shown(3)]).toEqual(['  … and 1 more that stays.', '  … and 2 more that stay.']);
});
