import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAdapters } from '../../adapters/readers.ts';
import { createEngine } from '../../src/catalog/engine.ts';
import { systemClock } from '../../src/clock.ts';
import type { Mutation, Verdict } from '../../src/domain/exchange.ts';
import { openSpooled } from '../../src/files/spooled.ts';
import { catalogCalls } from '../../src/marketplace/catalog-calls.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { temporaryFolder } from '../support/folder.ts';
import { declared } from './declared.ts';
import { itemsOf } from './room.ts';

const dialect = 'delimiter: ";", numbers: "1.234,56"';

/** The engine alone, step by step; each request waits until the test answers it. */
async function openEngine(sources: string) {
  const folder = temporaryFolder('engine');
  const store = openCatalogStore(':memory:');
  const open: { mutation: Mutation; answer(verdict: Verdict): void }[] = [];
  const engine = createEngine(
    {
      store,
      clock: systemClock,
      adapters: readAdapters,
      calls: catalogCalls,
      config: await declared(`  sources:\n${sources}`),
      maxInFlight: 4,
      version: 'test',
      fits: () => false,
      openSpooled,
      nudge: () => undefined,
      send: (mutation) => new Promise((answer) => void open.push({ mutation, answer })),
    },
    { runChanged: () => undefined },
  );
  return {
    engine,
    store,
    open,
    wish(source: string, name: string, rows: readonly string[]): number {
      const file = path.join(folder, name);
      fs.writeFileSync(file, `${rows.join('\n')}\n`);
      const parts = [{ name, path: file }];
      return engine.wish(source, {
        name,
        writtenAt: Date.now(),
        spooled: { sha256: name, parts, size: fs.statSync(file).size },
      });
    },
    /** Takes steps until the condition holds; fails where nothing is left to do. */
    async until(holds: () => boolean): Promise<void> {
      while (!holds()) {
        if (!(await engine.step())) throw new Error('nothing is left to do');
      }
    },
    async rest(): Promise<void> {
      while (await engine.step());
    },
    /** Says yes to all that is open. */
    async answerAll(): Promise<void> {
      for (const { mutation, answer } of open.splice(0)) {
        const items = itemsOf(mutation.body);
        const results = items.map(({ externalId }) => ({ externalId, status: 'CREATED' }));
        const body = Buffer.from(JSON.stringify({ results, succeeded: items.length, errors: [] }));
        answer({
          kind: 'answered',
          attempts: 1,
          answer: { kind: 'answer', status: 200, headers: {}, body },
        });
      }
      await systemClock.breathe();
    },
  };
}

