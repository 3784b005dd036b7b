import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';

const sources = `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const articles = (count: number, word = 'Artikel') =>
  Array.from({ length: count }, (_, n) => `A${n};${word} ${n}`);
const stock = (count: number, quantity: string) =>
  Array.from({ length: count }, (_, n) => `A${n};${quantity}`);

useRoom();

async function needsAfter(products: readonly string[], quantities: readonly string[]) {
  room.write('artikel.csv', ['Nr;Name', ...products]);
  room.write('bestand.csv', ['Nr;Menge', ...quantities]);
  await room.pass();
  return room.catalog.needsYou();
}
async function wholeFirst() {
  await open(sources);
  expect(await needsAfter(articles(100), stock(100, '5'))).toEqual([]);
}

describe('what a person is told: cause, place and next action', () => {
  it('fault 3: of an empty file', async () => {
    await wholeFirst();
    const [need] = await needsAfter([], stock(100, '5'));
    expect(need).toMatchObject({
      what: 'artikel.csv holds 0 rows, last time it had 100: nothing was changed. Releasing it would unpublish 100 articles.',
      cause: 'A file without rows would remove everything.',
      effect: '100 articles stay on the marketplace as they are.',
      fix: expect.stringMatching(/^Export again, or allow exactly this: stockhand release \d+$/),
    });
  });

  it('fault 4: of a file that was cut off at a row', async () => {
    await wholeFirst();
    const [need] = await needsAfter(articles(40), stock(100, '5'));
    expect(need).toMatchObject({
      what: 'artikel.csv would unpublish 60 of 100 articles (limit: 2% or 50; it has 40 rows, last time it had 100: was the export cut off?); the rest of the file is sent.',
      effect: '60 articles stay on the marketplace as they are.',
      fix: expect.stringMatching(/stockhand release \d+$/),
    });
  });

  it('fault 5: of stock that falls to zero, and of columns that have moved', async () => {
    await wholeFirst();
    const needs = await needsAfter(articles(100, 'Spalte'), stock(100, '0'));
    expect(needs.map(({ what }) => what)).toEqual([
      'bestand.csv would set the stock of 100 of 100 articles to zero (limit: 20% and 50); buyers can still order these.',
      '100 of 100 names of artikel.csv change at once: have its columns moved? The rest of the file is sent.',
    ]);
    for (const { fix, cause } of needs) {
      expect(cause).not.toBe('');
      expect(fix).toMatch(/stockhand release \d+$/);
    }
  });

  it('fault 7: of a number that is none, with file, row, column, value, rule and remedy', async () => {
    await wholeFirst();
    const bad = ['A0;1e5', 'A1;0x10', 'A2;12 St.', ...stock(100, '5').slice(3)];
    const [need] = await needsAfter(articles(100), bad);
    expect(need).toMatchObject({
      id: 'rejected-stock',
      what: '3 of 100 rows of bestand.csv were rejected.',
      cause: expect.stringMatching(/^First: row 2, Menge "1e5" /),
      effect: 'These articles stay on the marketplace as they were, with the last stock.',
      fix: expect.stringMatching(/All of them are in stock-\d+\.result\.csv\.$/),
    });
  });

  it('fault 8: of an article that is there twice, with both rows', async () => {
    await wholeFirst();
    const [need] = await needsAfter([...articles(100), 'A7;Anderes'], stock(100, '5'));
    expect(need).toMatchObject({
      what: '2 of 101 rows of artikel.csv were rejected.',
      cause: expect.stringContaining('is in rows 9 and 102 with different data'),
      // A blocked warehouse that is added up would be sold.
      fix: expect.stringMatching(
        /^Export each article once\..* first leave out with where: .*, then map availableQty not here but in a second source of kind stock .*duplicates: sum/,
      ),
    });
  });

  it('fault 118: of a long text, cut: a terminal shows it', async () => {
    await wholeFirst();
    const long = 'x'.repeat(3_000);
    const [need] = await needsAfter([...articles(99), `A99;${long}`], stock(100, '5'));
    expect(need?.cause).toMatch(/^First: row 101, Name "x{20,200}…" has 3000 characters/);
  });

  it('fault 9: of an article number that cannot be one, with file, row, value and remedy', async () => {
    await wholeFirst();
    const bad = [...articles(100), 'A\u0001;Nagel'];
    const [need] = await needsAfter(bad, stock(100, '5'));
    expect(need).toMatchObject({
      id: 'rejected-articles',
      what: '1 of 101 rows of artikel.csv was rejected.',
      cause: 'First: row 102, Nr "A␣" holds characters that no article number may hold.',
      fix: expect.stringMatching(
        /^Correct it in the ERP\. The row is in articles-\d+\.result\.csv\.$/,
      ),
    });
    const run = room.catalog.store.runs.newest('articles')?.id ?? 0;
    expect(room.catalog.store.complaints.of(run, 9)).toMatchObject([
      { code: 'ROW_KEY_INVALID', row: 102, column_name: 'Nr', value: 'A\u0001' },
    ]);
  });

  it('fault 9: nothing of .. in a row, which travels in a body and never in an address, also when it has vanished', async () => {
    await wholeFirst();
    expect(await needsAfter([...articles(100), '..;Nagel'], stock(100, '5'))).toEqual([]);
    expect((await room.catalog.why('..')).exported).toMatchObject([
      { source: 'articles', file: 'artikel.csv', row: 102 },
    ]);
    await needsAfter([...articles(100), 'B;Mutter'], stock(100, '5'));
    const addresses = (await room.market.ledger()).map(({ path }) => path);
    expect(addresses.filter((path) => path.includes('..'))).toEqual([]);
    const dots = (await room.market.products()).find(({ externalId }) => externalId === '..');
    expect(dots).toMatchObject({ isActive: false, deleted: false });
  });

  it('fault 6: of a name that was lost before it was exported, with file, row, value and remedy', async () => {
    await wholeFirst();
    const [need] = await needsAfter([...articles(100), 'B;M\ufffdtze'], stock(100, '5'));
    expect(need).toMatchObject({
      id: 'rejected-articles',
      what: '1 of 101 rows of artikel.csv was rejected.',
      cause: 'First: row 102, Name "M\ufffdtze" holds characters that could not be decoded.',
      fix: expect.stringMatching(
        /^Correct encoding: of the source, or the text in the ERP\. The row is in articles-/,
      ),
    });
  });

  it('fault 6: of a file in another encoding, with the file, the values under each candidate and what to do', async () => {
    await wholeFirst();
    const text = ['Nr;Name', ...articles(100, 'Mütze'), ''].join('\r\n');
    room.shop.write('out/artikel.csv', Buffer.from(text, 'latin1'));
    await room.pass();
    const [need] = await room.catalog.needsYou();
    expect(need).toMatchObject({
      id: 'refused-articles',
      what: 'articles: a file was refused.',
      cause: expect.stringMatching(/^artikel\.csv/),
      effect: 'Buyers see what was exported before.',
      fix: expect.stringMatching(/encoding:.*windows-1252.*Mütze/s),
    });
  });

  it('fault 138: nobody is asked about stock of an article that is not there yet; it is counted and told', async () => {
    await open(sources);
    expect(await needsAfter(['B0;Mutter'], ['A0;7', 'A1;8'])).toEqual([]);
    const { sources: facts } = await room.catalog.facts();
    expect(facts.find(({ name }) => name === 'stock')).toMatchObject({
      sentence: 'bestand.csv: 0 of 2 rows in step, 2 skipped.',
      lastRun: { file: 'bestand.csv', read: 2, sent: 0, rejected: 0, skipped: 2, waiting: 0 },
    });
    expect((await room.catalog.events(9)).map(({ text }) => text)).toContain(
      'bestand.csv (run 2): 2 rows read, 0 sent, 0 unchanged, 0 rejected, 2 skipped.',
    );
    expect(await room.catalog.why('A0')).toMatchObject({
      exported: [{ source: 'stock', file: 'bestand.csv', row: 2 }],
      next: 'Nothing: only a stock export names it; it is created when a products export names it. If the marketplace has it already, take it over: stockhand adopt.',
    });
    await needsAfter(['A0;Nagel', 'B0;Mutter'], ['A0;7']);
    const products = await room.market.products();
    expect(products.find(({ externalId }) => externalId === 'A0')).toMatchObject({
      availableQty: 7,
    });
  });
});
