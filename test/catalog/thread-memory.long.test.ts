import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { CatalogThread, startCatalogThread, ThreadLimits } from '../../src/catalog-thread.ts';
import { book } from '../adapters/xlsx/zip.ts';
import { openShop, type Shop, sendTo, uploadBare } from '../support/catalog.ts';
import { type Market, openMarket } from '../support/market.ts';

/** Enough for a small import, and far less than the workbook below needs. */
const heapMegabytes = 26;

/** A workbook with more texts than the heap of this test holds; nothing in its container says so. */
function largeWorkbook(): Buffer {
  const texts = Array.from({ length: 60_000 }, (_, at) => {
    const letters = createHash('md5').update(String(at)).digest('base64');
    return `<si><t>${letters.repeat(18)}</t></si>`;
  });
  return book({ texts: texts.join(''), rows: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' });
}

/** The thread as it is built: worker threads run no TypeScript on Node 20. `npm test` builds first. */
async function startBuilt(
  { shop, market, failed }: { shop: Shop; market: Market; failed(cause: Error): void },
  limits: Partial<ThreadLimits>,
) {
  const built = new URL('../../dist/src/catalog-thread.js', import.meta.url);
  const module = (await import(built.href)) as { startCatalogThread: typeof startCatalogThread };
  const { catalog, results, dataDir, marketplace } = shop.config;
  fs.mkdirSync(path.join(dataDir, 'spool'), { recursive: true });
  return module.startCatalogThread(
    { catalog: catalog!, results, dataDir, maxInFlight: marketplace.maxInFlight },
    {
      signal: new AbortController().signal,
      send: sendTo(market.url),
      upload: uploadBare,
      list: async () => ({ failed: 'there is no list', isCursorRefused: false }),
      failed,
    },
    limits,
  );
}

/** The thread's own file, with a reader of JSON that never comes back. */
function readingJsonBy({ folder }: Shop, spin: string): URL {
  const built = (file: string): string => new URL(`../../dist/${file}`, import.meta.url).href;
  const entry = path.join(folder, 'worker.mjs');
  fs.writeFileSync(
    entry,
    `import { readAdapters } from '${built('adapters/readers.js')}';
readAdapters.json = { async open({ files: [file] }) { ${spin} } };
await import('${built('src/catalog/worker.js')}');
`,
  );
  return pathToFileURL(entry);
}

describe('the thread of the way up', () => {
  let market: Market | undefined;
  let thread: CatalogThread | undefined;
  afterEach(async () => {
    await thread?.close();
    await market?.close();
  });

  it('fault 12: out of memory twice over an export, it refuses that content, and other sources go on', async () => {
    market = await openMarket();
    const shop = await openShop(`  sources:
    - { name: large, folder: ./out, files: "*.xlsx", format: xlsx, stable: { quiet: 0s }, mapping: { externalId: A, description: B } }
    - { name: small, folder: ./out, files: "*.csv", stable: { quiet: 0s }, mapping: { externalId: A, name: B } }`);
    shop.write('out/large.xlsx', largeWorkbook());
    shop.write('out/small.csv', 'A,B\n1,one\n');
    const failures: Error[] = [];
    thread = await startBuilt(
      { shop, market, failed: (cause) => failures.push(cause) },
      { heapMegabytes },
    );

    await thread.pass({ quietMs: 20_000 });
    expect(failures).toEqual([]);
    expect(await market.products()).toMatchObject([{ externalId: '1', name: 'one' }]);
    const [stop] = await thread.needsYou();
    expect(JSON.stringify(stop)).toContain('large.xlsx');
    expect(JSON.stringify(stop)).toContain('used up the memory or the time of its reader 2 times');
    expect(JSON.stringify(stop)).toContain('Split the export');

    // The content is known by its bytes: also under another name it ends no reader any more.
    fs.copyFileSync(path.join(shop.folder, 'out/large.xlsx'), path.join(shop.folder, 'out/z.xlsx'));
    await thread.pass({ quietMs: 20_000 });
    expect(failures).toEqual([]);
    expect(JSON.stringify(await thread.needsYou())).toContain('z.xlsx');
  });

  it('fault 14: a reader that spins without an end is ended twice, its content refused, and other sources go on', async () => {
    market = await openMarket();
    const shop = await openShop(`  sources:
    - { name: hung, folder: ./out, files: "*.json", format: json, stable: { quiet: 0s }, mapping: { externalId: A, description: B } }
    - { name: small, folder: ./out, files: "*.csv", stable: { quiet: 0s }, mapping: { externalId: A, name: B } }`);
    shop.write('out/hung.json', '[{"A":"1","B":"b"}]');
    shop.write('out/small.csv', 'A,B\n1,one\n');
    const failures: Error[] = [];
    thread = await startBuilt(
      { shop, market, failed: (cause) => failures.push(cause) },
      { silentMs: 500, entry: readingJsonBy(shop, 'for (;;);') },
    );
    await thread.pass({ quietMs: 20_000 });
    expect(failures).toEqual([]);
    expect(await market.products()).toMatchObject([{ externalId: '1', name: 'one' }]);
    const [need] = await thread.needsYou();
    expect(JSON.stringify(need)).toContain('hung.json');
    expect(need?.cause).toContain('the time of its reader 2 times and is not read again');
    expect(need?.fix).toContain('Split the export');
  });
});
