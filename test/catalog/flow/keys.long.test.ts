import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/domain/exchange.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, createPost, essence, itemsOf, quantities } from '../room.ts';

const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const articles = (...rows: string[]) => room.write('artikel.csv', ['Nr;Name;Menge', ...rows]);
const many = (count: number) => Array.from({ length: count }, (_, n) => `A${n};Artikel ${n};5`);
const type = 'IDEMPOTENCY_KEY_REUSED';
const keyReused: Verdict = {
  kind: 'answered',
  attempts: 1,
  answer: {
    kind: 'answer',
    status: 409,
    headers: {},
    body: new Uint8Array(),
    problem: { type, title: type, status: 409, detail: '', instance: '' },
  },
};

useRoom();

describe('a batch whose outcome is open', () => {
  it('fault 45: lets the newer value wait until the older batch has its answer', async () => {
    await open(sources);
    room.post.hold();
    articles('A;Nagel;5', 'B;Mutter;1');
    await room.pass(100);
    articles('A;Nagel;7', 'B;Mutter;1', 'C;Keil;2');
    // C may wait a moment for A to share a request, but not for as long as the answer takes.
    await room.pass(3_000);
    const ids = room.post.sent.map(({ body }) => itemsOf(body).map((item) => item['externalId']));
    expect(ids).toEqual([['A', 'B'], ['C']]);
    room.post.letGo();
    await room.pass();
    expect(quantities(await callsSince(room.market)).sort()).toEqual([1, 2, 5, 7]);
    expect((await room.market.products())[0]).toMatchObject({ externalId: 'A', availableQty: 7 });
  });

  it('fault 45: resolves a batch without an outcome before anything newer of its articles, over a restart too', async () => {
    await open(sources);
    const { post } = room;
    await room.restart(room.shop, async (mutation) => {
      await post.send(mutation);
      return new Promise(() => undefined);
    });
    articles('A;Nagel;5');
    await room.pass(100);
    const next = createPost(room.market.url);
    next.hold();
    await room.restart(room.shop, next.send);
    articles('A;Nagel;7');
    const [newer] = (await room.pass(100)).runs;
    expect(newer).toMatchObject({ waiting: 1 });
    expect(next.sent.map(essence)).toEqual(post.sent.map(essence));
    next.letGo();
    await room.pass();
    const calls = await room.market.mutations();
    expect(calls.map(({ replayed }) => replayed)).toEqual([false, true, false]);
    expect(quantities(await callsSince(room.market))).toEqual([5, 5, 7]);
    expect(await room.market.products()).toMatchObject([{ availableQty: 7 }]);
  });
});

describe('a batch under a key', () => {
  it('fault 43: that was used before is neither halved nor repeated, and every item waits for a person', async () => {
    await open(sources);
    const answers: (Verdict | undefined)[] = [keyReused];
    room.post.intercept(() => answers.shift());
    articles(...many(5));
    expect((await room.pass()).runs[0]).toMatchObject({ sent: 0, rejected: 5, final: true });
    expect(room.post.sent).toHaveLength(1);
    expect((await room.catalog.facts()).products.parked).toBe(5);
    const story = await room.catalog.why('A3');
    expect(story.refused).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(story.complaints.join()).toContain('Run only one');
    articles(...many(5).toReversed());
    await room.pass();
    expect(room.post.sent).toHaveLength(1);
    expect(await room.catalog.retry()).toMatchObject({ items: 5 });
    await room.pass();
    expect(new Set(room.post.sent.map(({ key }) => key)).size).toBe(2);
    expect(await room.market.products()).toHaveLength(5);
  });
});
