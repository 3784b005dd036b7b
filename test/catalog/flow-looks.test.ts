import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openCatalog, openShop } from '../support/catalog.ts';
import { TinyMarket } from '../support/tiny-market.ts';
import { until } from '../support/until.ts';

const dialect = 'stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';
const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./slow, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

it('a pass reads a file whose copy ends while it still looks at a slower folder', async () => {
  const shop = await openShop(sources);
  fs.mkdirSync(path.join(shop.folder, 'slow'));
  const market = new TinyMarket();
  let copies = 0;
  let slowLooks = 0;
  const catalog = openCatalog(
    shop,
    async ({ method, path: at, key, body }) => {
      const { status, body: text } = market.take({ method, path: at, key, body }, 0);
      const answer = { kind: 'answer', status, headers: {}, body: Buffer.from(text) } as const;
      return { kind: 'answered', attempts: 1, answer };
    },
    {
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
    },
  );
  shop.write('out/artikel.csv', 'Nr;Name\r\nA1;Rad\r\n');
  const { runs } = await catalog.pass({ quietMs: 5_000 });
  expect(runs).toMatchObject([{ source: 'articles', sent: 1 }]);
  await catalog.stop();
  catalog.store.close();
});
