import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createLonelyWatch } from '../../../src/catalog/intake/lonely-files.ts';
import { planText } from '../../../src/cli/plan.ts';
import { onceCode, onceText } from '../../../src/cli/run.ts';
import { systemClock } from '../../../src/clock.ts';
import { onceResult } from '../../../src/once.ts';
import { createStatus } from '../../../src/status/status.ts';
import { openCatalog, openShop, type Send } from '../../support/catalog.ts';
import { TinyMarket } from '../../support/tiny-market.ts';

const minuteMs = 60_000;
const sending = { sent: {}, lanes: [] } as never;
const rest = 'delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Name }';
const doneFile = `  sources:
    - { name: articles, folder: ./out, files: "art*.csv", stable: { quiet: 0s, doneFile: "{name}.ok" }, ${rest} }`;
const companion = `  sources:
    - { name: articles, folder: ./out, files: "art*.csv", stable: { quiet: 0s }, companions: [preise.csv], ${rest} }`;

/** A clock on which waiting takes no time, and time goes on at a word. */
function movedClock() {
  let slept = 0;
  const goOn = (ms: number): void => {
    slept += ms;
  };
  const sleep = async (ms: number): Promise<void> => {
    goOn(ms);
    await turn();
  };
  return {
    goOn,
    clock: { ...systemClock, sleep, monotonic: () => systemClock.monotonic() + slept },
  };
}

async function openSource(yaml: string) {
  const shop = await openShop(yaml);
  const market = new TinyMarket();
  const { clock, goOn } = movedClock();
  const send: Send = async ({ method, path: at, key, body }) => {
    const { status, body: text } = market.take({ method, path: at, key, body }, 0);
    const answer = { kind: 'answer', status, headers: {}, body: Buffer.from(text) } as const;
    return { kind: 'answered', attempts: 1, answer };
  };
  let catalog = openCatalog(shop, send, { clock });
  const folder = path.join(shop.folder, 'out');
  const write = (name: string, text = ''): void => shop.write(`out/${name}`, text);
  write('art1.csv', 'Nr;Name\r\nA1;Rad\r\n');
  return {
    ...{ goOn, folder, write },
    get catalog() {
      return catalog;
    },
    async restart() {
      await catalog.stop();
      catalog.store.close();
      catalog = openCatalog(shop, send, { clock });
      return { pass: () => catalog.pass({ quietMs: 1_000 }) };
    },
    nameOfA1: () => market.products.get('A1')?.['name'],
    remove: (name: string): void => fs.rmSync(path.join(folder, name)),
    pass: () => catalog.pass({ quietMs: 1_000 }),
    next: async () => (await catalog.why('A1')).next,
    needs: async () => (await catalog.needsYou()).filter(({ id }) => id.startsWith('waits-')),
    async source() {
      const [source] = (await catalog.facts()).sources;
      return source;
    },
    async close(): Promise<void> {
      await catalog.stop();
      catalog.store.close();
    },
  };
}

let opened: Awaited<ReturnType<typeof openSource>>;
afterEach(() => opened.close());

/** The first export is in step; the second one has a done file under a wrong name. */
async function openMisnamed(): Promise<void> {
  opened = await openSource(doneFile);
  opened.write('art1.csv.ok');
  await opened.pass();
  opened.remove('art1.csv');
  opened.write('art2.csv', 'Nr;Name\r\nA1;Reifen\r\n');
  opened.write('art2.ok');
}

