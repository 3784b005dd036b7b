import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { UnreadFile } from '../../../src/catalog/intake/lonely-files.ts';
import { createRestlessWatch } from '../../../src/catalog/intake/restless-files.ts';
import { statusText } from '../../../src/cli/status.ts';
import { systemClock } from '../../../src/clock.ts';
import { createStatus } from '../../../src/status/status.ts';
import { openCatalog, openShop } from '../../support/catalog.ts';

const minuteMs = 60_000;
const sources = `  sources:
    - { name: articles, folder: ./out, files: "art*.csv", stable: { quiet: 10s }, delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Name } }`;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('fault 1: a daemon tells of an export that is written again and again, and what to do, until it rests', async () => {
  const shop = await openShop(sources);
  let [pastMs, size, isWriting] = [0, 0, true];
  const goOn = (ms: number): void => {
    pastMs += ms;
    if (!isWriting) return;
    size += 1;
    shop.write('out/art.csv', `Nr;Name\r\nA1;${'Rad'.repeat(size)}\r\n`);
  };
  const clock = {
    ...systemClock,
    monotonic: () => pastMs,
    sleep: async (ms: number) => {
      goOn(ms);
      await turn();
    },
  };
  const catalog = openCatalog(shop, () => new Promise(() => {}), { clock });
  closing.push(async () => {
    await catalog.stop();
    catalog.store.close();
  });
  const lookAfter = async (ms: number): Promise<void> => {
    goOn(ms);
    await catalog.plan();
  };
  const needs = async () =>
    (await catalog.needsYou()).filter(({ id }) => id === 'restless-articles');
  await lookAfter(0);
  await lookAfter(5 * minuteMs);
  expect(await needs()).toEqual([]);
  await lookAfter(5 * minuteMs);
  const needsYou = await needs();
  expect(needsYou).toEqual([
    {
      id: 'restless-articles',
      what: 'articles: art.csv is not read, because it never stops changing.',
      cause:
        'It is written again and again; an export is read once nothing of it has changed for 10 s (stable.quiet).',
      effect: 'Buyers see what was exported before.',
      fix: 'Find out what still writes it: the ERP should write under another name and rename the file when it is complete. If the ERP exports more often than every 10 s, let it export less often.',
    },
  ]);
  const facts = createStatus(systemClock)({
    ...{ baseUrl: '', version: '', sandbox: false, catalog: await catalog.facts(), needsYou },
    ...{ events: [], orders: undefined, webhooks: undefined },
    sending: { sent: {}, lanes: [] } as never,
  });
  expect(facts).toMatchObject({
    state: 'needsYou',
    catalog: {
      sources: [
        { state: 'waiting', sentence: 'art.csv is not read, because it never stops changing.' },
      ],
    },
  });
  expect(statusText(facts, true)).toContain('needs you: articles: art.csv is not read');
  isWriting = false;
  await lookAfter(minuteMs);
  expect(await needs()).toEqual([]);
});

describe('never at rest', () => {
  type Pick = 'newest' | 'each' | 'union';
  const written = (name: string): UnreadFile => ({ name, why: 'resting', giveUpAtMs: 0 });
  const told = (
    pick: Pick,
    quietMs: number,
    looks: readonly (readonly [number, ...UnreadFile[]])[],
  ) => {
    const watch = createRestlessWatch({ pick, stable: { quiet: quietMs } });
    const last = looks.map(([minute, ...files]) => watch(files, minute * minuteMs)).at(-1) ?? [];
    return last.filter(({ neverRests }) => neverRests).map(({ name }) => name);
  };
  const [a, b] = [written('a.csv'), written('b.csv')];

  it.each<[string, Pick, { looks: Parameters<typeof told>[2]; names: readonly string[] }]>([
    [
      'is a file after ten minutes',
      'newest',
      {
        looks: [
          [0, a],
          [10, a],
        ],
        names: ['a.csv'],
      },
    ],
    [
      'is none a moment before',
      'newest',
      {
        looks: [
          [0, a],
          [9.9, a],
        ],
        names: [],
      },
    ],
    [
      'is the newest, though each is another',
      'newest',
      {
        looks: [
          [0, a],
          [10, b],
        ],
        names: ['b.csv'],
      },
    ],
    [
      'is a union of which one part or the other is written',
      'union',
      {
        looks: [
          [0, a],
          [10, b],
        ],
        names: ['b.csv'],
      },
    ],
    [
      'are files one by one where each is read',
      'each',
      {
        looks: [
          [0, a],
          [10, b],
        ],
        names: [],
      },
    ],
    ['is none that rested meanwhile', 'newest', { looks: [[0, a], [5], [10, a]], names: [] }],
    [
      'is none that waits for its done file',
      'newest',
      {
        looks: [
          [0, a],
          [10, { ...a, why: 'doneFile' }],
        ],
        names: [],
      },
    ],
  ])('%s', (_, pick, { looks, names }) => {
    expect(told(pick, 10_000, looks)).toEqual(names);
  });

  it('takes ten times a long quiet time', () => {
    expect(
      told('newest', 2 * minuteMs, [
        [0, a],
        [19, a],
      ]),
    ).toEqual([]);
    expect(
      told('newest', 2 * minuteMs, [
        [0, a],
        [20, a],
      ]),
    ).toEqual(['a.csv']);
  });
});
