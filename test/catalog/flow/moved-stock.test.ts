import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const articles = `
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Nr } }`;
const stock = (more: string, mapped: string) => `  sources:${articles}
    - { name: stock, kind: stock, folder: ./out, files: "s.csv", ${dialect}, ${more} mapping: { ${mapped} } }`;
const byPlace = stock('headerRow: none,', 'externalId: 1, availableQty: 2');
const byName = stock('', 'externalId: Nr, availableQty: Menge');
const many = 30;
const lines = (line: (n: number) => string) => Array.from({ length: many }, (_, n) => line(n));
const list = ['Nr', ...lines((n) => `A${n}`)];
const quantity = (n: number) => [0, 3, 12, 125, 48][n % 5]! + (n % 3);
const price = (n: number) => `${3 + n},${n % 2 === 0 ? '50' : '95'}`;
const least = (n: number) => 10 + ((n * 7) % 23);
const heldSentences = async () => (await room.catalog.held()).map(({ sentence }) => sentence);
const asked = (why: string) =>
  `In s.csv 30 of 30 known quantities change at once, ${why}: have its columns moved? Rows that would send a quantity are held, with all that they change; the others are sent.`;
const fractions = asked('30 of them from whole numbers to fractions');

describe('fault 5: a stock that is the value of another column', () => {
  it.each([
    ['found by its place', byPlace, []],
    ['under the header that it had', byName, ['Nr;Menge;Preis']],
  ])('is held where whole numbers become fractions at once: %s', async (_, source, header) => {
    await open(source);
    const right = [...header, ...lines((n) => `A${n};${quantity(n)};${price(n)}`)];
    await passOver({ 'a.csv': list, 's.csv': right });
    const swapped = [...header, ...lines((n) => `A${n};${price(n)};${quantity(n)}`)];
    expect((await passOver({ 's.csv': swapped })).calls).toEqual([]);
    expect(await heldSentences()).toEqual([fractions]);
    expect((await passOver({ 's.csv': right })).calls).toEqual([]);
    expect(await heldSentences()).toEqual([]);
  });

  it('is held where what it was is in another column, and a release sends it', async () => {
    await open(byName);
    const head = 'Nr;Menge;Mindest';
    const right = lines((n) => `A${n};${quantity(n)};${least(n) * 10}`);
    await passOver({ 'a.csv': list, 's.csv': [head, ...right] });
    const swapped = lines((n) => `A${n};${least(n) * 10};${quantity(n)}`);
    expect((await passOver({ 's.csv': [head, ...swapped] })).calls).toEqual([]);
    expect(await heldSentences()).toEqual([
      asked('and most of the old ones are in column Mindest now'),
    ]);
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'clerk');
    expect((await passOver()).calls[0]).toHaveLength(many + 1);
  });

  it('is no doubt where a column always has the stock as it was', async () => {
    await open(byName);
    const day = (changed: number, now: number) => [
      'Nr;Menge;Vortag',
      ...lines(
        (n) => `A${n};${5 + n + (n < changed ? now : 0)};${5 + n + (n < changed ? now - 1 : 0)}`,
      ),
    ];
    await passOver({ 'a.csv': list, 's.csv': day(0, 0) });
    await passOver({ 's.csv': day(12, 1) });
    const rest = lines((n) => `A${n};${9 + 2 * n};${5 + n + (n < 12 ? 1 : 0)}`);
    const { calls } = await passOver({ 's.csv': ['Nr;Menge;Vortag', ...rest] });
    expect(calls[0]?.length).toBeGreaterThan(20);
    expect(await heldSentences()).toEqual([]);
  });

  it.each([
    ['metres are cut off few of them', (n: number) => (n < 14 ? '2,5' : `${quantity(n)}`)],
    ['all of them change and stay whole', (n: number) => `${quantity(n) + 1 + n}`],
  ])('is no doubt where %s', async (_, now) => {
    await open(byName);
    const file = (menge: (n: number) => string) => [
      'Nr;Menge;Preis',
      ...lines((n) => `A${n};${menge(n)};${price(n)}`),
    ];
    await passOver({ 'a.csv': list, 's.csv': file((n) => `${quantity(n)}`) });
    expect((await passOver({ 's.csv': file(now) })).calls).not.toEqual([]);
    expect(await heldSentences()).toEqual([]);
  });
});