describe('the engine', () => {
  it('counts a row once whose answer comes between a second pass 1 and the packing', async () => {
    const { engine, store, open, wish, until, rest, answerAll } = await openEngine(
      `    - { name: articles, folder: ./out, files: "*", ${dialect}, mapping: { externalId: Nr, name: Name } }`,
    );
    const run = wish('articles', 'a.csv', ['Nr;Name', 'A;Nagel', 'B;Mutter']);
    await rest();
    expect(open).toHaveLength(1);
    engine.lookAgain('articles');
    await until(() => store.sources.get('articles')?.plan != null);
    expect(store.runs.get(run)).toMatchObject({ read: 2, waiting: 2, sent: 0, final: 0 });
    await answerAll();
    await rest();
    expect(store.runs.get(run)).toMatchObject({ read: 2, waiting: 0, sent: 2, final: 1 });
    expect(open).toHaveLength(0);
    expect(engine.isBusy()).toBe(false);
  });

  it('lets go of what is packed but not sent when a file is looked at again', async () => {
    const { engine, store, open, wish, until, rest, answerAll } = await openEngine(
      `    - { name: articles, folder: ./out, files: "*", ${dialect}, mapping: { externalId: Nr, name: Name } }`,
    );
    const run = wish('articles', 'a.csv', ['Nr;Name', 'A;Nagel', 'B;Mutter']);
    await until(() => store.sources.get('articles')?.plan != null);
    // The plan is opened, and its only stretch waits in the packer.
    for (let step = 0; step < 2; step += 1) await engine.step();
    expect(open).toHaveLength(0);
    engine.lookAgain('articles');
    await rest();
    await answerAll();
    await rest();
    expect(store.runs.get(run)).toMatchObject({ read: 2, sent: 2, rejected: 0, waiting: 0 });
  });

  it.each([0, 1])(
    'sends the stock of an article that waits in the packer of another file, and parks no row (paused: %i)',
    async (paused) => {
      const { engine, store, open, wish, until, rest, answerAll } = await openEngine(
        `    - { name: articles, folder: ./out, files: "a*", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "s*", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`,
      );
      const articles = (name: string) => [
        'Nr;Name',
        `A;${name}`,
        ...Array.from({ length: 3_000 }, (_, n) => `B${n};Mutter`),
        `Z;${name}`,
      ];
      const answered = async () => {
        do {
          await answerAll();
          await rest();
        } while (open.length > 0);
      };
      wish('stock', 's1', ['Nr;Menge', 'A;5']);
      wish('articles', 'a1', articles('Nagel'));
      await rest();
      await answered();
      wish('articles', 'a2', articles('Bolzen'));
      await until(() => store.sources.get('articles')?.plan != null);
      // The plan is opened, and what its first stretch has changed waits in the packer.
      for (let step = 0; step < 2; step += 1) await engine.step();
      expect(open).toHaveLength(0);
      store.sources.set('articles', { paused });
      const run = wish('stock', 's2', ['Nr;Menge', 'A;7']);
      await rest();
      await answered();
      expect(store.runs.get(run)).toMatchObject({ sent: 1, rejected: 0, waiting: 0, final: 1 });
      expect(store.mirror.find('A')).toMatchObject({ quantity: 7_000 });
      const articlesRun = store.runs.newest('articles')?.id ?? 0;
      expect(store.runs.get(articlesRun)).toMatchObject({ sent: paused === 1 ? 0 : 2 });
      store.sources.set('articles', { paused: 0 });
      await rest();
      await answered();
      expect(store.runs.get(articlesRun)).toMatchObject({ sent: 2, waiting: 0, final: 1 });
    },
  );

  it('sends the stock of an article that waits in the packer of a file that is looked at again', async () => {
    const products = `folder: ./out, ${dialect}, mapping: { externalId: Nr,`;
    const { store, open, wish, rest, answerAll } = await openEngine(
      `    - { name: names, files: "n*", ${products} name: Name } }
    - { name: brands, files: "b*", ${products} brand: Marke } }
    - { name: stock, kind: stock, files: "s*", ${products} availableQty: Menge } }`,
    );
    const answered = async () => {
      await rest();
      for (; open.length > 0; await rest()) await answerAll();
    };
    wish('names', 'n1', ['Nr;Name', 'A;Nagel']);
    wish('brands', 'b1', ['Nr;Marke', 'A;M']);
    wish('stock', 's1', ['Nr;Menge', 'A;5']);
    await answered();
    const run = wish('stock', 's2', ['Nr;Menge', 'A;6', 'B;5']);
    const newest = wish('names', 'n2', ['Nr;Name', 'A;Nagel', 'B;Mutter']);
    await rest();
    await answerAll();
    wish('brands', 'b2', ['Nr;Marke', 'A;N', 'B;M']);
    await answered();
    expect(store.runs.get(newest)).toMatchObject({ sent: 1, waiting: 0, final: 1 });
    expect(store.runs.get(run)).toMatchObject({ sent: 2, rejected: 0, waiting: 0, final: 1 });
    expect(store.complaints.of(run, 10)).toEqual([]);
  });

  it('packs nothing more of an older file once a newer one is wished', async () => {
    const { store, open, wish, until, rest, answerAll } = await openEngine(
      `    - { name: articles, folder: ./out, files: "*", ${dialect}, mapping: { externalId: Nr, name: Name } }`,
    );
    const rows = (name: string) => [
      'Nr;Name',
      ...Array.from({ length: 3_000 }, (_, n) => `A${n};${name}`),
    ];
    wish('articles', 'old.csv', rows('Alt'));
    await until(() => open.length > 0);
    const before = open.length;
    const run = wish('articles', 'new.csv', rows('Neu'));
    await until(() => store.sources.acceptedRun('articles') === run);
    expect(open).toHaveLength(before);
    for (let round = 0; open.length > 0; round += 1) {
      const old = open.filter(({ mutation }) => itemsOf(mutation.body)[0]?.['name'] === 'Alt');
      expect(old).toHaveLength(round === 0 ? before : 0);
      await answerAll();
      await rest();
    }
    expect(store.runs.get(run)).toMatchObject({ read: 3_000, sent: 3_000, waiting: 0, final: 1 });
  });

  it('lets two products sources see the same new articles at the same time', async () => {
    const { store, open, engine, wish, rest, answerAll } = await openEngine(
      `    - { name: names, folder: ./out, files: "n*", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: brands, folder: ./out, files: "b*", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`,
    );
    const articles = (from: number, count: number, text: string) =>
      Array.from({ length: count }, (_, n) => `A${from + n};${text}`);
    wish('brands', 'b.csv', ['Nr;Marke', ...articles(0, 5_000, 'M')]);
    // The first stretch of brands is read, then a file of names comes between.
    for (let step = 0; step < 3; step += 1) await engine.step();
    wish('names', 'n.csv', [
      'Nr;Name',
      ...articles(0, 300, 'Nagel'),
      ...articles(9_000, 300, 'Bolzen'),
    ]);
    const sent: unknown[] = [];
    for (await rest(); open.length > 0; await rest()) {
      sent.push(
        ...open
          .flatMap(({ mutation }) => itemsOf(mutation.body))
          .map((item) => [item['externalId'], item['brand']].join()),
      );
      await answerAll();
    }
    expect(sent).toHaveLength(600);
    expect(sent.filter((item) => String(item).endsWith(',M'))).toHaveLength(300);
    expect(store.mirror.counts()).toEqual({ known: 5_300, confirmed: 600, parked: 0 });
    expect(engine.isBusy()).toBe(false);
  });

  it('I6: never has two open requests for one article', async () => {
    const { open, engine, wish, rest, answerAll } = await openEngine(
      `    - { name: articles, folder: ./out, files: "a*", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "s*", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`,
    );
    const check = () => {
      const ids = open.flatMap(({ mutation }) =>
        itemsOf(mutation.body).map((item) => item['externalId']),
      );
      expect(new Set(ids).size).toBe(ids.length);
    };
    for (let round = 1; round <= 6; round += 1) {
      wish('articles', `a${round}.csv`, [
        'Nr;Name',
        ...Array.from({ length: 9 }, (_, n) => `A${n};Name ${round}`),
      ]);
      wish('stock', `s${round}.csv`, [
        'Nr;Menge',
        ...Array.from({ length: 9 }, (_, n) => `A${n};${round}`),
      ]);
      await rest();
      check();
      if (round % 2 === 0) await answerAll();
      await rest();
      check();
    }
    for (; open.length > 0; await rest()) {
      check();
      await answerAll();
    }
    expect(engine.isBusy()).toBe(false);
  });
});
