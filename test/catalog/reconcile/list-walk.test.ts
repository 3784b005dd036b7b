import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/catalog/engine.ts';
import type { FlowDeps } from '../../../src/catalog/flow.ts';
import { adopt } from '../../../src/catalog/reconcile/adopt.ts';
import { walkList } from '../../../src/catalog/reconcile/list-walk.ts';
import { systemClock } from '../../../src/clock.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';

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

it('adopt leaves alone what is in doubt or under way, and counts an article once that the list shows twice', async () => {
  const store = openCatalogStore(':memory:');
  const items = ['A', 'B', 'C', 'C'].map((externalId) => ({
    ...{ externalId, fields: { name: externalId }, status: 'ACTIVE', quantity: 5_000 },
  }));
  for (const [product, id] of ['A', 'B', 'C'].entries()) store.mirror.add(product + 1, id);
  store.mirror.doubt(1, { content: true, quantity: true });
  const list = async () => ({ items, unnamed: 1, nextCursor: '', hasMore: false });
  const clock = { now: () => 1, breathe: async () => undefined };
  const deps = { store, list, clock, config: { sources: [] } } as unknown as FlowDeps;
  const engine = {
    book: { inFlight: new Set([2]) },
    learn: (ids: readonly string[]) => ids.map((id) => store.mirror.find(id)?.id),
  } as unknown as Engine;
  expect(await adopt(deps, engine, new AbortController().signal)).toEqual({
    ...{ listed: 3, adopted: 1, known: 2, unnamed: 1 },
  });
  expect([1, 2, 3].map((id) => store.mirror.get(id)?.quantity)).toEqual([null, null, 5_000]);
  expect(store.mirror.get(1)?.in_doubt).toBe(1);
});
