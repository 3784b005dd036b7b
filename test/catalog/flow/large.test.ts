import { describe, expect, it } from 'vitest';
import { batchRecords } from '../../../adapters/text/limits.ts';
import type { ReadAdapter } from '../../../src/domain/adapter.ts';
import type { Files } from '../../../src/files/port.ts';
import { until } from '../../support/until.ts';
import { dialect, open, passFile, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const articles = `    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const stock = `    - { name: stock, kind: stock, folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const sources = `  sources:\n${articles}\n${stock}`;

useRoom();

const writeArticles = (name: string, ...ids: string[]): void =>
  room.write('artikel.csv', ['Nr;Name', ...ids.map((id) => `${id};${name} ${id}`)]);
const writeStock = (quantity: number): void =>
  room.write('bestand.csv', ['Nr;Menge', `A1;${quantity}`, `A2;${quantity}`]);

/** The copy of one file does not end before it is let go. */
function heldCopy(name: string) {
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const seen = { isCopying: false };
  const files = (real: Files): Files => ({
    ...real,
    async take(request) {
      if (request.file.name === name) {
        seen.isCopying = true;
        await gate;
      }
      return real.take(request);
    },
  });
  return { files, seen, letGo };
}

/** The newest run of a source, after another look at the folders. */
const newest = async (source: string) => {
  await room.catalog.nudge();
  return (await room.catalog.runs(20)).find((books) => books.source === source);
};
const untilSent = (source: string, after = 0) =>
  until(`the rows of ${source} are sent`, async () => {
    const run = await newest(source);
    return run !== undefined && run.run > after && run.final;
  });

it('the only changed row is sent where a batch of rows ends right before it', async () => {
  await open(`  sources:\n${articles}`);
  const ids = Array.from({ length: batchRecords + 1 }, (_, n) => `A${n}`);
  const last = ids.at(-1);
  const rows = (name: string) => [
    'Nr;Name',
    ...ids.map((id) => `${id};${id === last ? name : id}`),
  ];
  await passFile('artikel.csv', rows('Alt'));
  expect(await passFile('artikel.csv', rows('Neu'))).toMatchObject({
    sent: [last],
    run: { final: true },
  });
});

describe('a large export beside a small one', () => {
  it('while it is copied, the export of another source is taken, planned and sent', async () => {
    await open(sources);
    writeArticles('Artikel', 'A1', 'A2');
    writeStock(1);
    const before = Math.max(...(await room.pass()).runs.map(({ run }) => run));
    const copy = heldCopy('artikel.csv');
    await room.restart(room.shop, room.post.send, copy);
    const since = await ledgerEnd(room.market);
    writeArticles('Neuer Artikel', 'A1', 'A2');
    await room.catalog.start();
    await until('it is being copied', () => copy.seen.isCopying);
    writeStock(7);
    await untilSent('stock', before);
    expect(await callsSince(room.market, since)).toMatchObject([['stock', {}, {}]]);
    copy.letGo();
    await untilSent('articles', before);
    expect(await callsSince(room.market, since)).toMatchObject([
      ['stock', {}, {}],
      ['upsert', {}, {}],
    ]);
  });

  it('fault 21: while its rows are read, the export of another source is taken, planned and sent', async () => {
    await open(sources);
    writeArticles('Artikel', 'A1', 'A2');
    writeStock(1);
    const before = Math.max(...(await room.pass()).runs.map(({ run }) => run));
    // The file of articles has no end before the stock is sent: whoever waits for its last row waits for ever.
    const reading = { isEndless: false, emptyBatches: 0 };
    const endless = (csv: ReadAdapter): ReadAdapter => ({
      async open(input) {
        const opened = await csv.open(input);
        const isArticles = input.files[0]?.name === 'artikel.csv';
        if ('refusal' in opened || !isArticles) return opened;
        // Read in batches: as raw rows the file would have its own end.
        const { rawRows: _, ...reader } = opened.reader;
        async function* batches() {
          yield* reader.batches();
          for (; reading.isEndless; reading.emptyBatches += 1) yield { records: [] };
        }
        return { reader: { ...reader, batches } };
      },
    });
    const adapters = (real: Readonly<Record<string, ReadAdapter>>) => ({
      ...real,
      csv: endless(real['csv']!),
    });
    await room.restart(room.shop, room.post.send, { adapters });
    const since = await ledgerEnd(room.market);
    reading.isEndless = true;
    writeArticles('Neuer Artikel', 'A1', 'A2');
    await room.catalog.start();
    await until('it is being read', async () => {
      await room.catalog.nudge();
      return reading.emptyBatches > 0;
    });
    writeStock(7);
    await untilSent('stock', before);
    expect((await newest('articles'))?.final).toBe(false);
    expect(await callsSince(room.market, since)).toMatchObject([['stock', {}, {}]]);
    reading.isEndless = false;
    await untilSent('articles', before);
  });

  it('fault 138: new articles wait for a stock export that is being copied and carry its quantities', async () => {
    await open(sources);
    const copy = heldCopy('bestand.csv');
    await room.restart(room.shop, room.post.send, copy);
    writeArticles('Artikel', 'A1', 'A2');
    writeStock(7);
    await room.catalog.start();
    await until('the articles are planned', async () => {
      const run = await newest('articles');
      return copy.seen.isCopying && run?.read === 2;
    });
    expect(await callsSince(room.market)).toEqual([]);
    copy.letGo();
    await untilSent('articles');
    expect(await callsSince(room.market)).toMatchObject([
      ['upsert', { availableQty: 7 }, { availableQty: 7 }],
    ]);
  });

  it('a copy under way keeps nobody from stopping, and counts for nothing then', async () => {
    await open(sources);
    const copy = heldCopy('artikel.csv');
    await room.restart(room.shop, room.post.send, copy);
    writeArticles('Artikel', 'A1');
    await room.catalog.start();
    await until('it is being copied', async () => {
      await room.catalog.nudge();
      return copy.seen.isCopying;
    });
    const stopped = room.catalog.stop();
    copy.letGo();
    await stopped;
    expect(await room.catalog.runs(9)).toEqual([]);
  });
});

describe('several full exports, one after the other', () => {
  it('takes each once, in name order, and then rests', async () => {
    await open(`  sources:\n${articles.replace('folder:', 'pick: each, folder:')}`);
    room.write('artikel1.csv', ['Nr;Name', 'A1;eins']);
    room.write('artikel2.csv', ['Nr;Name', 'A1;zwei']);
    const { runs, notes } = await room.pass();
    expect(runs.map(({ file }) => file)).toEqual(['artikel1.csv', 'artikel2.csv']);
    // Books of 0 rows alone would look like an empty file.
    const overtaken =
      'artikel1.csv was overtaken by artikel2.csv (run 2) before it was read: nothing of it was used.';
    expect(notes).toEqual([`articles: ${overtaken}`]);
    const books = (run: number) => JSON.parse(room.shop.read(`results/articles-${run}.books.json`));
    expect(books(1)).toMatchObject({ read: 0, final: true, overtaken });
    expect(books(2).overtaken).toBeUndefined();
    expect(JSON.stringify(await room.catalog.events(9))).toContain(overtaken);
    expect((await room.pass()).runs).toEqual([]);
    expect(await room.market.products()).toMatchObject([{ name: 'zwei' }]);
  });
});
