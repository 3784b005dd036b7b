import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCatalog, openShop, type Shop, sendTo } from '../support/catalog.ts';
import { type Market, openMarket } from '../support/market.ts';

const sources = `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56",
        mapping: { externalId: ArtNr, name: Name, unitOfMeasure: ME } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand*.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56",
        mapping: { externalId: ArtNr, availableQty: Menge } }`;

const articles = (count: number, name = (n: number) => `Artikel ${n}`): string =>
  ['ArtNr;Name;ME', ...Array.from({ length: count }, (_, n) => `A${n};${name(n)};pcs`), ''].join(
    '\r\n',
  );
const stock = (count: number, quantity = (n: number) => `${n},5`): string =>
  ['ArtNr;Menge', ...Array.from({ length: count }, (_, n) => `A${n};${quantity(n)}`), ''].join(
    '\r\n',
  );

describe('the way up', () => {
  let market: Market;
  let shop: Shop;
  let catalog: ReturnType<typeof openCatalog>;

  beforeEach(async () => {
    market = await openMarket();
    shop = await openShop(sources);
    catalog = openCatalog(shop, sendTo(market.url));
  });
  afterEach(async () => {
    await catalog.stop();
    await market.close();
  });
  const pass = () => catalog.pass({ quietMs: 5_000 });

  it('creates products with the exported stock in the fewest calls, and sends nothing the second time', async () => {
    shop.write('out/artikel.csv', articles(250));
    shop.write('out/bestand.csv', stock(250));
    const first = await pass();
    expect(first.calls).toEqual({ batchUpsert: 3, batchStock: 0, delete: 0, pictures: 0 });
    expect(first.runs).toMatchObject([
      {
        source: 'articles',
        read: 250,
        sent: 250,
        unchanged: 0,
        held: 0,
        rejected: 0,
        skipped: 0,
        final: true,
      },
      { source: 'stock', read: 250, sent: 250, final: true },
    ]);
    const products = await market.products();
    expect(products).toHaveLength(250);
    expect(products.find(({ externalId }) => externalId === 'A7')).toMatchObject({
      availableQty: 7.5,
      unitOfMeasure: 'pcs',
    });
    const before = (await market.ledger()).length;
    const second = await pass();
    expect(second.runs).toEqual([]);
    expect((await market.ledger()).length).toBe(before);
  });

  it('sends exactly the changed rows: one stock batch and one upsert batch', async () => {
    shop.write('out/artikel.csv', articles(120));
    shop.write('out/bestand.csv', stock(120));
    await pass();
    const since = (await market.ledger()).at(-1)?.seq ?? 0;
    shop.write(
      'out/artikel.csv',
      articles(120, (n) => (n === 3 || n === 50 ? `Neu ${n}` : `Artikel ${n}`)),
    );
    shop.write(
      'out/bestand.csv',
      stock(120, (n) => ([1, 2, 119].includes(n) ? '99,125' : `${n},5`)),
    );
    const result = await pass();
    expect(result.calls).toEqual({ batchUpsert: 1, batchStock: 1, delete: 0, pictures: 0 });
    const calls = await market.mutations(since);
    const bodyOf = (path: string) => calls.find((call) => call.path.endsWith(path))?.body;
    expect(bodyOf('/products/batch')).toEqual([
      { externalId: 'A3', name: 'Neu 3', unitOfMeasure: 'pcs' },
      { externalId: 'A50', name: 'Neu 50', unitOfMeasure: 'pcs' },
    ]);
    expect(bodyOf('/batch/stock')).toEqual({
      items: [1, 2, 119].map((n) => ({ externalId: `A${n}`, availableQty: 99.125 })),
    });
  });

  it('holds a vanished half, says so in one sentence with both numbers, and withdraws it when the file is whole again', async () => {
    shop.write('out/artikel.csv', articles(100));
    await pass();
    shop.write('out/artikel.csv', articles(50));
    const half = await pass();
    expect(half.calls.delete).toBe(0);
    const [held] = await catalog.held();
    expect(held?.sentence).toBe(
      'artikel.csv would unpublish 50 of 100 articles (limit: 2% or 50); the rest of the file is sent.',
    );
    shop.write('out/artikel.csv', articles(100));
    await pass();
    expect(await catalog.held()).toEqual([]);
    expect(await market.products()).toHaveLength(100);
  });

  it('unpublishes exactly what was held once it is released', async () => {
    shop.write('out/artikel.csv', articles(100));
    await pass();
    shop.write('out/artikel.csv', articles(60));
    await pass();
    const [held] = await catalog.held();
    await catalog.release(held?.id ?? '', 'clerk');
    const released = await pass();
    expect(released.calls.delete).toBe(40);
    const gone = (await market.mutations()).filter(({ method }) => method === 'DELETE');
    expect(gone.map(({ path }) => path.split('/').at(-1)).sort()).toEqual(
      Array.from({ length: 40 }, (_, n) => `A${n + 60}`),
    );
    expect((await pass()).calls.delete).toBe(0);
    await expect(catalog.release(held?.id ?? '', 'clerk')).rejects.toMatchObject({
      code: 'HOLD_STALE',
    });
  });

  it('fault 136: sends 5, 7 and 5 again as three calls and ends at 5', async () => {
    shop.write('out/artikel.csv', articles(1));
    for (const quantity of ['5', '7', '5']) {
      shop.write(
        'out/bestand.csv',
        stock(1, () => quantity),
      );
      await pass();
    }
    const sent = (await market.mutations()).flatMap(({ body }) =>
      Array.isArray(body) ? body : (body as { items: object[] }).items,
    );
    expect(sent.map((item) => (item as { availableQty?: number }).availableQty)).toEqual([5, 7, 5]);
    expect((await market.products())[0]?.availableQty).toBe(5);
  });

  it('rejects a bad row with file, row, column, value, rule and remedy, and sends the rest', async () => {
    shop.write('out/artikel.csv', articles(5));
    shop.write('out/bestand.csv', 'ArtNr;Menge\r\nA0;12 St.\r\nA1;3\r\nA2;1e5\r\nNOBODY;4\r\n');
    const { runs } = await pass();
    expect(runs.find(({ source }) => source === 'stock')).toMatchObject({
      read: 4,
      sent: 1,
      rejected: 2,
      skipped: 1,
      held: 0,
      final: true,
    });
    const result = shop
      .names('results')
      .find((name) => name.startsWith('stock-') && name.endsWith('.result.csv'));
    expect(shop.read(`results/${result}`)).toBe(
      [
        'ArtNr;Menge;Stockhand_Row;Stockhand_Status;Stockhand_Message',
        'A0;12 St.;2;rejected;"column ""Menge"", ""12 St."": is not a number. Export only the number, without the unit."',
        'A2;1e5;4;rejected;"column ""Menge"", ""1e5"": is not a number. Export a number in the style that numbers: of the source declares."',
        '',
      ].join('\r\n'),
    );
  });
});
