import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, undone, useRoom } from '../one-room.ts';
import {
  active,
  all,
  beside,
  head,
  long,
  refuse,
  source,
  stockOf,
  stocks,
  withFirst,
} from './twenty-nails.ts';

async function begin(more = '', keys = '') {
  await open(source(more, keys));
  await passOver({ 'artikel.csv': [head, ...all()] });
}

describe('fault 7: a rejected row of an article that is on the marketplace', () => {
  useRoom();

  it.each([
    ['3', 3],
    ['0', 0],
  ])(
    'takes off the stock what it says to be gone, and is rejected all the same: %s',
    async (...[said, left]) => {
      await begin();
      const { runs, calls } = await passOver({
        'artikel.csv': withFirst(`A0;${long};${said};J;x`),
      });
      expect(runs).toMatchObject([{ read: 20, unchanged: 19, sent: 0, rejected: 1 }]);
      expect(calls).toHaveLength(1);
      expect(await stockOf()).toMatchObject({ name: 'Nagel 0', availableQty: left });
      const again = await passOver({ 'artikel.csv': [...withFirst(`A0;${long};${said};J;x`), ''] });
      expect([again.runs[0]?.rejected, again.calls]).toEqual([1, []]);
    },
  );

  it('is the example of a plan that sends no other stock', async () => {
    await begin();
    room.write('artikel.csv', withFirst(`A0;${long};3;J;x`));
    const { stock, sources } = await room.catalog.plan();
    expect([stock, sources[0]?.examples?.stock]).toEqual([1, 'A0  availableQty: 50 -> 3']);
  });

  it('says what orders are kept out of, also behind a file that leaves the article out', async () => {
    await open(`  openOrders: subtract\n${source()}`);
    await passOver({ 'artikel.csv': [head, ...all()] });
    await passOver({ 'artikel.csv': withFirst(`A0;${long};10;J;x`) });
    await passOver({ 'artikel.csv': withFirst() });
    const order = { orderNumber: 'O-1', quantity: 3_000, taken: 0, takenAt: null };
    await room.catalog.setOpenOrders([['A0', [{ ...order, state: 'placed' }]]], 1);
    await passOver();
    expect(await stockOf()).toMatchObject({ availableQty: 7 });
  });

  it('adds nothing to the stock', async () => {
    await begin();
    await passOver({ 'artikel.csv': withFirst(`A0;${long};10;J;x`) });
    const { calls } = await passOver({ 'artikel.csv': withFirst(`A0;${long};60;J;x`) });
    expect(calls).toEqual([]);
    expect(await stockOf()).toMatchObject({ availableQty: 10 });
    await passOver({ 'artikel.csv': withFirst('A0;Nagel neu;60;J;x') });
    expect(await stockOf()).toMatchObject({ name: 'Nagel neu', availableQty: 60 });
  });

  it('leaves none where it calls the article inactive', async () => {
    await begin(active);
    await passOver({ 'artikel.csv': withFirst(`A0;${long};50;N;x`) });
    expect(await stockOf()).toMatchObject({ availableQty: 0 });
  });

  it.each([
    ['is another row of the article', [`A0;${long};3;J;x`, 'A0;Nagel 0;9;J;x']],
    ['was another row of the article', ['A0;Nagel 0;9;J;x', `A0;${long};3;J;x`]],
    ['are two such rows', [`A0;${long};3;J;x`, `A0;${long};4;J;x`]],
    ['is no readable stock', [`A0;${long};drei;J;x`]],
  ])('changes no stock where there %s', async (_, rows) => {
    await begin();
    const { runs, calls } = await passOver({ 'artikel.csv': withFirst(...rows) });
    expect([runs[0]?.rejected, calls]).toEqual([rows.length, []]);
    expect(await stockOf()).toMatchObject({ availableQty: 50 });
  });

  it('changes no stock where it is not clear whether the row is used', async () => {
    await begin('', ' where: { column: W, equals: x },');
    const { calls } = await passOver({ 'artikel.csv': withFirst('A0;Nagel 0;3;J;X') });
    expect(calls).toEqual([]);
  });

  it('changes no stock where the last row of an article counts', async () => {
    await begin('', ' duplicates: last,');
    const { calls } = await passOver({ 'artikel.csv': withFirst(`A0;${long};3;J;x`) });
    expect(calls).toEqual([]);
  });

  it('changes no stock that another source owns', async () => {
    await open(`${source()}${beside}`);
    await passOver({ 'artikel.csv': [head, ...all()], 'bestand.csv': stocks() });
    await passOver({ 'artikel.csv': withFirst(`A0;${long};3;J;x`) });
    expect(await stockOf()).toMatchObject({ availableQty: 40 });
    expect(await room.catalog.needsYou()).toMatchObject([
      {
        effect: expect.stringMatching(
          /as it was, even if a row calls its article inactive; if it is new, it is not created\.$/,
        ),
      },
    ]);
  });

  it('is held with the others where too many are rejected', async () => {
    await begin();
    const bad = Array.from({ length: 20 }, (_, at) => `A${at};${long};3;J;x`);
    const { calls } = await passOver({ 'artikel.csv': [head, ...bad] });
    expect(calls).toEqual([]);
    expect((await room.catalog.held()).length).toBeGreaterThan(0);
  });

  it('is counted by the brake on stock that goes to zero', async () => {
    await open(`${source('', ' tooManyRejected: { share: 90%, count: 100 },')}`);
    await passOver({ 'artikel.csv': [head, ...all(200)] });
    const bad = Array.from({ length: 90 }, (_, at) => `A${at};${long};0;J;x`);
    const { runs, calls } = await passOver({
      'artikel.csv': [head, ...bad, ...all(200).slice(90)],
    });
    expect(calls).toEqual([]);
    expect(runs).toMatchObject([{ read: 200, held: 90, rejected: 0 }]);
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    await room.pass();
    expect(await stockOf()).toMatchObject({ availableQty: 0 });
  });

  describe('of a row that the marketplace refuses', () => {
    it('goes at the answer, whatever comes in each export, and the row is not sent again as it is', async () => {
      await begin();
      refuse();
      for (const said of ['9', '3', '0']) {
        const { runs } = await passOver({ 'artikel.csv': withFirst(`A0;BAD;${said};J;x`) });
        expect(runs).toMatchObject([{ rejected: 1, sent: 0 }]);
        expect(await stockOf()).toMatchObject({ name: 'Nagel 0', availableQty: Number(said) });
      }
      const sent = room.post.sent.length;
      await passOver({ 'artikel.csv': [...withFirst('A0;BAD;0;J;x'), ''] });
      expect(room.post.sent).toHaveLength(sent);
    });

    it('adds nothing', async () => {
      await begin();
      refuse();
      await passOver({ 'artikel.csv': withFirst('A0;BAD;60;J;x') });
      expect(await stockOf()).toMatchObject({ availableQty: 50 });
    });

    it('leaves none where the row calls the article inactive, and gives it back with the row', async () => {
      await begin(active);
      refuse();
      await passOver({ 'artikel.csv': withFirst('A0;BAD;50;N;x') });
      expect(await stockOf()).toMatchObject({ availableQty: 0 });
      await passOver({ 'artikel.csv': [head, ...all()] });
      expect(await stockOf()).toMatchObject({ availableQty: 50 });
    });

    it.each([
      ['3;J', 3],
      ['50;N', 0],
    ])('goes after a pause in which the answer came: %s', async (...[said, left]) => {
      await begin(active);
      refuse();
      room.post.hold();
      room.write('artikel.csv', withFirst(`A0;BAD;${said};x`));
      await room.pass(50);
      await room.catalog.setPaused('articles', true, 'clerk');
      room.post.letGo();
      await room.pass();
      expect(await stockOf()).toMatchObject({ availableQty: 50 });
      await room.catalog.setPaused('articles', false, 'clerk');
      await room.pass();
      expect(await stockOf()).toMatchObject({ availableQty: left });
    });

    it('takes off sale what it blocks where another source owns the stock, until the row is right', async () => {
      await open(`${source(active)}${beside}`);
      await passOver({ 'artikel.csv': [head, ...all()], 'bestand.csv': stocks() });
      refuse();
      for (const end of [[], ['']]) {
        const { runs } = await passOver({
          'artikel.csv': [...withFirst('A0;BAD;50;N;x'), ...end],
        });
        expect(runs).toMatchObject([{ rejected: 1, sent: 0 }]);
        const left = { name: 'Nagel 0', isActive: false, availableQty: 40 };
        expect(await stockOf()).toMatchObject(left);
      }
      expect(room.post.sent.filter(({ path }) => !path.includes('stock'))).toHaveLength(3);
      await passOver({ 'artikel.csv': [head, ...all()] });
      expect(await stockOf()).toMatchObject({ name: 'Nagel 0', isActive: true });
    });

    it('is sent once where that is refused, too', async () => {
      await open(`${source(active)}${beside}`);
      await passOver({ 'artikel.csv': [head, ...all()] });
      refuse(() => true);
      const sent = room.post.sent.length;
      await passOver({ 'artikel.csv': withFirst('A0;BAD;50;N;x') });
      expect(room.post.sent).toHaveLength(sent + 2);
    });

    it('leaves the article on sale, with that stock, when another source gives other fields of it', async () => {
      await begin(`${active} } }
    - { name: texts, folder: ./out, files: "texte.csv", ${dialect}, mapping: { externalId: Nr, description: Text`);
      const text = (word: string) => [
        'Nr;Text',
        ...all().map((row) => `${row.split(';')[0]};${word}`),
      ];
      await passOver({ 'texte.csv': text('t') });
      refuse();
      await passOver({ 'artikel.csv': withFirst('A0;BAD;3;J;x') });
      await passOver({ 'texte.csv': text('u') });
      const product = await stockOf();
      expect(product).toMatchObject({ description: 'u', availableQty: 3 });
      expect(product?.isActive).not.toBe(false);
    });

    it('leaves alone what is new', async () => {
      await begin();
      refuse();
      await passOver({ 'artikel.csv': [head, ...all(), 'B1;BAD;5;J;x'] });
      expect(room.post.sent.at(-1)?.path).not.toContain('stock');
    });
  });

  it('is taken back by an undo of its run', async () => {
    await begin();
    await passOver({ 'artikel.csv': withFirst(`A0;${long};3;J;x`) });
    expect(await stockOf()).toMatchObject({ availableQty: 3 });
    const run = room.catalog.store.runs.newest('articles')?.id;
    await undone(run, true);
    await room.pass();
    expect(await stockOf()).toMatchObject({ availableQty: 50 });
  });
});
