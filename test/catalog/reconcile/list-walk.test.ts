import { describe, expect, it } from 'vitest';
import { walkList } from '../../../src/catalog/reconcile/list-walk.ts';
import { systemClock } from '../../../src/clock.ts';

describe("the walk over the marketplace's list", () => {
  it('ends at once where the key is refused, and does not wait for a person', async () => {
    let asked = 0;
    const list = async () => {
      asked += 1;
      return { failed: 'it answers 401', isCursorRefused: false, isForbidden: true };
    };
    const walk = walkList({ list, clock: systemClock }, new AbortController().signal);
    await expect(walk.next()).rejects.toMatchObject({
      code: 'LIST_UNREADABLE',
      remedy: expect.stringMatching(/^First put right .* stockhand check/),
    });
    expect(asked).toBe(1);
  });
});
