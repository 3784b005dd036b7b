import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const names = `{ name: names, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const act = (keys: string) =>
  `{ name: act, ${keys} folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke, isActive: { column: Akt, translate: { J: true, N: false } } } }`;
const stock = (keys: string) =>
  `{ name: stock, kind: stock, ${keys} folder: ./out, files: "s*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const text = `{ name: text, folder: ./out, files: "t.csv", ${dialect}, mapping: { externalId: Nr, description: Text } }`;

const named = (...rows: readonly string[]) => ({ 'n.csv': ['Nr;Name', ...rows] });
const active = (...rows: readonly string[]) => ({ 'a.csv': ['Nr;Marke;Akt', ...rows] });
const stocks = (...rows: readonly string[]) => ({ 's.csv': ['Nr;Menge', ...rows] });
const pause = (source: string) => room.catalog.setPaused(source, true, 'clerk');
const resume = (source: string) => room.catalog.setPaused(source, false, 'clerk');

async function opened(ofStock = '', ofAct = ''): Promise<void> {
  await open(`  sources:\n    - ${names}\n    - ${stock(ofStock)}\n    - ${act(ofAct)}`);
  await passOver({
    ...named('A;Nagel', 'B;Mutter'),
    ...stocks('A;5', 'B;5'),
    ...active('A;M;J', 'B;M;J'),
  });
}
const products = async () =>
  (await room.market.products()).map(({ externalId, name, brand, isActive, availableQty }) => [
    ...[externalId, name, brand, isActive, availableQty],
  ]);

describe('what a paused source exports', () => {
  it.each([
    ['', '', {}],
    ['duplicates: sum,', 'empty: clear,', {}],
    // The file before leaves C out.
    ['missing: zero,', '', { availableQty: 0 }],
  ])(
    'travels with no request of another source, and goes once it is resumed (%s %s)',
    async (ofStock, ofAct, ofNew) => {
      await opened(ofStock, ofAct);
      await pause('stock');
      await pause('act');
      const news = { ...stocks('A;7', 'B;9', 'C;4'), ...active('A;M;N', 'B;K;J', 'C;K;J') };
      expect((await passOver(news)).calls).toEqual([]);
      const { calls } = await passOver(named('A;Bolzen', 'B;Mutter', 'C;Keil'));
      expect(calls).toEqual([
        [
          'upsert',
          { externalId: 'A', name: 'Bolzen', brand: 'M', isActive: true },
          { externalId: 'C', name: 'Keil', ...ofNew },
        ],
      ]);
      await resume('act');
      await passOver();
      await resume('stock');
      await passOver();
      expect(await products()).toEqual([
        ['A', 'Bolzen', 'M', false, 7],
        ['B', 'Mutter', 'K', true, 9],
        ['C', 'Keil', 'K', true, 4],
      ]);
      expect((await room.catalog.why('C')).exportedQuantity).toBe('4');
      expect([await room.catalog.needsYou(), (await passOver()).calls]).toEqual([[], []]);
    },
  );

  it('stays apart over a restart and over a second file', async () => {
    await opened();
    await pause('act');
    await passOver(active('A;K;N', 'B;K;N'));
    await room.restart();
    await passOver(active('A;M;J', 'B;L;N'));
    await passOver(named('A;Bolzen', 'B;Niete'));
    expect((await products()).map((product) => product.slice(0, 4))).toEqual([
      ['A', 'Bolzen', 'M', true],
      ['B', 'Niete', 'M', true],
    ]);
    await resume('act');
    await passOver();
    await passOver(named('A;Bolzen', 'B;Mutter'));
    expect((await products()).map((product) => product.slice(0, 4))).toEqual([
      ['A', 'Bolzen', 'M', true],
      ['B', 'Mutter', 'L', false],
    ]);
  });

  it('leaves its empty cells to repeat what was sent last', async () => {
    await opened();
    await pause('act');
    await passOver(active('A;K;N', 'B;M;J'));
    await passOver(active('A;;J', 'B;M;J'));
    await resume('act');
    await passOver(named('A;Bolzen', 'B;Mutter'));
    expect((await products())[0]).toEqual(['A', 'Bolzen', 'M', true, 5]);
  });

  it.each([
    ['', {}],
    ['', stocks('A;5', 'B;5', 'C;9')],
    ['missing: zero,', stocks('A;5', 'B;5')],
  ])(
    'is none of what it gave before, which goes on with new articles (%s %j)',
    async (ofStock, since) => {
      await opened(ofStock);
      await passOver(stocks('A;5', 'B;5', 'C;4'));
      await pause('stock');
      await passOver(since);
      const { calls } = await passOver(named('A;Nagel', 'B;Mutter', 'C;Keil'));
      expect(calls).toEqual([['upsert', { externalId: 'C', name: 'Keil', availableQty: 4 }]]);
    },
  );

  it.each([['A;5'], ['A;5', 'C;7']])(
    'of articles that nobody knew then is their stock once it is resumed, where its newest file leaves them out (%s %s)',
    async (...before) => {
      await opened('missing: keep,');
      await passOver(stocks('B;5', ...before));
      await pause('stock');
      await passOver(stocks('A;5', 'B;5', 'C;0', 'D;3'));
      await passOver(stocks('A;5', 'B;5'));
      await passOver(named('A;Nagel', 'B;Mutter', 'C;Keil'));
      await resume('stock');
      await passOver();
      await passOver(named('A;Nagel', 'B;Mutter', 'C;Keil', 'D;Niete'));
      expect((await products()).map(([id, , , , quantity]) => [id, quantity])).toEqual([
        ['A', 5],
        ['B', 5],
        ['C', 0],
        ['D', 3],
      ]);
      expect(await room.catalog.needsYou()).toEqual([]);
    },
  );

  it.each([
    [
      [['A;7', 'B;5'], ['B;6']],
      [7, 6, 0],
    ],
    [
      [['A;7', 'B;5'], ['A;5', 'B;6'], ['B;6']],
      [5, 6, 0],
    ],
    [
      [
        ['A;5', 'B;5', 'C;3'],
        ['A;5', 'B;5'],
      ],
      [5, 5, 3],
    ],
  ])(
    'of an article that its newest file leaves out is the stock it was said last (%j)',
    async ([first, ...others], quantities) => {
      await opened('missing: keep,');
      await pause('stock');
      await passOver(stocks(...first!));
      await passOver(named('A;Nagel', 'B;Mutter', 'C;Keil'));
      for (const rows of others) await passOver(stocks(...rows));
      expect((await products()).map((product) => product[4])).toEqual([5, 5, 0]);
      await resume('stock');
      await passOver();
      expect((await products()).map((product) => product[4])).toEqual(quantities);
      expect([await room.catalog.needsYou(), (await passOver()).calls]).toEqual([[], []]);
    },
  );

  it('of articles that nobody knew then is no sum that may be wrong', async () => {
    await opened('missing: keep, duplicates: sum,');
    await pause('stock');
    // What stands below the second header may be the same once more.
    await passOver(stocks('A;5', 'B;5', 'C;3', 'Nr;Menge', 'C;3'));
    await passOver(stocks('A;5', 'B;5'));
    await passOver(named('A;Nagel', 'B;Mutter', 'C;Keil'));
    await resume('stock');
    await passOver();
    expect((await products()).map((product) => product[4])).toEqual([5, 5, 0]);
  });

  it('is forgotten of an article that left it again before it was sent, whatever others say of that', async () => {
    await opened();
    await pause('names');
    await passOver({ ...named('A;Nagel', 'B;Mutter', 'C;Keil'), ...active('C;M;J') });
    await passOver(named('A;Bolzen', 'B;Mutter'));
    await resume('names');
    expect((await passOver()).calls).toEqual([
      ['upsert', { externalId: 'A', name: 'Bolzen', brand: 'M', isActive: true }],
    ]);
    expect((await passOver(active('C;K;J'))).calls).toEqual([]);
  });

  it.each([
    ['that nothing was said of before', 'C', {}],
    ['and what was said of it before stays', 'B', { brand: 'M', isActive: true }],
  ])('is forgotten of fields alone that left an article again, %s', async (_, id, fields) => {
    await opened();
    await passOver(named('A;Nagel', 'B;Mutter', 'C;Keil'));
    await pause('act');
    await passOver(active('A;M;J', `${id};K;N`));
    const [run] = (await passOver(active('A;M;J'))).runs;
    expect(run).toMatchObject({ read: 1, unchanged: 1 });
    await resume('act');
    await passOver();
    const rows = ['A;Nagel', 'B;Mutter', 'C;Keil'];
    const { calls } = await passOver(
      named(...rows.map((row) => (row.startsWith(id) ? `${id};Neu` : row))),
    );
    expect(calls).toEqual([['upsert', { externalId: id, name: 'Neu', ...fields }]]);
  });

  it('is forgotten of an article on sale that left its products export again', async () => {
    await opened();
    await pause('names');
    await passOver(named('A;Nagel', 'B;Niete'));
    await passOver(named('A;Nagel'));
    await resume('names');
    await passOver();
    expect((await passOver(active('A;M;J', 'B;K;J'))).calls).toEqual([
      ['upsert', { externalId: 'B', name: 'Mutter', brand: 'K', isActive: true }],
    ]);
  });

  it('is reported where its next file leaves it out, also of what no column says whether it can be ordered', async () => {
    await open(`  sources:\n    - ${names}\n    - ${text}`);
    await passOver({ ...named('A;Nagel', 'B;Mutter'), 't.csv': ['Nr;Text', 'A;Rund', 'B;Eckig'] });
    await pause('text');
    await passOver({ 't.csv': ['Nr;Text', 'A;Lang', 'B;Eckig'] });
    await passOver({ 't.csv': ['Nr;Text', 'B;Eckig'] });
    await resume('text');
    await passOver();
    expect((await room.catalog.needsYou()).map(({ cause }) => cause)).toEqual([
      'First: A in t.csv, never sent, and the newer file leaves it out.',
    ]);
  });

  it('lets others come to rest whose rows wait for its articles', async () => {
    await open(`  sources:\n    - ${names}\n    - ${act('')}\n    - ${text}`);
    await passOver(named('A;Nagel'));
    await pause('names');
    await passOver(named('A;Nagel', 'B;Mutter', 'C;Keil'));
    const { runs } = await passOver({ ...active('B;M;J'), 't.csv': ['Nr;Text', 'C;Holz', 'X;Y'] });
    expect(runs.map(({ waiting }) => waiting)).toEqual([1, 2]);
    await resume('names');
    await passOver();
    expect((await room.market.products()).map((one) => [one.brand, one.description])).toEqual([
      [undefined, undefined],
      ['M', undefined],
      [undefined, 'Holz'],
    ]);
  });

  it('is not taken back before it goes on, and that is said', async () => {
    await opened();
    await pause('stock');
    const [run] = (await passOver(stocks('A;7', 'B;9'))).runs;
    const asked = { run: `${run?.run}`, quantities: true };
    await expect(room.catalog.undo(asked)).rejects.toMatchObject({
      message: expect.stringMatching(
        /is not finished, because stock has been paused since .* by clerk\.$/,
      ),
      remedy: expect.stringContaining('stockhand resume'),
    });
  });

  it('is forgotten of an article that left it behind a row that was rejected, too', async () => {
    await opened();
    await pause('names');
    await passOver(named('A;Nagel', 'B;Mutter', 'C;Keil'));
    await passOver(named('A;Nagel', 'B;Mutter', 'C;'));
    await passOver(named('A;Nagel', 'B;Mutter'));
    await resume('names');
    await passOver();
    expect((await passOver(active('C;K;J'))).calls).toEqual([]);
  });

  it('creates nothing under its names, and the fields of others wait for it', async () => {
    await opened();
    await pause('names');
    await passOver(named('A;Bolzen', 'B;Mutter', 'C;Keil'));
    const { calls } = await passOver(active('A;K;J', 'B;M;J', 'C;M;J'));
    expect(calls).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', brand: 'K', isActive: true }],
    ]);
    await resume('names');
    await passOver();
    expect((await products()).map(([id, name, brand]) => [id, name, brand])).toEqual([
      ['A', 'Bolzen', 'K'],
      ['B', 'Mutter', 'M'],
      ['C', 'Keil', 'M'],
    ]);
  });
});
