import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

const source = (stock: string) => `  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Nr, availableQty: ${stock} } }`;
const many = 30;
/** Four of five articles are sold on a day. */
const sold = (n: number, day: number) => ((n + day) % 5 === 0 ? 0 : 1 + ((n * 3 + day) % 4));
/** At the end of a day, 0 before the first. */
const stockOf = (n: number, day: number): number =>
  day === 0 ? 20 + ((n * 7) % 60) : stockOf(n, day - 1) - sold(n, day);

type Line = (n: number) => readonly [stock: number, other: number];
const file = (head: string, line: Line) => ({
  'a.csv': [head, ...Array.from({ length: many }, (_, n) => `A${n};${line(n).join(';')}`)],
});
const at =
  (day: number, other: (n: number) => number): Line =>
  (n) => [stockOf(n, day), other(n)];
const heldSentences = async () => (await room.catalog.held()).map(({ sentence }) => sentence);

useRoom();

describe('fault 5: ordinary days of a stock beside which a second one stands', () => {
  it.each<[string, readonly Line[]]>([
    [
      'Physisch',
      [0, 1, 2].flatMap((day) => [
        at(day, (n) => stockOf(n, day)),
        at(day + 1, (n) => stockOf(n, day)),
      ]),
    ],
    ['Vortag', [1, 2, 3, 4].map((day) => at(day, (n) => stockOf(n, day - 1)))],
    ['Inventur', [0, 1, 2, 3].map((day) => at(day, (n) => stockOf(n, 0)))],
  ])('are no doubt: %s', async (other, days) => {
    await open(source('Menge'));
    for (const day of days) {
      await passOver(file(`Nr;Menge;${other}`, day));
      expect(await heldSentences()).toEqual([]);
    }
    const shown = (await room.market.products()).map(({ availableQty }) => availableQty);
    expect(shown).toEqual(Array.from({ length: many }, (_, n) => days.at(-1)!(n)[0]));
  });

  it('are told from the columns that have changed places: then most stocks rise', async () => {
    await open(source('Frei'));
    const reserved: Line = (n) => [stockOf(n, 0) - 1 - (n % 4), stockOf(n, 0)];
    await passOver(file('Nr;Frei;Physisch', reserved));
    const swapped = file('Nr;Frei;Physisch', (n) => [reserved(n)[1], reserved(n)[0]]);
    expect((await passOver(swapped)).calls).toEqual([]);
    expect(await heldSentences()).toEqual([
      'In a.csv 30 of 30 known quantities change at once, and most of the old ones are in column Physisch now: have its columns moved? Rows that would send a quantity are held, with all that they change; the others are sent.',
    ]);
  });

  it('are known from the first release on where most of a stock is sold every day', async () => {
    await open(source('Menge'));
    const fresh = (n: number, day: number) => [40, 12, 30, 9][day]! + n + (n % 3);
    const day =
      (of: number): Line =>
      (n) => [fresh(n, of), fresh(n, of - 1)];
    const files = [1, 2, 3].map((of) => file('Nr;Menge;Vortag', day(of)));
    await passOver(files[0]);
    await passOver(files[1]);
    expect(await heldSentences()).toHaveLength(1);
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'clerk');
    await passOver();
    await passOver(files[2]);
    expect(await heldSentences()).toEqual([]);
  });
});