describe('fault 1: an export that waits for its done file', () => {
  it('is reported at once by the source, the state as a whole and why', async () => {
    await openMisnamed();
    await opened.pass();
    expect(await opened.source()).toMatchObject({
      state: 'waiting',
      sentence: 'art2.csv waits for its done file art2.csv.ok.',
    });
    const catalog = await opened.catalog.facts();
    const facts = createStatus(systemClock)({
      ...{ baseUrl: '', version: '', sandbox: false, sending, catalog, needsYou: [], events: [] },
      ...{ orders: undefined, webhooks: undefined },
    });
    expect(facts).toMatchObject({
      state: 'working',
      sentence: 'Working: the export of articles waits for another file.',
    });
    expect(await opened.next()).toBe(
      'It is in step with what was read. Not read yet: articles: art2.csv waits for its done file art2.csv.ok. Write it after the export, or correct stable.doneFile of the source.',
    );
  });

  it('needs a person after ten minutes, until the done file is there', async () => {
    await openMisnamed();
    await opened.pass();
    opened.goOn(5 * minuteMs);
    expect(await opened.needs()).toEqual([]);
    opened.goOn(5 * minuteMs);
    expect(await opened.needs()).toEqual([
      {
        id: 'waits-articles',
        what: 'articles: art2.csv waits for its done file art2.csv.ok.',
        cause: `There is no art2.csv.ok in ${opened.folder}, and without it the export is not read.`,
        effect: 'Buyers see what was exported before.',
        fix: 'Write it after the export, or correct stable.doneFile of the source.',
      },
    ]);
    opened.write('art2.csv.ok');
    await opened.pass();
    expect(await opened.needs()).toEqual([]);
    expect(await opened.source()).toMatchObject({ state: 'inStep' });
    expect(await opened.next()).toBe('Nothing: it is in step.');
  });

  it('is what ends a pass, with its remedy and once, and never said to be unstable', async () => {
    await openMisnamed();
    const catalog = await opened.pass();
    const result = onceResult({ catalog, orders: undefined, waitsForPerson: [], sending });
    expect([onceCode(result), result.remaining]).toEqual([2, []]);
    expect(onceText(result)).toMatch(
      /needs you: articles: art2\.csv waits for its done file art2\.csv\.ok\.\n.*\n {2}Write it after the export, or correct stable\.doneFile/,
    );
    opened.goOn(10 * minuteMs);
    const waitsForPerson = await opened.needs();
    const both = onceResult({ catalog, orders: undefined, waitsForPerson, sending });
    expect(both.report.waitsForPerson).toHaveLength(1);
  });

  it('is told by plan, which does not say that every file is in step, and by the refusal of apply', async () => {
    await openMisnamed();
    const plan = await opened.catalog.plan();
    const waits = 'articles: art2.csv waits for its done file art2.csv.ok. Write it after the';
    expect(planText(plan)).toContain('Nothing to send: not every file could be read.');
    expect(planText(plan)).toContain(`Not read: ${waits}`);
    expect((await opened.catalog.plan('articles')).unread).toHaveLength(1);
    await expect(opened.catalog.apply(plan.plan, { quietMs: 1_000 })).rejects.toMatchObject({
      code: 'PLAN_STALE',
      message: expect.stringContaining(waits),
    });
  });
});

it('a file of changes that was read keeps no later one waiting once its done file is cleared away', async () => {
  opened = await openSource(doneFile.replace('files:', 'contents: delta, files:'));
  const write = async (name: string, text: string): Promise<unknown> => {
    opened.write(name, `Nr;Name\r\nA1;${text}\r\n`);
    return opened.pass();
  };
  opened.write('art1.csv.ok');
  await opened.pass();
  opened.remove('art1.csv.ok');
  opened.write('art2.csv.ok');
  opened.write('art3.csv.ok');
  await write('art2.csv', 'Keil');
  expect(opened.nameOfA1()).toBe('Keil');
  // Written anew, it waits for a done file of its own, and what comes after it waits with it.
  await write('art1.csv', 'Nut');
  await write('art3.csv', 'Feder');
  expect(opened.nameOfA1()).toBe('Keil');
  opened.write('art1.csv.ok');
  await opened.pass();
  expect(opened.nameOfA1()).toBe('Feder');
});

