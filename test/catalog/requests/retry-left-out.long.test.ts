import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';
import { quantities, refusal } from '../room.ts';

useRoom();

const catalogOf = (keys = '', openOrders = 'ignore') => `  openOrders: ${openOrders}
${keys}  sources:
    - { name: art, folder: ./out, files: "art.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stk, kind: stock, missing: keep, folder: ./out, files: "s.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const stock = (...rows: readonly string[]) => passOver({ 's.csv': ['Nr;Menge', ...rows] });
const refuse = () =>
  room.post.intercept(({ body }) =>
    Buffer.from(body ?? '')
      .toString()
      .includes('"B"')
      ? refusal
      : undefined,
  );
const sentAgain = async () => quantities((await passOver()).calls);
const needs = async () => (await room.catalog.needsYou()).map(({ id }) => id);

/** The marketplace refuses 7 of B and has 60; the next file leaves B out. */
async function opened(openOrders?: string): Promise<void> {
  await open(catalogOf('', openOrders));
  await passOver({ 'art.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter', 'C;Bolzen'] });
  await stock('A;50', 'B;60', 'C;9');
  refuse();
  await stock('A;50', 'B;7', 'C;9');
  await stock('A;50', 'C;8');
  room.post.intercept(undefined);
}

describe('retry of a stock that was refused and that the newest whole file leaves out', () => {
  it.each([['ignore'], ['subtract']])(
    'sends what was exported last, and then nothing is left to tell (openOrders: %s)',
    async (openOrders) => {
      await opened(openOrders);
      expect(await room.catalog.needsYou()).toMatchObject([
        { id: 'unsaid-stk', fix: expect.stringContaining('stockhand retry --all') },
      ]);
      expect(await room.catalog.retry()).toEqual({ items: 1 });
      expect(await sentAgain()).toEqual([7]);
      expect(await needs()).toEqual([]);
      expect(await room.catalog.retry()).toEqual({ items: 0 });
    },
  );

  it('tells it until it was taken, whatever became of it meanwhile', async () => {
    await opened();
    refuse();
    await room.catalog.retry('B');
    await passOver();
    expect(await needs()).toContain('unsaid-stk');
    await stock('A;50', 'C;7');
    await room.restart();
    expect(await room.catalog.needsYou()).toMatchObject([
      { id: 'unsaid-stk', cause: 'First: B in s.csv row 3.' },
      { id: 'order-stock-refused' },
    ]);
    room.post.intercept(undefined);
    expect(await room.catalog.retry('B')).toEqual({ items: 1 });
    expect([await sentAgain(), await needs()]).toEqual([[7], []]);
  });

  it('also once another source has sent the article since', async () => {
    await opened();
    await passOver({ 'art.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter M8', 'C;Bolzen'] });
    expect(await room.catalog.retry()).toEqual({ items: 1 });
    expect([await sentAgain(), await needs()]).toEqual([[7], []]);
  });

  it('says what it waits for where the source is paused, and goes after that', async () => {
    await opened();
    await room.catalog.setPaused('stk', true);
    const why = 'its source is paused: stockhand resume stk';
    expect(await room.catalog.retry()).toEqual({ items: 0, waiting: [{ items: 1, why }] });
    expect(await sentAgain()).toEqual([]);
    await room.catalog.setPaused('stk', false);
    expect(await sentAgain()).toEqual([7]);
  });

  it('says that `only` leaves it out', async () => {
    await opened();
    const { config } = room.shop;
    const catalog = { ...config.catalog!, only: ['A'] };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    await passOver();
    const why = 'only: of the configuration leaves it out.';
    expect(await room.catalog.retry()).toEqual({ items: 0, waiting: [{ items: 1, why }] });
    expect(await sentAgain()).toEqual([]);
  });

  it('sends nothing that a held row has said otherwise since', async () => {
    await open(catalogOf('  brake: { zeroed: { share: 0%, count: 0 } }\n'));
    await passOver({ 'art.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter', 'C;Bolzen'] });
    await stock('A;50', 'B;60', 'C;9');
    refuse();
    await stock('A;50', 'B;7', 'C;9');
    room.post.intercept(undefined);
    await stock('A;50', 'B;0', 'C;9');
    await stock('A;50', 'C;8');
    const why = 'no export in use names it; the next export that names it sends it.';
    expect(await room.catalog.retry()).toEqual({ items: 0, waiting: [{ items: 1, why }] });
    expect([await sentAgain(), await needs()]).toEqual([[], ['unsaid-stk']]);
  });
});
