import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/domain/exchange.ts';
import { openShop } from '../../support/catalog.ts';
import { dialect, open, passOver, room, undone, useRoom } from '../one-room.ts';
import { answered, idsOf, refusal } from '../room.ts';

useRoom();

const articles = `{ name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const stock = (keys: string) =>
  `{ name: stock, kind: stock, folder: ./out, files: "best*.csv", ${dialect}, ${keys}, mapping: { externalId: Nr, availableQty: Menge } }`;

const rows = (...said: readonly string[]) => ['Nr;Menge', ...said];
const stocks = async () =>
  (await room.market.products()).map(({ externalId, availableQty }) => [externalId, availableQty]);
const needs = async () => (await room.catalog.needsYou()).map(({ id }) => id);

/** All seven; then A1 and A3, which is taken back. */
async function takenBack(keys: string, answer?: Verdict): Promise<void> {
  await open(`  sources:\n    - ${articles}\n    - ${stock(keys)}`);
  const named = [1, 2, 3].map((n) => `A${n};Ding ${n}`);
  await passOver({
    'artikel.csv': ['Nr;Name', ...named],
    'best_1.csv': rows('A1;7', 'A2;7', 'A3;7'),
  });
  await passOver({ 'best_2.csv': rows('A1;700', 'A3;0') });
  const answers = [answer];
  room.post.intercept(() => answers.pop());
  await undone(3, true);
}

describe.each(['contents: delta', 'missing: keep'])(
  'what an undo took back of a file (%s)',
  (keys) => {
    it('is reported until the ERP says it again, also behind files that name other articles', async () => {
      await takenBack(keys);
      expect(await needs()).toEqual(['refused-stock']);
      await passOver({ 'best_3.csv': rows('A2;6') });
      expect(await stocks()).toEqual([
        ['A1', 7],
        ['A2', 6],
        ['A3', 7],
      ]);
      expect(await room.catalog.needsYou()).toMatchObject([
        { id: 'unsaid-stock', cause: 'First: A1 in best_2.csv, taken back by undo: Menge.' },
      ]);
      expect((await room.catalog.why('A3')).next).toContain('export it again');
      await passOver({ 'best_4.csv': rows('A1;5') });
      expect(await needs()).toEqual(['unsaid-stock']);
      await passOver({ 'best_5.csv': rows('A3;0') });
      expect(await needs()).toEqual([]);
      expect(await stocks()).toEqual([
        ['A1', 5],
        ['A2', 6],
        ['A3', 0],
      ]);
    });

    it('is reported of all articles, though the undo was planned again for one that goes once more', async () => {
      const error = { externalId: 'A1', errorCode: 'CONFLICT_OPTIMISTIC_LOCK', error: 'changed' };
      await takenBack(keys, answered(200, { succeeded: 1, errors: [error] }));
      await passOver({ 'best_3.csv': rows('A2;6') });
      await passOver({ 'best_4.csv': rows('A1;5') });
      expect(await room.catalog.needsYou()).toMatchObject([
        { cause: 'First: A3 in best_2.csv, taken back by undo: Menge.' },
      ]);
    });

    it('is told no more where the undo itself is taken back', async () => {
      await takenBack(keys);
      await undone(4, true);
      await passOver({ 'best_3.csv': rows('A2;6') });
      expect(await needs()).toEqual([]);
      expect(await stocks()).toEqual([
        ['A1', 700],
        ['A2', 6],
        ['A3', 0],
      ]);
    });

    it('is told as before where the undo of a later file is taken back', async () => {
      await takenBack(keys);
      await passOver({ 'best_3.csv': rows('A2;60') });
      await undone(5, true);
      await undone(6, true);
      await passOver({ 'best_4.csv': rows('A2;6') });
      expect(await room.catalog.needsYou()).toMatchObject([
        { id: 'unsaid-stock', cause: 'First: A1 in best_2.csv, taken back by undo: Menge.' },
      ]);
    });
  },
);

it.each(['contents: delta', 'missing: keep'])(
  'an undo leaves a lowered stock where a later row of the article came to nothing (%s)',
  async (keys) => {
    await open(`  sources:\n    - ${articles}\n    - ${stock(keys)}`);
    await passOver({
      'artikel.csv': ['Nr;Name', 'A1;Ding 1', 'A2;Ding 2', 'A3;Ding 3'],
      'best_1.csv': rows('A1;10', 'A2;10', 'A3;10'),
    });
    await passOver({ 'best_2.csv': rows('A1;2', 'A2;2', 'A3;12') });
    await passOver({ 'best_3.csv': rows('A1;?', 'A3;?') });
    const { left } = await room.catalog.undo({ run: '3', quantities: true });
    expect(left).toEqual([
      { externalId: 'A1', why: expect.stringContaining('a later row of it was not used') },
    ]);
    await undone(3, true);
    expect(await stocks()).toEqual([
      ['A1', 2],
      ['A2', 10],
      ['A3', 10],
    ]);
  },
);

it('a rejected row of a file of changes is still reported once the file was taken back', async () => {
  await open(`  sources:\n    - ${articles}\n    - ${stock('contents: delta')}`);
  await passOver({
    'artikel.csv': ['Nr;Name', 'A1;Ding 1', 'A2;Ding 2', 'A3;Ding 3'],
    'best_1.csv': rows('A1;7', 'A2;7', 'A3;7'),
  });
  await passOver({ 'best_2.csv': rows('A1;700', 'A3;?') });
  await undone(3, true);
  await passOver({ 'best_3.csv': rows('A1;6') });
  expect(await room.catalog.needsYou()).toMatchObject([
    { id: 'unsaid-stock', cause: 'First: A3 in best_2.csv row 3.' },
  ]);
});

it('a refused row of a file of changes is not sent by retry while the file is taken back', async () => {
  await open(`  sources:\n    - ${articles}\n    - ${stock('contents: delta')}`);
  await passOver({
    'artikel.csv': ['Nr;Name', 'A1;Ding 1', 'A2;Ding 2'],
    'best_1.csv': rows('A1;7', 'A2;7'),
  });
  room.post.intercept((mutation) => (idsOf(mutation).includes('A1') ? refusal : undefined));
  await passOver({ 'best_2.csv': rows('A1;700', 'A2;700') });
  room.post.intercept(undefined);
  await undone(3, true);
  await passOver({ 'best_3.csv': rows('A2;6') });
  expect(await room.catalog.needsYou()).toMatchObject([
    { cause: 'First: A1 in best_2.csv, taken back by undo: Menge.' },
  ]);
  expect(await room.catalog.retry()).toEqual({ items: 0 });
  expect((await passOver()).calls).toEqual([]);
  await undone(4, true);
  expect(await room.catalog.retry()).toEqual({ items: 1 });
  expect((await passOver()).calls).toEqual([['stock', { externalId: 'A1', availableQty: 700 }]]);
});

describe('held rows of an older file of changes', () => {
  const many = [1, 2, 3, 4, 5].map((n) => `A${n}`);

  const brake = 'brake: { zeroed: { share: 10%, count: 1 } }';
  const catalog = `  ${brake}\n  sources:\n    - ${articles}\n    - ${stock('contents: delta')}`;

  /** A1 and A2 are to be zeroed, which is held while the next file is read. */
  async function parked(): Promise<void> {
    await open(catalog);
    await passOver({
      'artikel.csv': ['Nr;Name', ...many.map((id) => `${id};Ding`)],
      'best_1.csv': rows(...many.map((id) => `${id};7`)),
    });
    await passOver({ 'best_2.csv': rows('A1;0', 'A2;0', 'A3;5') });
    await passOver({ 'best_3.csv': rows('A4;6') });
    expect(await room.catalog.held()).toMatchObject([{ items: 2 }]);
  }

  it('are not sent once their file was taken back', async () => {
    await parked();
    await undone(3, true);
    expect(await room.catalog.held()).toEqual([]);
    expect((await passOver({ 'best_4.csv': rows('A5;6') })).calls.flat()).toEqual([
      'stock',
      { externalId: 'A5', availableQty: 6 },
    ]);
    expect((await stocks()).map(([, quantity]) => quantity)).toEqual([7, 7, 7, 6, 6]);
  });

  it('are told where the undo that withdrew them is taken back, until they come again', async () => {
    await parked();
    await undone(3, true);
    await undone(5, true);
    expect(await room.catalog.held()).toEqual([]);
    await passOver({ 'best_4.csv': rows('A1;5', 'A5;6') });
    expect(await room.catalog.needsYou()).toMatchObject([
      { id: 'unsaid-stock', cause: expect.stringContaining('A2 in best_2.csv') },
    ]);
    await passOver({ 'best_5.csv': rows('A2;4') });
    expect(await needs()).toEqual([]);
  });

  it.each([
    ['the newest', []],
    ['an older one', ['A4;6']],
  ])('are reported until a file names their articles, taken back with %s', async (_, newer) => {
    await parked();
    // A1 gives way to a row that is held, too, so nothing but that row says that it is sold out.
    await passOver({ 'best_4.csv': rows('A1;0', 'A5;0', 'A3;4') });
    if (newer.length > 0) await passOver({ 'best_5.csv': rows(...newer) });
    await undone(5, true);
    await passOver({ 'best_6.csv': rows('A4;5') });
    expect((await room.catalog.needsYou()).map(({ id }) => id)).toEqual(['held:1', 'unsaid-stock']);
    expect((await room.catalog.why('A1')).next).toContain('export it again');
    await passOver({ 'best_7.csv': rows('A1;3', 'A3;3', 'A5;3') });
    expect((await room.catalog.needsYou()).map(({ id }) => id)).toEqual(['held:1']);
  });

  it('are released without letting in what was taken back since', async () => {
    await parked();
    await undone(4, true);
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    await passOver();
    const again = { 'best_4.csv': rows('A4;6') };
    expect(await passOver(again)).toEqual({ runs: [], calls: [] });
    expect((await stocks()).map(([, quantity]) => quantity)).toEqual([0, 0, 5, 7, 7]);
    expect((await room.catalog.needsYou()).map(({ cause }) => cause)).toContain(
      'best_4.csv: was taken back by undo and is not read again.',
    );
    await passOver({ 'best_5.csv': rows('A5;6') });
    room.remove('best_4.csv');
    expect((await passOver({ 'best_6.csv': rows('A4;6') })).calls).toHaveLength(1);
  });

  it('are read again once, and refused, where another column is mapped by now', async () => {
    await parked();
    const { shop } = room;
    const { config } = await openShop(catalog.replace('Qty: Menge', 'Qty: Bestand'));
    const sources = config.catalog!.sources.map((source) => ({
      ...source,
      folder: shop.config.catalog!.sources[0]!.folder,
    }));
    await room.restart({
      ...shop,
      config: { ...shop.config, catalog: { ...config.catalog!, sources } },
    });
    expect(await passOver()).toMatchObject({
      runs: [{ file: 'best_2.csv', isRefused: true }],
      calls: [],
    });
    // One question, and no more the one that nobody could answer.
    expect(await room.catalog.held()).toMatchObject([{ run: 5, items: 1 }]);
    expect(await passOver()).toEqual({ runs: [], calls: [] });
  });
});
