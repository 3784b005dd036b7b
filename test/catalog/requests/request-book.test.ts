import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { createRequestBook } from '../../../src/catalog/requests/request-book.ts';
import { stockAsked } from '../../../src/catalog/state/stock-asked.ts';
import type { EngineDeps } from '../../../src/catalog/terms/ports.ts';
import { systemClock } from '../../../src/clock.ts';
import type { Verdict } from '../../../src/domain/exchange.ts';
import { catalogCalls } from '../../../src/marketplace/catalog-calls.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';

const verdictOf = (body: string): Verdict => ({
  kind: 'answered',
  attempts: 1,
  answer: { kind: 'answer', status: 200, headers: {}, body: Buffer.from(body) },
});
const answered = verdictOf('{"succeeded":1}');

/** A book with so many requests under way, each for an article of its own. */
function openBook(requests: number) {
  const store = openCatalogStore(':memory:');
  const answers: ((verdict: Verdict) => void)[] = [];
  const waits: (() => void)[] = [];
  const seen = { wakes: 0, commits: 0 };
  const deps = {
    store: {
      ...store,
      transaction(work: () => void) {
        seen.commits += 1;
        store.transaction(work);
      },
    },
    clock: { ...systemClock, sleep: () => new Promise<void>((resolve) => waits.push(resolve)) },
    calls: catalogCalls,
    config: { sources: [{ name: 'a', kind: 'stock', contents: 'full', missing: 'keep' }] },
    maxInFlight: 3,
    nudge: () => {
      seen.wakes += 1;
    },
    send: () => new Promise<Verdict>((resolve) => answers.push(resolve)),
  } as unknown as EngineDeps;
  const book = createRequestBook(deps);
  for (let id = 1; id <= requests; id += 1) {
    store.mirror.add(id, `A${id}`);
    const wish = { product: id, externalId: `A${id}`, row: id, quantity: 5, refusedHash: 0 };
    const batch = { body: Buffer.from('{}'), wishes: [wish] };
    book.send([{ kind: 'stock', lane: 'stock', source: 'a', run: 1, batch }]);
  }
  const give = async (verdict: Verdict, ...numbers: number[]) => {
    for (const number of numbers) answers[number]?.(verdict);
    await systemClock.breathe();
  };
  const answer = (...numbers: number[]) => give(answered, ...numbers);
  return { book, store, seen, waits, answer, give };
}

it('looks up at once for as many answers as go at once, and stores them in one commit', async () => {
  const { book, store, seen, answer } = openBook(5);
  await answer(0, 1);
  expect(seen.wakes).toBe(0);
  await answer(2);
  expect(seen.wakes).toBe(1);
  const before = seen.commits;
  expect(book.settleArrived()).toHaveLength(3);
  expect(seen.commits - before).toBe(1);
  expect([1, 2, 3, 4].map((id) => store.mirror.get(id)?.quantity)).toEqual([5, 5, 5, null]);
});

it('looks up at once where nobody else will answer', async () => {
  const { seen, answer } = openBook(2);
  await answer(0);
  expect(seen.wakes).toBe(0);
  await answer(1);
  expect(seen.wakes).toBe(1);
});

it('waits a moment and no longer for answers that come together', async () => {
  const { seen, waits, answer } = openBook(4);
  await answer(0);
  expect([seen.wakes, waits.length]).toEqual([0, 1]);
  waits[0]?.();
  await systemClock.breathe();
  expect(seen.wakes).toBe(1);
});

it('asks in the commit of the answer for stock of an older file that it does not name, so that no kill loses that', async () => {
  const { book, store, give } = openBook(1);
  store.sources.ensure('a');
  store.sources.set('a', { accepted_run: 2 });
  await give(verdictOf('{"succeeded":0}'), 0);
  book.settleArrived();
  expect(stockAsked(store)).toEqual({ source: 'a' });
});
