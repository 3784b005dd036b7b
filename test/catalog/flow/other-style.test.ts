import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const articles = (mapped: string, style = dialect) => `  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${style}, mapping: { externalId: Nr, name: Nr, availableQty: ${mapped} } }`;
const english = dialect.replace('1.234,56', '1,234.56');
/** One article in ten has a thousand or more. */
const stockOf = (n: number) => (n % 10 === 6 ? 1250 + n : (n * 7) % 90);
const sold = (n: number) => (n % 3 === 0 ? Math.max(0, stockOf(n) - 2) : stockOf(n));
const written = (locale: string, stock: (n: number) => number) =>
  Array.from({ length: 60 }, (_, n) => `A${n};${stock(n).toLocaleString(locale)};7`);
const file = (...rows: readonly string[]) => ({ 'a.csv': ['Nr;Menge;Rest', ...rows] });
const heldSentences = async () => (await room.catalog.held()).map(({ sentence }) => sentence);

describe('fault 7: an ERP that turns to the other number style beside a day’s sales', () => {
  it.each([
    ['de-DE', 'en-US', dialect],
    ['en-US', 'de-DE', english],
  ])('holds what is written with one mark, and the sales go: %s to %s', async (was, is, style) => {
    await open(articles('Menge', style));
    await passOver(file(...written(was, stockOf)));
    const { runs, calls } = await passOver(
      file(...written(is, sold), `N;${(1750).toLocaleString(is)};7`),
    );
    expect(await heldSentences()).toEqual([
      '6 quantities of a.csv with one mark before their last three digits jump by ÷1,000: is the number style right? 7 quantities written so are held; the rest of the file is sent.',
    ]);
    expect(runs[0]).toMatchObject({ held: 7, rejected: 0 });
    expect(calls.flatMap(([, ...items]) => items).length).toBeGreaterThan(10);
    const right = await passOver(file(...written(was, sold)));
    expect(right.runs[0]).toMatchObject({ held: 0 });
    expect(await heldSentences()).toEqual([]);
  });

  it('holds the one that jumps among many with three decimals, and no other', async () => {
    await open(articles('Menge'));
    const metres = (sale: number) => (n: number) => `A${n};${n + 1 - sale},500;7`;
    const rows = (sale: number) => Array.from({ length: 20 }, (_, n) => metres(sale)(n));
    await passOver(file(...rows(0), 'B;1250;7'));
    const { calls } = await passOver(file(...rows(1), 'B;1,250;7'));
    expect(calls.flatMap(([, ...items]) => items)).toHaveLength(20);
    expect(await heldSentences()).toEqual([
      '1 quantity of a.csv with one mark before its last three digits jumps by ÷1,000: is the number style right? 1 quantity written so is held; the rest of the file is sent.',
    ]);
  });

  it('holds it where it is one of the columns that are added up, and a release sends it', async () => {
    await open(articles('{ sum: [Menge, Rest] }'));
    await passOver(file('A;1.250;7', 'B;5;7', 'C;6;7', 'D;8;7'));
    const { calls } = await passOver(file('A;1,250;7', 'B;4;7', 'C;5;7', 'D;7;7'));
    expect(calls.flatMap(([, ...items]) => items)).toHaveLength(3);
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'clerk');
    expect((await passOver()).calls).toEqual([['stock', { externalId: 'A', availableQty: 8.25 }]]);
    expect(await heldSentences()).toEqual([]);
  });

  it('lets go what is a thousand times as much because it came in', async () => {
    await open(articles('Menge'));
    await passOver(file('A;1;7', 'B;2;7', 'C;3;7'));
    const { calls } = await passOver(file('A;1.000;7', 'B;5;7', 'C;6;7'));
    expect(calls).toMatchObject([['stock', { availableQty: 1000 }, {}, {}]]);
  });
});
