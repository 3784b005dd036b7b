import { describe, expect, it, vi } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, createPost, essence, itemsOf, ledgerEnd, quantities } from '../room.ts';

const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const articles = (...rows: string[]) => room.write('artikel.csv', ['Nr;Name;Menge', ...rows]);
const many = (count: number, quantity = 5): string[] =>
  Array.from({ length: count }, (_, n) => `A${n};Artikel ${n};${quantity}`);
const booksOf = async (run: number) =>
  (await room.catalog.runs(9)).find((books) => books.run === run);

useRoom();

describe('a process that ends in the middle', () => {
  it('I3: sends again what was sent without an answer, the same bytes under the same keys', async () => {
    await open(sources);
    room.post.hold();
    articles(...many(150));
    const [run] = (await room.pass(100)).runs;
    expect(run).toMatchObject({ read: 150, held: 150, waiting: 150, final: false });
    const lost = room.post.sent.map(essence);
    expect(lost).toHaveLength(2);
    const next = createPost(room.market.url);
    await room.restart(room.shop, next.send);
    const pass = await room.pass();
    expect(pass).toMatchObject({ runs: [], calls: { batchUpsert: 0 }, isBusy: false });
    expect(next.sent.map(essence)).toEqual(lost);
    expect(await booksOf(run!.run)).toMatchObject({ sent: 150, held: 0, final: true });
  });

  it('fault 41: whose answer was lost after the effect causes one effect', async () => {
    await open(sources);
    await room.restart(room.shop, async (mutation) => {
      await room.post.send(mutation);
      return new Promise(() => undefined);
    });
    articles(...many(3));
    await room.pass(100);
    expect(await room.market.products()).toHaveLength(3);
    await room.restart();
    await room.pass();
    const ledger = await room.market.mutations();
    expect(ledger.map(({ replayed }) => replayed)).toEqual([false, true]);
    expect(new Set(ledger.map(({ key }) => key)).size).toBe(1);
    expect((await room.catalog.facts()).products.confirmed).toBe(3);
  });

  it('goes on with the rest of its plan, and no row goes twice', async () => {
    await open(sources);
    room.post.hold();
    articles(...many(1_500));
    const [run] = (await room.pass(100)).runs;
    expect(room.post.sent.length).toBeLessThan(15);
    const next = createPost(room.market.url);
    await room.restart(room.shop, next.send);
    await room.pass();
    expect(await booksOf(run!.run)).toMatchObject({ read: 1_500, sent: 1_500, final: true });
    expect(next.sent).toHaveLength(15);
    expect(
      new Set(next.sent.flatMap(({ body }) => itemsOf(body).map((item) => item['externalId'])))
        .size,
    ).toBe(1_500);
  });

  it('after planning sends exactly that plan', async () => {
    await open(sources);
    articles(...many(3));
    const proposal = await room.catalog.plan();
    expect(proposal).toMatchObject({ new: 3, calls: { batchUpsert: 1 } });
    expect(room.post.sent).toEqual([]);
    await room.restart();
    expect((await room.catalog.plan()).plan).toBe(proposal.plan);
    expect((await room.catalog.apply(proposal.plan, { quietMs: 5_000 })).calls.batchUpsert).toBe(1);
    await expect(room.catalog.apply(proposal.plan, { quietMs: 100 })).rejects.toMatchObject({
      code: 'PLAN_STALE',
    });
  });

  it.each([true, false])(
    'does not apply a plan whose file has changed since, and says by which one (restarted: %s)',
    async (isRestarted) => {
      await open(sources.replaceAll('quiet: 0s', 'quiet: 200ms'));
      articles('A;planned;5');
      const { plan } = await room.catalog.plan();
      if (isRestarted) await room.restart();
      articles('A;other;5');
      const applied = room.catalog.apply(plan, { quietMs: 5_000 });
      await expect(applied).rejects.toMatchObject({
        code: 'PLAN_STALE',
        message: expect.stringMatching(
          /is stale: the newest is articles: run 2 \(artikel\.csv\), as plan \w{8}\./,
        ),
      });
      expect(room.post.sent).toEqual([]);
      const newest = await room.catalog.plan();
      await room.catalog.apply(newest.plan, { quietMs: 5_000 });
      expect(await room.market.products()).toMatchObject([{ name: 'other' }]);
    },
  );

  it('fault 140: does not take old content for unchanged that returns after the kill', async () => {
    await open(sources);
    articles('A;Nagel;5');
    await room.pass();
    const since = await ledgerEnd(room.market);
    room.post.hold();
    articles('A;Bolzen;7');
    await room.pass(100);
    const next = createPost(room.market.url);
    await room.restart(room.shop, next.send);
    articles('A;Nagel;5');
    expect((await room.pass()).isBusy).toBe(false);
    expect(await callsSince(room.market, since)).toEqual([
      ['upsert', { externalId: 'A', name: 'Bolzen', availableQty: 7 }],
      ['upsert', { externalId: 'A', name: 'Nagel', availableQty: 5 }],
    ]);
  });
});

