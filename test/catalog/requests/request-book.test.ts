import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { createRequestBook } from '../../../src/catalog/requests/request-book.ts';
import { stockToResend } from '../../../src/catalog/state/stock-to-resend.ts';
import type { EngineDeps } from '../../../src/catalog/terms/ports.ts';
import { systemClock } from '../../../src/clock.ts';
import type { Mutation, Verdict } from '../../../src/domain/exchange.ts';
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
  const sent: Mutation[] = [];
  const waits: (() => void)[] = [];
  const seen = { wakes: 0, commits: 0 };
  const deps = {
    store: {
      ...store,
      transaction<Done>(work: () => Done) {
        seen.commits += 1;
        return store.transaction(work);
      },
    },
    clock: { ...systemClock, sleep: () => new Promise<void>((resolve) => waits.push(resolve)) },
    calls: catalogCalls,
    config: { sources: [{ name: 'a', kind: 'stock', contents: 'full', missing: 'keep' }] },
    maxInFlight: 3,
    nudge: () => {
      seen.wakes += 1;
    },
    send(mutation: Mutation) {
      sent.push(mutation);
      return new Promise<Verdict>((resolve) => answers.push(resolve));
    },
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
  return { book, deps, store, seen, sent, waits, answer, give };
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
  // Whoever waits for answers looks again by these (step-two.ts).
  expect([book.answeredCount, book.openCount, book.open('stock')]).toEqual([3, 2, 2]);
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
  expect(stockToResend(store)).toEqual({ source: 'a' });
});

it('gives what was refused as a kind of request a new key in the commit of the answer, and sends it on', async () => {
  const { book, deps, store, sent, give, answer } = openBook(2);
  await give({ kind: 'unapplied', attempts: 1 }, 0);
  await answer(1);
  const commits = store.requests.open().map(({ key }) => key);
  expect(book.settleArrived()).toHaveLength(1);
  const [first, , again] = sent;
  expect(again).toEqual({ ...first, key: expect.not.stringMatching(String(first?.key)) });
  expect(commits).toContain(first?.key);
  expect(store.requests.open().map(({ key }) => key)).toEqual([again?.key]);
  expect([...book.inFlight]).toEqual([1]);
  expect(book.openCount).toBe(1);
  const successor = createRequestBook(deps);
  // Nothing else may be sent of these before their answers (law 4).
  const { inFlight, left, openCount } = successor;
  expect([[...inFlight], left.map(({ key }) => key), openCount]).toEqual([[1], [again?.key], 1]);
  successor.resume();
  expect(successor.left).toEqual([]);
  expect(sent.at(-1)).toEqual({ ...again, mayHaveLeft: true });
  await answer(2);
  expect(book.settleArrived()).toHaveLength(1);
  expect(store.mirror.get(1)?.quantity).toBe(5);
});

it('keeps the halves of what was refused as a whole under way, each with its own items', async () => {
  const { book, store, sent, give } = openBook(0);
  const wishes = [1, 2, 3].map((product) => {
    store.mirror.add(product, `A${product}`);
    return { product, externalId: `A${product}`, row: product, quantity: 5, refusedHash: 0 };
  });
  const batch = { body: Buffer.from('[{"a":1},{"a":2},{"a":3}]'), wishes };
  book.send([{ kind: 'stock', lane: 'stock', source: 'a', run: 1, batch }]);
  const refused = { kind: 'answer' as const, status: 422, headers: {}, body: Buffer.from('') };
  await give({ kind: 'answered', attempts: 1, answer: refused }, 0);
  book.settleArrived();
  expect([[...book.inFlight], book.openCount]).toEqual([[1, 2, 3], 2]);
  const items = sent.slice(1).map(({ body }) =>
    Buffer.from(body ?? '')
      .toString()
      .match(/"a":\d/g),
  );
  expect(items).toEqual([['"a":1', '"a":2'], ['"a":3']]);
  await give(verdictOf('{"succeeded":2}'), 1);
  book.settleArrived();
  expect([[...book.inFlight], book.openCount]).toEqual([[3], 1]);
  expect([1, 2, 3].map((id) => store.mirror.get(id)?.quantity)).toEqual([5, 5, null]);
});

it('knows after a stop which requests have not left, and that they may have once it sends them', async () => {
  const { deps, sent, give } = openBook(2);
  await give({ kind: 'stopped', attempts: 0, isUnsent: true }, 0);
  await give({ kind: 'stopped', attempts: 1 }, 1);
  createRequestBook(deps).resume();
  expect(sent.map(({ mayHaveLeft }) => mayHaveLeft)).toEqual([false, false, false, true]);
  createRequestBook(deps).resume();
  expect(sent.slice(4).map(({ mayHaveLeft }) => mayHaveLeft)).toEqual([true, true]);
});
