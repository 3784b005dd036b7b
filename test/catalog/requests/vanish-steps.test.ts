import { describe, expect, it } from 'vitest';
import { removedHash } from '../../../src/catalog/pass/diff.ts';
import type { Stretch } from '../../../src/catalog/requests/pass-two.ts';
import {
  hideSteps,
  noStockHash,
  removeSteps,
  zeroSteps,
} from '../../../src/catalog/requests/vanish-steps.ts';
import { type CatalogStore, openCatalogStore } from '../../../src/store/catalog-store.ts';

type Steps = typeof zeroSteps;

/** Ways to take articles off sale, with what a refusal of each leaves. */
const ways: readonly [string, Steps, number][] = [
  ['no stock', zeroSteps, noStockHash],
  ['a removal', removeSteps, removedHash],
  ['a hide', (input) => hideSteps(input, () => ({ name: 'Nagel' })), removedHash],
];

/** What is sent of article A, and what is looked at again, after the marketplace and the requests were so. */
async function stepsOf(
  steps: Steps,
  { before, isOpen = false }: { before: (store: CatalogStore) => void; isOpen?: boolean },
) {
  const store = openCatalogStore(':memory:');
  store.mirror.add(1, 'A');
  before(store);
  const complain = () => undefined;
  const inFlight = new Set(isOpen ? [1] : []);
  const stretches: Stretch[] = [];
  for await (const stretch of steps({ store, products: [1, 2], inFlight, complain }))
    stretches.push(stretch);
  const idOf = ({ externalId }: { readonly externalId: string | null }) => externalId;
  return {
    sent: stretches.flatMap(({ items }) => items.map(({ wish }) => idOf(wish))),
    deferred: stretches.flatMap(({ deferred }) => deferred.map(idOf)),
  };
}

const confirmed = ({ mirror }: CatalogStore) =>
  mirror.confirm({ product: 1, contentHash: 7, quantity: 5_000 }, { run: 1, request: 1 });
const refused = (store: CatalogStore, hash: number) => {
  confirmed(store);
  store.mirror.refuse({ product: 1, hash, code: 'NO', message: 'No.', at: 1 });
};
const none = { sent: [], deferred: [] };

describe.each(ways)('of an article that no export names, %s', (_, steps, hash) => {
  it('goes if the marketplace has it, or may have it', async () => {
    const sent = { sent: ['A'], deferred: [] };
    expect(await stepsOf(steps, { before: confirmed })).toEqual(sent);
    const doubted = ({ mirror }: CatalogStore) =>
      mirror.doubt(1, { content: true, quantity: false });
    expect(await stepsOf(steps, { before: doubted })).toEqual(sent);
    expect(await stepsOf(steps, { before: (store) => refused(store, 7) })).toEqual(sent);
  });

  it('does not go if it was never sent or is removed by now: a hide would create it', async () => {
    expect(await stepsOf(steps, { before: () => undefined })).toEqual(none);
    const removed = (store: CatalogStore) => {
      confirmed(store);
      store.mirror.forget(1, 9);
    };
    expect(await stepsOf(steps, { before: removed })).toEqual(none);
  });

  it('waits for a request under way, which could put it back on sale (law 4)', async () => {
    const late = { sent: [], deferred: ['A'] };
    expect(await stepsOf(steps, { before: confirmed, isOpen: true })).toEqual(late);
    expect(await stepsOf(steps, { before: () => undefined, isOpen: true })).toEqual(late);
  });

  it('does not go again after it was refused', async () => {
    expect(await stepsOf(steps, { before: (store) => refused(store, hash) })).toEqual(none);
  });
});
