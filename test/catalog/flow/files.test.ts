import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { offline } from '../../../src/files/offline.ts';
import { openCatalog, openShop, type Shop, sendTo } from '../../support/catalog.ts';
import { type Market, openMarket } from '../../support/market.ts';

const source = (more: string): string => `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "*.csv", stable: { quiet: 0s }, delimiter: ";", ${more},
        mapping: { externalId: Nr, name: Name } }`;

describe('several files of one source', () => {
  let market: Market;
  let shop: Shop;
  let catalog: ReturnType<typeof openCatalog>;

  beforeEach(async () => {
    market = await openMarket();
  });
  afterEach(async () => {
    await catalog.stop();
    await market.close();
  });

  const open = async (more: string): Promise<void> => {
    shop = await openShop(source(more));
    catalog = openCatalog(shop, sendTo(market.url));
  };
  const names = async (): Promise<string[]> =>
    (await market.products()).map(({ externalId }) => externalId).sort();

  it('are together the one full export with pick: union', async () => {
    await open('pick: union');
    shop.write('out/a.csv', 'Nr;Name\r\nA1;Eins\r\nA2;Zwei\r\n');
    shop.write('out/b.csv', 'Nr;Name\r\nB1;Drei\r\n');
    const { runs } = await catalog.pass({ quietMs: 1_000 });
    expect(runs).toMatchObject([{ file: 'a.csv + b.csv', read: 3, sent: 3 }]);
    expect(await names()).toEqual(['A1', 'A2', 'B1']);
  });

  it.each([
    ['behind another one', ['a']],
    ['as the first ones', []],
  ])(
    'are read up to the last good one where the one behind it is refused in the same pass: %s',
    async (_, first) => {
      await open('pick: each');
      const file = (name: string) => `Nr;Name\r\nA1;${name}\r\n`;
      for (const name of first) shop.write(`out/${name}.csv`, file('Eins'));
      await catalog.pass({ quietMs: 1_000 });
      for (const name of ['b', 'c']) shop.write(`out/${name}.csv`, file(name));
      for (const name of ['d', 'e']) shop.write(`out/${name}.csv`, 'Muell');
      const { runs } = await catalog.pass({ quietMs: 1_000 });
      expect(runs.map((run) => [run.file, run.read, run.final])).toEqual([
        ['b.csv', 0, true],
        ['c.csv', 1, true],
        ['d.csv', 0, true],
        ['e.csv', 0, true],
      ]);
      expect(await market.products()).toMatchObject([{ name: 'c' }]);
    },
  );

  it('are filled down each for itself', async () => {
    await open('pick: union, fillDown: [Name]');
    shop.write('out/a.csv', 'Nr;Name\r\nA1;Eins\r\nA2;\r\n');
    shop.write('out/b.csv', 'Nr;Name\r\nB1;\r\n');
    const { runs } = await catalog.pass({ quietMs: 1_000 });
    expect(runs).toMatchObject([{ read: 3, sent: 2, rejected: 1 }]);
    expect(await names()).toEqual(['A1', 'A2']);
  });

  it('are refused as a union where their columns differ', async () => {
    await open('pick: union');
    shop.write('out/a.csv', 'Nr;Name\r\nA1;Eins\r\n');
    shop.write('out/b.csv', 'Name;Nr\r\nDrei;B1\r\n');
    await catalog.pass({ quietMs: 1_000 });
    expect(await names()).toEqual([]);
    expect(await catalog.needsYou()).toMatchObject([
      {
        id: 'refused-articles',
        cause: expect.stringContaining(
          'b.csv: has other columns than a.csv, or has them in another',
        ),
        fix: 'Export all parts with the same columns in the same order.',
      },
    ]);
  });

  it('are each named by its own name where their bytes are the same', async () => {
    await open('pick: newest');
    for (const name of ['a.csv', 'b.csv']) {
      shop.write(`out/${name}`, 'Muell');
      await catalog.pass({ quietMs: 1_000 });
      expect(await catalog.needsYou()).toMatchObject([{ cause: expect.stringContaining(name) }]);
    }
  });

  it('go to done and error below the folder with afterImport: move, and never over each other', async () => {
    await open('afterImport: move');
    for (const name of ['Eins', 'Uno']) {
      shop.write('out/a.csv', `Nr;Name\r\nA1;${name}\r\n`);
      await catalog.pass({ quietMs: 1_000 });
    }
    shop.write('out/b.csv', 'Nr;Bezeichnung\r\nA1;Eins\r\n');
    await catalog.pass({ quietMs: 1_000 });
    expect(shop.names('out')).toEqual(['done', 'error']);
    expect(shop.names('out/done')).toEqual(['a.2.csv', 'a.csv']);
    expect(shop.names('out/error')).toEqual(['b.csv']);
    expect(await names()).toEqual(['A1']);
  });

  it.each(['pick: newest', 'pick: each', 'contents: delta'])(
    'that could not be moved after their import go as soon as they can, also after a restart (%s)',
    async (kind) => {
      await open(`${kind}, afterImport: move`);
      await catalog.stop();
      catalog = openCatalog(shop, sendTo(market.url), {
        files: (real) => ({ ...real, move: async () => away }),
      });
      shop.write('out/a.csv', 'Nr;Name\r\nA1;Eins\r\n');
      shop.write('out/b.csv', kind === 'pick: newest' ? 'Nr;Name\r\nA1;Eins\r\n' : 'Muell');
      const { notes, missing } = await catalog.pass({ quietMs: 1_000 });
      expect(shop.names('out')).toEqual(['a.csv', 'b.csv']);
      expect(notes.filter((note) => note.includes('The folder is away.'))).not.toEqual([]);
      expect(missing).toMatchObject([
        { id: 'unmoved-articles', cause: expect.stringMatching(/^The folder is away\./) },
      ]);
      expect(await catalog.needsYou()).not.toContainEqual(missing[0]);
      expect((await catalog.pass({ quietMs: 1_000 })).notes).toEqual([]);
      await catalog.stop();
      catalog = openCatalog(shop, sendTo(market.url));
      expect((await catalog.pass({ quietMs: 1_000 })).runs).toEqual([]);
      expect(shop.names('out').filter((name) => name.endsWith('.csv'))).toEqual([]);
    },
  );
});

const away = offline('hangs', 'The folder is away.');
