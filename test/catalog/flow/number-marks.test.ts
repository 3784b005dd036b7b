import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const articles = `  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Nr, availableQty: Menge } }`;
const file = (...rows: string[]) => ({ 'a.csv': ['Nr;Menge', ...rows] });
const stock = (policy: string) => `  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "s.csv", ${dialect}, duplicates: ${policy}, mapping: { externalId: Nr, availableQty: Menge } }`;
const stockFile = (...rows: string[]) => ({ 's.csv': ['Nr;Menge', ...rows] });

/** The rejected rows of the newest result file of a source. */
function rejected(source: string): readonly string[] {
  const names = room.shop.names('results').filter((name) => name.startsWith(`${source}-`));
  const newest = names.toSorted((one, other) => numberIn(one) - numberIn(other)).at(-1);
  const lines = room.shop.read(`results/${newest}`).split('\r\n').slice(1, -1);
  return lines.filter((line) => line.split(';').includes('rejected'));
}

function numberIn(name: string): number {
  return Number(/\d+/.exec(name)?.[0]);
}

describe('fault 7: a file of which one number shows that the thousands mark of its style is a decimal mark', () => {
  it('sends no number with such a group, wherever that row stands, and says by which row', async () => {
    await open(articles);
    const { calls } = await passOver(file('A;22.125', 'B;94.5', 'C;7', 'D;1.250,5'));
    expect(calls).toEqual([
      [
        'upsert',
        { externalId: 'C', name: 'C', availableQty: 7 },
        { externalId: 'D', name: 'D', availableQty: 1250.5 },
      ],
    ]);
    const [group, opposite] = rejected('articles');
    expect(group).toContain(
      '""22.125"": can be read in two ways: row 3 of the same export writes 94.5, where the point is a decimal mark.',
    );
    expect(opposite).toContain('""94.5"": is not a number');
    const next = await passOver(file('A;22,125', 'B;94,5', 'C;7', 'D;1.250,5'));
    expect(next.calls).toEqual([
      [
        'upsert',
        { externalId: 'A', name: 'A', availableQty: 22.125 },
        { externalId: 'B', name: 'B', availableQty: 94.5 },
      ],
    ]);
  });

  it('leaves what is in step alone, also where its rows are not read, and what changes waits for the correction', async () => {
    await open(articles);
    await passOver(file('A;1.250', 'B;2.500', 'C;7'));
    const wrong = await passOver(file('A;1.250', 'B;2.600', 'C;8', 'D;94.5'));
    expect(wrong.calls).toEqual([['stock', { externalId: 'C', availableQty: 8 }]]);
    expect(wrong.runs[0]).toMatchObject({ unchanged: 1, sent: 1, rejected: 2 });
    const again = await passOver(file('A;1.250', 'B;2.600', 'C;8', 'D;94.5', 'E;1'));
    expect(again.runs[0]).toMatchObject({ unchanged: 2, sent: 1, rejected: 2 });
    const right = await passOver(file('A;1.250', 'B;2.600', 'C;8', 'E;1'));
    expect(right.calls).toEqual([['stock', { externalId: 'B', availableQty: 2600 }]]);
  });

  it('sends nothing of a sum of which one row has such a group', async () => {
    await open(stock('sum'));
    await passOver({
      'a.csv': ['Nr;Name', 'A;a', 'B;b', 'C;c'],
      ...stockFile('A;1', 'B;1', 'C;1'),
    });
    const { calls, runs } = await passOver(stockFile('A;22.125', 'A;3', 'B;5', 'B;6', 'C;94.5'));
    expect(calls).toEqual([['stock', { externalId: 'B', availableQty: 11 }]]);
    expect(runs[0]).toMatchObject({ read: 5, sent: 1, skipped: 1, rejected: 3 });
    expect(rejected('stock').map((line) => line.split(';')[2])).toEqual(['2', '3', '6']);
  });

  it('asks the row that counts alone where the last one does', async () => {
    await open(stock('last'));
    await passOver({
      'a.csv': ['Nr;Name', 'A;a', 'B;b', 'C;c'],
      ...stockFile('A;1', 'B;1', 'C;1'),
    });
    const { calls } = await passOver(stockFile('A;22.125', 'A;3', 'B;5', 'B;22.125', 'C;94.5'));
    expect(calls).toEqual([['stock', { externalId: 'A', availableQty: 3 }]]);
  });

  it.each(['full', 'delta'])(
    'keeps no such stock for the upsert that creates its article: %s',
    async (contents) => {
      await open(stock('reject').replace('kind: stock,', `kind: stock, contents: ${contents},`));
      await passOver({ 'a.csv': ['Nr;Name', 'A;a'] });
      const { runs } = await passOver(stockFile('A;5', 'B;22.125', 'C;94.5'));
      expect(runs[0]).toMatchObject({ read: 3, sent: 1, unchanged: 0 });
      const { calls } = await passOver({ 'a.csv': ['Nr;Name', 'A;a', 'B;b'] });
      expect(calls).toEqual([['upsert', { externalId: 'B', name: 'b' }]]);
    },
  );

  it('takes no thousandth off, where a number shows that the decimal mark is between thousands', async () => {
    const left = articles.replace('Menge }', '{ sum: [Menge], minus: [Zugesagt] } }');
    const twoColumns = (...rows: string[]) => ({ 'a.csv': ['Nr;Menge;Zugesagt', ...rows] });
    await open(left);
    await passOver(twoColumns('A;250;0', 'B;7;0', 'C;1;0'));
    const { calls } = await passOver(twoColumns('A;1500;1,250', 'B;9;1', 'C;1,250.5;1'));
    expect(calls).toEqual([['stock', { externalId: 'B', availableQty: 8 }]]);
    const [doubted] = rejected('articles');
    expect(doubted).toContain(
      '""1,250"": can be read in two ways: row 4 of the same export writes 1,250.5, where the comma separates thousands.',
    );
  });

  it('leaves three decimals alone where no number of the opposite style has groups', async () => {
    await open(articles);
    const { calls } = await passOver(file('A;5,000', 'B;1,250', 'C;94.5'));
    expect(calls).toMatchObject([['upsert', { availableQty: 5 }, { availableQty: 1.25 }]]);
  });

  it('doubts three decimals of a style without thousands, too, and tells them by the row that has groups', async () => {
    await open(articles.replace('1.234,56', '1234.56'));
    const { calls } = await passOver(file('A;1.250', 'B;94,5', 'C;1.250,5', 'D;2.5'));
    expect(calls).toMatchObject([['upsert', { externalId: 'D', availableQty: 2.5 }]]);
    expect(rejected('articles')[0]).toContain('row 4 of the same export writes 1.250,5');
  });

  it('does not hold the rest of the file, however many they are', async () => {
    await open(articles);
    const rows = (wrong: string, more: number): string[] =>
      Array.from({ length: 30 }, (_, n) => {
        if (n === 0) return `A0;${wrong}`;
        return n < 20 ? `A${n};1.${100 + n + more}` : `A${n};${n + more}`;
      });
    await passOver(file(...rows('7', 0)));
    const { runs, calls } = await passOver(file(...rows('94.5', 1)));
    expect([runs[0]?.rejected, runs[0]?.sent, calls[0]?.length]).toEqual([20, 10, 11]);
    expect(await room.catalog.held()).toEqual([]);
    expect((await room.catalog.needsYou())[0]?.what).toBe('20 of 30 rows of a.csv were rejected.');
  });

  it('sends groups as thousands while nothing speaks against it', async () => {
    await open(articles);
    const { calls } = await passOver(file('A;22.125', 'B;94,5', 'C;viel'));
    expect(calls).toMatchObject([['upsert', { availableQty: 22_125 }, { availableQty: 94.5 }]]);
  });
});
