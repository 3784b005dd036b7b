import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import {
  type CatalogOptions,
  openCatalog,
  openShop,
  type Send,
  type Shop,
} from '../../support/catalog.ts';
import { TinyMarket } from '../../support/tiny-market.ts';
import { until } from '../../support/until.ts';

const dialect = 'stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';
const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./slow, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

/** The way up, beside a marketplace that takes all, and beside what stands before the real folders. */
function openedIn(shop: Shop, options: CatalogOptions) {
  const market = new TinyMarket();
  const send: Send = async ({ method, path: at, key, body }) => {
    const { status, body: text } = market.take({ method, path: at, key, body }, 0);
    const answer = { kind: 'answer', status, headers: {}, body: Buffer.from(text) } as const;
    return { kind: 'answered', attempts: 1, answer };
  };
  return openCatalog(shop, send, options);
}

it('a pass reads a file whose copy ends while it still looks at a slower folder', async () => {
  const shop = await openShop(sources);
  fs.mkdirSync(path.join(shop.folder, 'slow'));
  let copies = 0;
  let slowLooks = 0;
  const catalog = openedIn(shop, {
    files: (real) => ({
      ...real,
      take: async (request) => {
        const taken = await real.take(request);
        copies += 1;
        return taken;
      },
      async scan(request) {
        slowLooks += request.folder.endsWith('slow') ? 1 : 0;
        // At the second look the articles have come to rest, and their copy is under way.
        if (request.folder.endsWith('slow') && slowLooks === 2) {
          await until('the articles are copied', () => copies > 0 || undefined);
          for (let turns = 0; turns < 5; turns += 1) await turn();
        }
        return real.scan(request);
      },
    }),
  });
  shop.write('out/artikel.csv', 'Nr;Name\r\nA1;Rad\r\n');
  const { runs } = await catalog.pass({ quietMs: 5_000 });
  expect(runs).toMatchObject([{ source: 'articles', sent: 1 }]);
  await catalog.stop();
  catalog.store.close();
});

it('files of changes that are there unread are reported, and no look says before that all is in step', async () => {
  const shop = await openShop(
    `  sources:
    - { name: changes, contents: delta, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`,
  );
  const catalog = openedIn(shop, {});
  // So many that somebody who looks now and then meets some that wait.
  const files = Array.from({ length: 40 }, (_, at) => `n${10 + at}.csv`);
  for (const name of files) shop.write(`out/${name}`, `Nr;Name\r\n${name};Rad\r\n`);
  await catalog.start();
  const told: string[] = [];
  await until('the last file is read', async () => {
    const [source] = (await catalog.facts()).sources;
    const { state = '', sentence = '' } = source ?? {};
    if (!told.includes(sentence)) told.push(sentence);
    return (state === 'inStep' && sentence.startsWith('n49.csv')) || undefined;
  });
  expect(told.filter((sentence) => sentence.includes('in step'))).toEqual([
    'n49.csv: 1 of 1 rows in step.',
  ]);
  expect(told.some((sentence) => sentence.endsWith('wait to be read, one after the other.'))).toBe(
    true,
  );
  await catalog.stop();
  catalog.store.close();
});

describe('a file that the ERP goes on writing', () => {
  const text = (name: string): string => `Nr;Name\r\nA1;${name}\r\n`;

  /** The ERP writes so many times, each time as a look or the copy begins; a clock on which waiting takes no time. */
  async function passBeside(rewrites: number, beside: 'look' | 'copy') {
    const shop = await openShop(sources);
    fs.mkdirSync(path.join(shop.folder, 'slow'));
    let written = 0;
    let slept = 0;
    const writeAt = (call: typeof beside): void => {
      if (call !== beside || written === rewrites) return;
      written += 1;
      shop.write('out/artikel.csv', text(`Rad ${'!'.repeat(written)}`));
    };
    const catalog = openedIn(shop, {
      clock: {
        ...systemClock,
        monotonic: () => systemClock.monotonic() + slept,
        async sleep(waitMs) {
          // A minute of looks is six hundred of them.
          slept += 10 * waitMs;
          await turn();
        },
      },
      files: (real) => ({
        ...real,
        scan(request) {
          writeAt('look');
          return real.scan(request);
        },
        take(request) {
          writeAt('copy');
          return real.take(request);
        },
      }),
    });
    shop.write('out/artikel.csv', text('Rad'));
    const done = await catalog.pass({ quietMs: 5_000 });
    await catalog.stop();
    catalog.store.close();
    return { ...done, written };
  }

  it('fault 2: while it is copied is read by the same pass once it stands still', async () => {
    const { runs, unread } = await passBeside(3, 'copy');
    expect(runs).toMatchObject([{ source: 'articles', sent: 1 }]);
    expect(unread).toEqual([]);
  });

  it.each([
    ['fault 1: from look to look', 'look'],
    ['fault 2: while it is copied', 'copy'],
  ] as const)('%s, and never stops, is named by the pass with what to do', async (_, beside) => {
    const { runs, unread, written } = await passBeside(Number.POSITIVE_INFINITY, beside);
    expect(runs).toEqual([]);
    expect(unread).toEqual([
      'articles: artikel.csv did not become stable. Find out what still writes it: the ERP should write under another name and rename the file when it is complete.',
    ]);
    expect(written).toBeGreaterThan(3);
  });
});

it('a pass says of a share that goes away while it copies from it that it is offline', async () => {
  const shop = await openShop(sources);
  fs.mkdirSync(path.join(shop.folder, 'slow'));
  const catalog = openedIn(shop, {
    files: (real) => ({
      ...real,
      async take() {
        fs.rmSync(path.join(shop.folder, 'out'), { recursive: true });
        return { offline: { reason: 'missing', sentence: 'It went away.', remedy: 'Connect it.' } };
      },
    }),
  });
  shop.write('out/artikel.csv', 'Nr;Name\r\nA1;Rad\r\n');
  const { runs, unread } = await catalog.pass({ quietMs: 5_000 });
  expect(runs).toEqual([]);
  expect(unread).toEqual([`articles: ${path.join(shop.folder, 'out')} does not exist.`]);
  expect((await catalog.why('A1')).next).toContain(`Not read yet: ${unread[0]}`);
  await catalog.stop();
  catalog.store.close();
});
