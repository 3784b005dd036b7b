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

describe('fault 5: a rejected row that calls its article inactive, where another source gives the stock', () => {
  useRoom();

  const beginBeside = async (more = '', keys = '') => {
    await open(`${source(active, keys)}${beside}${more}`);
    await passOver({ 'artikel.csv': [head, ...all()], 'bestand.csv': stocks() });
  };

  const undoneNewest = async () => {
    const run = room.catalog.store.runs.newest('articles')?.id;
    await undone(run);
  };

  it('goes off sale as it was confirmed, once, and comes back with the row', async () => {
    await beginBeside();
    const blocked = { name: 'Nagel 0', isActive: false, availableQty: 40 };
    const first = await passOver({ 'artikel.csv': withFirst(`A0;${long};50;N;x`) });
    expect(first.runs).toMatchObject([{ read: 20, unchanged: 19, sent: 0, rejected: 1 }]);
    expect(first.calls).toHaveLength(1);
    expect(await stockOf()).toMatchObject(blocked);
    expect(await room.catalog.needsYou()).toMatchObject([
      {
        effect: expect.stringMatching(
          /clearly calls its article inactive takes it off sale; \S.* not created\.$/,
        ),
      },
    ]);
    const again = await passOver({ 'artikel.csv': [...withFirst(`A0;${long};50;N;x`), ''] });
    expect([again.runs[0]?.rejected, again.calls]).toEqual([1, []]);
    await passOver({ 'artikel.csv': withFirst('A0;Nagel neu;50;J;x') });
    expect(await stockOf()).toMatchObject({ name: 'Nagel neu', isActive: true });
  });

  it('goes off sale, too, where another products source gives the stock, and stays so when that one gives more', async () => {
    const shelves = (quantity: number) => ['Nr;Menge', `A0;${quantity}`, ...stocks().slice(2)];
    await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name${active} } }
    - { name: shelves, folder: ./out, files: "regal.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
    await passOver({ 'artikel.csv': [head, ...all()], 'regal.csv': shelves(40) });
    await passOver({ 'artikel.csv': withFirst(`A0;${long};50;N;x`) });
    expect(await stockOf()).toMatchObject({ isActive: false, availableQty: 40 });
    await passOver({ 'regal.csv': shelves(41) });
    expect(await stockOf()).toMatchObject({ isActive: false, availableQty: 41 });
    await passOver({ 'artikel.csv': withFirst('A0;Nagel neu;50;J;x') });
    expect(await stockOf()).toMatchObject({ name: 'Nagel neu', isActive: true, availableQty: 41 });
  });

  it('is the example of a plan that sends nothing else of the file', async () => {
    await beginBeside();
    room.write('artikel.csv', withFirst(`A0;${long};50;N;x`));
    const { changed, sources } = await room.catalog.plan();
    expect([changed, sources[0]?.examples?.changed]).toEqual([1, 'A0  isActive: true -> false']);
  });

  it('is given back by an undo of its run', async () => {
    await beginBeside();
    await passOver({ 'artikel.csv': withFirst(`A0;${long};50;N;x`) });
    await undoneNewest();
    await room.pass();
    expect(await stockOf()).toMatchObject({ name: 'Nagel 0', isActive: true });
  });

  it.each([
    ['another row of the article says otherwise', [`A0;${long};3;N;x`, 'A0;Nagel 0;9;J;x']],
    ['the cell is no readable word', [`A0;${long};3;Nein!;x`]],
    ['it calls the article active', [`A0;${long};3;J;x`]],
  ])('stays on sale where %s', async (_, rows) => {
    await beginBeside();
    const { calls } = await passOver({ 'artikel.csv': withFirst(...rows) });
    expect(calls).toEqual([]);
    expect((await stockOf())?.isActive).not.toBe(false);
  });

  it('stays on sale where it is outside of the pilot, or another row may say otherwise', async () => {
    await beginBeside();
    const { config } = room.shop;
    const catalog = { ...config.catalog!, only: all().map((_, at) => `A${at + 1}`) };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    const pilot = await passOver({ 'artikel.csv': withFirst(`A0;${long};50;N;x`) });
    expect(pilot.calls).toEqual([]);
    await room.close();
    await beginBeside('', ' duplicates: last,');
    const last = await passOver({ 'artikel.csv': withFirst(`A0;${long};50;N;x`) });
    expect(last.calls).toEqual([]);
    expect((await stockOf())?.isActive).not.toBe(false);
  });

  const withTexts = `
    - { name: texts, folder: ./out, files: "texte.csv", ${dialect}, mapping: { externalId: Nr, description: Text } }`;
  const texts = (text: string) => [
    'Nr;Text',
    ...all().map((row) => `${row.split(';')[0]};${text}`),
  ];
  const refusedBesideTexts = async () => {
    await beginBeside(withTexts);
    await passOver({ 'texte.csv': texts('t') });
    refuse();
    await passOver({ 'artikel.csv': withFirst('A0;BAD;50;N;x') });
    expect(await stockOf()).toMatchObject({ name: 'Nagel 0', isActive: false });
  };

  it('goes off sale with the fields of a second source, and stays so when that one gives others', async () => {
    await beginBeside(withTexts);
    await passOver({ 'texte.csv': texts('t') });
    const rejected = withFirst(`A0;${long};50;N;x`);
    const first = await passOver({ 'artikel.csv': rejected });
    expect(first.runs).toMatchObject([{ read: 20, unchanged: 19, sent: 0, rejected: 1 }]);
    expect(await stockOf()).toMatchObject({ description: 't', isActive: false, availableQty: 40 });
    expect(await room.catalog.needsYou()).toMatchObject([
      {
        effect: expect.stringMatching(
          /clearly calls its article inactive takes it off sale; \S.* not created\.$/,
        ),
      },
    ]);
    await passOver({ 'texte.csv': texts('u') });
    await passOver({ 'artikel.csv': [...rejected, ''], 'texte.csv': texts('v') });
    expect(await stockOf()).toMatchObject({ description: 'v', isActive: false });
    await passOver({ 'artikel.csv': withFirst('A0;Nagel neu;50;J;x') });
    expect(await stockOf()).toMatchObject({ name: 'Nagel neu', description: 'v', isActive: true });
  });

  it('goes off sale, too, where the second source says in the same pass what is new', async () => {
    await beginBeside(withTexts);
    await passOver({ 'texte.csv': texts('t') });
    await passOver({ 'artikel.csv': withFirst(`A0;${long};50;N;x`), 'texte.csv': texts('u') });
    expect(await stockOf()).toMatchObject({ description: 'u', isActive: false });
    await undoneNewest();
    expect(await stockOf()).toMatchObject({ name: 'Nagel 0', description: 'u', isActive: true });
  });

  it('stays off sale, where its row was refused, when a second source gives other fields of it', async () => {
    await refusedBesideTexts();
    await passOver({ 'texte.csv': texts('u') });
    expect(await stockOf()).toMatchObject({ description: 'u', isActive: false });
    await passOver({ 'artikel.csv': withFirst('A0;Nagel neu;50;J;x') });
    expect(await stockOf()).toMatchObject({ name: 'Nagel neu', description: 'u', isActive: true });
  });

  it('is on sale again after an undo, also when a second source gives other fields of it', async () => {
    await refusedBesideTexts();
    await undoneNewest();
    expect(await stockOf()).toMatchObject({ name: 'Nagel 0', isActive: true });
    await passOver({ 'texte.csv': texts('u') });
    expect(await stockOf()).toMatchObject({ description: 'u', isActive: true });
  });

  it('is reported where the marketplace refuses that, with every file, until it is sent again', async () => {
    await beginBeside();
    refuse(({ isActive }) => isActive === false);
    const needs = async () =>
      (await room.catalog.needsYou()).map(({ id, cause }) => `${id}: ${cause}`);
    const told = ['rejected-articles: First: row 2, Name', 'refused-beside: First: A0: VALIDATION'];
    const before = room.post.sent.length;
    for (const more of [[], ['']]) {
      await passOver({ 'artikel.csv': [...withFirst(`A0;${long};50;N;x`), ...more] });
      expect(await needs()).toEqual(told.map((start) => expect.stringContaining(start)));
      expect(room.post.sent.length - before).toBe(1);
    }
    expect((await stockOf())?.isActive).toBe(true);
    refuse(() => false);
    await room.catalog.retry();
    await room.pass();
    expect((await stockOf())?.isActive).toBe(false);
    expect(await needs()).toEqual([expect.stringContaining('rejected-articles: First: row 2')]);
  });

  it('is held with the others that become inactive', async () => {
    await beginBeside('', ' tooManyRejected: { share: 90%, count: 100 },');
    const bad = Array.from({ length: 5 }, (_, at) => `A${at};${long};50;N;x`);
    const file = [head, ...bad, ...all().slice(5)];
    const { runs, calls } = await passOver({ 'artikel.csv': file });
    expect(calls).toEqual([]);
    expect(runs).toMatchObject([{ read: 20, held: 5, rejected: 0 }]);
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    await room.pass();
    expect((await stockOf())?.isActive).toBe(false);
  });

  it('takes off sale what it blocks where the answer came in a pause', async () => {
    await beginBeside();
    refuse();
    room.post.hold();
    const bad = ['A0;BAD;50;N;x', 'A1;BAD;50;N;x'];
    room.write('artikel.csv', [head, ...bad, ...all().slice(2)]);
    await room.pass(50);
    await room.catalog.setPaused('articles', true, 'clerk');
    room.post.letGo();
    await room.pass();
    await room.catalog.setPaused('articles', false, 'clerk');
    await room.pass();
    // Two are below the limit of the brake, and each counts once.
    expect(await stockOf()).toMatchObject({ name: 'Nagel 0', isActive: false });
    expect(await stockOf('A1')).toMatchObject({ name: 'Nagel 1', isActive: false });
  });
});