describe('a newer file while answers do not come', () => {
  it('fault 137: ends at the newer values without a third file', async () => {
    await open(sources);
    room.post.hold();
    articles(...many(1_500, 5));
    const [older] = (await room.pass(100)).runs;
    const inFlight = room.post.sent.filter(({ path }) => path.endsWith('/batch')).length;
    articles(...many(1_500, 7));
    const [newer] = (await room.pass(100)).runs;
    expect(newer).toMatchObject({ read: 1_500, waiting: 1_500, final: false });
    room.post.letGo();
    expect(await room.pass()).toMatchObject({ runs: [], isBusy: false });
    const products = await room.market.products();
    expect(products).toHaveLength(1_500);
    expect(products.every(({ availableQty }) => availableQty === 7)).toBe(true);
    expect(await booksOf(older!.run)).toMatchObject({
      read: 1_500,
      sent: 100 * inFlight,
      skipped: 1_500 - 100 * inFlight,
      waiting: 0,
      final: true,
    });
    expect(await booksOf(newer!.run)).toMatchObject({
      read: 1_500,
      sent: 1_500,
      waiting: 0,
      final: true,
    });
  });

  it('fault 137: ends at the newer values after 503s of the marketplace too', async () => {
    await open(sources);
    articles('A;Nagel;5');
    await room.pass();
    await room.market.sandbox.control('POST', '/sandbox/weather', { kind: 'maintenance' });
    const real = room.post.send;
    // Like a sender that keeps trying: without an outcome there is no answer.
    await room.restart(room.shop, async (mutation) => {
      for (;;) {
        const verdict = await real(mutation);
        if (verdict.kind === 'answered' && verdict.answer.status !== 503) return verdict;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    articles('A;Nagel;6');
    await room.pass(100);
    articles('A;Nagel;7');
    await room.pass(100);
    await room.market.sandbox.control('DELETE', '/sandbox/weather');
    await room.pass();
    expect(await room.market.products()).toMatchObject([{ availableQty: 7 }]);
  });

  it('fault 139: sends a value again that was confirmed before the one that is under way', async () => {
    await open(sources);
    articles('A;Nagel;5');
    await room.pass();
    room.post.hold();
    articles('A;Nagel;7');
    await room.pass(100);
    articles('A;Nagel;5');
    const [last] = (await room.pass(100)).runs;
    expect(last).toMatchObject({ waiting: 1, unchanged: 0 });
    room.post.letGo();
    await room.pass();
    expect(quantities(await callsSince(room.market))).toEqual([5, 7, 5]);
    expect(await booksOf(last!.run)).toMatchObject({ sent: 1, waiting: 0, final: true });
  });
});

describe('planning', () => {
  it('sends nothing, also while it waits for another file to be stable', async () => {
    await open(`${sources}
    - { name: more, folder: ./out, files: "mehr.csv", stable: { quiet: 100ms }, delimiter: ";", mapping: { externalId: Nr, brand: Marke } }`);
    articles('A;Nagel;5');
    room.write('mehr.csv', ['Nr;Marke']);
    const proposal = room.catalog.plan();
    // An export that is still being written: it is looked at again and again.
    for (let n = 0; n < 15; n += 1) {
      room.write('mehr.csv', [
        'Nr;Marke',
        ...Array.from({ length: n }, () => `A;M${'x'.repeat(n)}`),
      ]);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect((await proposal).sources).toMatchObject([
      { source: 'articles', new: 1 },
      { source: 'more' },
    ]);
    expect(room.post.sent).toEqual([]);
  });

  it('for one source leaves the others out, and of nothing is empty', async () => {
    await open(`${sources}
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
    expect(await room.catalog.plan()).toMatchObject({ new: 0, sources: [] });
    articles('A;Nagel;5');
    room.write('bestand.csv', ['Nr;Menge', 'A;7']);
    expect((await room.catalog.plan('stock')).sources.map(({ source }) => source)).toEqual([
      'stock',
    ]);
    expect(await room.catalog.plan('articles')).toMatchObject({ new: 1, stock: 0 });
  });
});

describe('the loop', () => {
  it('takes a file by itself, and stops in the middle without harm', async () => {
    await open(sources);
    await room.catalog.start();
    articles('A;Nagel;5');
    await room.catalog.nudge();
    await vi.waitFor(async () => expect(await room.market.products()).toHaveLength(1), 10_000);
    room.post.hold();
    articles('A;Nagel;7');
    await room.catalog.nudge();
    await vi.waitFor(() => expect(room.post.sent).toHaveLength(2), 10_000);
    const next = createPost(room.market.url);
    await room.restart(room.shop, next.send);
    await room.pass();
    expect(await room.market.products()).toMatchObject([{ availableQty: 7 }]);
  });

  it('sends nothing of a paused source, over a restart too, and goes on when it is resumed', async () => {
    await open(sources);
    expect(await room.catalog.setPaused(undefined, true)).toEqual(['articles']);
    articles('A;Nagel;5');
    expect(await room.pass(100)).toMatchObject({ runs: [{ waiting: 1 }], isBusy: false });
    await room.restart();
    await room.pass(100);
    expect(room.post.sent).toEqual([]);
    expect((await room.catalog.facts()).sources[0]).toMatchObject({ state: 'paused' });
    const goOn = () => room.catalog.setPaused(undefined, false);
    expect([await goOn(), await goOn()]).toEqual([['articles'], []]);
    expect((await room.pass()).calls.batchUpsert).toBe(1);
  });
});