describe('fault 20: an export whose done file was cleared away once it was read', () => {
  const readAndCleared = async (yaml = doneFile): Promise<string> => {
    opened = await openSource(yaml);
    opened.write('art1.csv.ok');
    await opened.pass();
    opened.remove('art1.csv.ok');
    return path.join(opened.folder, 'art1.csv');
  };
  const anHourOf = (sign: number): Date => new Date(Date.now() + sign * 60 * minuteMs);

  it.each([-1, 0, 1])(
    'waits for nothing and is not gone, whatever its time says, also for a program that starts again',
    async (sign) => {
      const file = await readAndCleared();
      fs.utimesSync(file, anHourOf(sign), anHourOf(sign));
      for (const begin of [async () => opened, opened.restart]) {
        expect(await (await begin()).pass()).toMatchObject({ notes: [], missing: [], unread: [] });
        expect((await opened.source())?.sentence).toBe('art1.csv: 1 of 1 rows in step.');
      }
    },
  );

  it('waits for nothing as one of a union, until one of its files is another', async () => {
    await readAndCleared(doneFile.replace('files:', 'pick: union, files:'));
    for (const begin of [async () => opened, opened.restart])
      expect(await (await begin()).pass()).toMatchObject({ missing: [], unread: [] });
    opened.write('art2.csv', 'Nr;Name\r\nA2;Ast\r\n');
    expect((await opened.pass()).missing).toMatchObject([
      { what: 'articles: art1.csv waits for its done file art1.csv.ok.' },
    ]);
  });

  it.each([-1, 0, 1])(
    'waits for it again with other bytes, whatever its time says, also for a program that starts again',
    async (sign) => {
      const file = await readAndCleared();
      opened.write('art1.csv', 'Nr;Name\r\nA1;Ast\r\n');
      fs.utimesSync(file, anHourOf(sign), anHourOf(sign));
      for (const begin of [async () => opened, opened.restart])
        expect((await (await begin()).pass()).missing).toMatchObject([
          { what: 'articles: art1.csv waits for its done file art1.csv.ok.' },
        ]);
      opened.write('art1.csv.ok');
      await opened.pass();
      expect(opened.nameOfA1()).toBe('Ast');
    },
  );
});

it('an export that waits for its done file was begun before a pause in which the program started again', async () => {
  opened = await openSource(doneFile);
  const begunAt = Math.floor(Date.now() / 1_000) * 1_000 - 60 * minuteMs;
  fs.utimesSync(path.join(opened.folder, 'art1.csv'), begunAt / 1_000, begunAt / 1_000);
  await opened.pass();
  await opened.restart();
  opened.write('art1.csv', 'Nr;Name\r\nA1;Rad\r\nA2;Ast\r\n');
  opened.write('art1.csv.ok');
  await opened.pass();
  const { store } = opened.catalog;
  expect(store.runs.newest('articles')?.written_at).toBe(begunAt);
  // The next one is begun anew.
  opened.remove('art1.csv.ok');
  await opened.pass();
  await opened.restart();
  opened.write('art1.csv', 'Nr;Name\r\nA1;Rad\r\nA2;Asterix\r\n');
  opened.write('art1.csv.ok');
  await opened.pass();
  expect(opened.catalog.store.runs.newest('articles')?.written_at).toBeGreaterThan(begunAt);
});

it('an export that waits for a companion is reported with it and what to do', async () => {
  opened = await openSource(companion);
  const { missing, unread } = await opened.pass();
  expect(unread).toEqual([]);
  expect(missing).toMatchObject([
    {
      what: 'articles: art1.csv waits for preise.csv, which companions: of the source names.',
      fix: 'Export it too, or correct companions: of the source.',
    },
  ]);
  opened.goOn(10 * minuteMs);
  expect(await opened.needs()).toEqual(missing);
});

it('a companion whose export was moved away is reported: nobody would read the stock in it', async () => {
  opened = await openSource(companion.replace(', companions', ', afterImport: move, companions'));
  opened.write('preise.csv');
  expect((await opened.pass()).missing).toEqual([]);
  opened.write('preise.csv');
  const { missing } = await opened.pass();
  expect(missing).toMatchObject([
    { what: 'articles: preise.csv waits for art*.csv, which it belongs to.' },
  ]);
});

it('a companion that another source reads by itself waits for nothing', async () => {
  const stock = `${rest.replace('name: Name', 'availableQty: Menge')}`;
  opened = await openSource(
    `${companion}\n    - { name: stock, kind: stock, folder: ./out, files: preise.csv, stable: { quiet: 0s }, ${stock} }`,
  );
  opened.write('preise.csv');
  expect((await opened.pass()).missing).toEqual([]);
});

describe('since when an export waits', () => {
  const waiting = (name: string) => [{ name, giveUpAtMs: 0, why: 'doneFile' as const }];
  const sinceOf = (pick: 'newest' | 'each', names: readonly string[]) => {
    const watch = createLonelyWatch({ pick });
    return names.map((name, at) => watch(waiting(name), at).at(0)?.lonelySinceMs);
  };

  it('goes on where a newer one takes its place, and begins again with the next of each', () => {
    expect(sinceOf('newest', ['art1.csv', 'art1.csv', 'art2.csv'])).toEqual([0, 0, 0]);
    expect(sinceOf('each', ['art1.csv', 'art1.csv', 'art2.csv'])).toEqual([0, 0, 2]);
  });
});
