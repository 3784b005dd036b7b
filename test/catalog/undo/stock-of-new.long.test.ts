import { describe, expect, it } from 'vitest';
import { undoText } from '../../../src/cli/undo.ts';
import { passOver, room, useRoom } from '../one-room.ts';
import { created, read, readNext } from '../stock/new-articles.ts';

useRoom();

async function takeBack(run: number | undefined) {
  const proposed = await room.catalog.undo({ run: String(run), quantities: true });
  await room.catalog.apply(proposed.plan, { quietMs: 5_000, who: 'clerk' });
  return proposed;
}

describe('an article that is created after the undo of the stock file that named it', () => {
  const undone = ['missing: keep,', 'missing: zero,', 'contents: delta,'];
  const ofSums = undone.map((keys) => `${keys} duplicates: sum,`);

  it.each([...undone, ...ofSums])('has the stock of the file before: %s', async (keys) => {
    const [, second] = await read(keys, ['N;1', 'N;1', 'O;4'], ['O;5', 'P;6']);
    const proposed = await takeBack(second);
    expect(undoText(proposed)).toBe(
      `Run ${second} (l2.csv) changed nothing on the marketplace: of its 4 rows, 2 in step already, 2 skipped.
Nothing was sent.  Take back what it says of articles that are created later: stockhand apply ${proposed.plan}`,
    );
    const isSum = keys.includes('sum');
    expect(await created('N', 'O', 'P')).toEqual([isSum ? 2 : 1, 4, 100]);
  });

  it.each([...undone, ...ofSums].filter((keys) => !keys.includes('zero')))(
    'has it too where a next file leaves it out: %s',
    async (keys) => {
      const [, second] = await read(keys, ['N;1', 'O;4'], ['O;5', 'P;6']);
      await takeBack(second);
      await readNext('l3.csv', []);
      expect(await created('N', 'O', 'P')).toEqual([1, 4, 100]);
    },
  );

  it('has that of a newer file which says the same as the one that is taken back', async () => {
    const [, second] = await read('missing: keep,', ['O;4'], ['O;5'], ['O;5']);
    await takeBack(second);
    await readNext('l4.csv', []);
    expect(await created('O')).toEqual([5]);
  });

  it.each(['missing: keep,', 'contents: delta,'])(
    'has nothing of the last row of a file that was cut off (fault 4): %s',
    async (keys) => {
      await read(keys, ['M;3', 'O;3']);
      room.shop.write('out/l2.csv', 'Nr;Menge\nA;5\nB;5\nO;2\nM;1');
      await passOver();
      const third = await readNext('l3.csv', ['M;7', 'P;1']);
      await takeBack(third);
      expect(await created('M', 'O')).toEqual([3, 2]);
    },
  );

  it('has that of the file itself where the undo is taken back', async () => {
    const [, second] = await read('missing: keep,', ['O;4'], ['O;5']);
    await takeBack(second);
    const undo = room.catalog.store.sources.acceptedRun('lag') ?? 0;
    expect(undoText(await takeBack(undo))).toContain('Nothing was sent.  Take back what it says');
    await readNext('l3.csv', []);
    expect(await created('O')).toEqual([5]);
  });
});
