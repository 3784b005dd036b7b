import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const catalog = (missing: string) => `  sources:
    - { name: articles, folder: ./out, files: "art.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: ${missing}, folder: ./out, files: "b.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const articles = ['Nr;Name', '00003;Rad', '00004;Reifen', 'X15;Kette', '77;Korb'];

/** A stock export whose numbers may have lost their zeros. */
const stocks = (...rows: string[]) => ({ 'b.csv': ['Nr;Menge', ...rows] });

describe('a stock row of an unknown number that an article has with zeros before it', () => {
  it.each(['keep', 'zero'])('is rejected and told under missing: %s', async (missing) => {
    await open(catalog(missing));
    await passOver({ 'art.csv': articles, ...stocks('00003;5', '00004;5', 'X15;5', '77;5') });
    await passOver(stocks('3;1', '4;2', 'X15;3', '77;4', '99;1'));
    const [, stockFacts] = (await room.catalog.facts()).sources;
    expect(stockFacts?.lastRun).toMatchObject({ sent: 2, rejected: 2, skipped: 1 });
    const [need, ...others] = await room.catalog.needsYou();
    const told = [need, ...others].map((each) => each?.cause).join('\n');
    expect(told).toContain(
      'First: row 2, Nr "3" is not an article on the marketplace, but 00003 is one: its leading zeros seem to be lost.',
    );
    const stock = (await room.market.products()).map(({ availableQty }) => availableQty);
    expect(stock).toEqual([5, 5, 3, 4]);
    const { next } = await room.catalog.why('3');
    expect(next).toMatch(/^Its row was rejected\. Export article numbers as text/);
  });

  it('is told no more once the numbers are whole again', async () => {
    await open(catalog('keep'));
    await passOver({ 'art.csv': articles, ...stocks('00003;5', '00004;5', 'X15;5', '77;5') });
    await passOver(stocks('3;1', '00004;2', 'X15;3', '77;4'));
    await passOver(stocks('00003;1', '00004;2', 'X15;3', '77;4'));
    expect(await room.catalog.needsYou()).toEqual([]);
  });

  it('is another article once that is known', async () => {
    await open(catalog('keep'));
    await passOver({ 'art.csv': articles, ...stocks('00004;5', '3;7') });
    expect(await room.catalog.needsYou()).toHaveLength(1);
    await passOver({ 'art.csv': [...articles, '3;Lampe'] });
    expect(await room.catalog.needsYou()).toEqual([]);
    expect((await room.market.products()).at(-1)).toMatchObject({
      externalId: '3',
      availableQty: 7,
    });
    expect((await room.catalog.why('3')).next).toBe('Nothing: it is in step.');
  });
});

describe('a stock row of an article that is not sold, where the file names one with zeros before its number, too', () => {
  const both = stocks('1;9', '00003;5', '3;8', '00004;5', '4;8', '7;9');

  it('is skipped as that of any other, and the rest goes', async () => {
    await open(catalog('keep'));
    await passOver({ 'art.csv': articles, ...both });
    const [, stockFacts] = (await room.catalog.facts()).sources;
    expect(stockFacts?.lastRun).toMatchObject({ sent: 2, rejected: 0, skipped: 4 });
    expect(await room.catalog.needsYou()).toEqual([]);
  });

  it('is still doubted where only changes are exported', async () => {
    await open(catalog('keep').replace('missing: keep', 'contents: delta'));
    await passOver({ 'art.csv': articles, ...both });
    const [, stockFacts] = (await room.catalog.facts()).sources;
    expect(stockFacts?.lastRun).toMatchObject({ sent: 2, rejected: 2 });
  });
});

describe('an article with the name or barcode of one that has zeros before its number', () => {
  const products = (contents: string) =>
    `  sources:\n    - { name: articles, contents: ${contents}, folder: ./out, files: "art*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
  const rows = (from: number, ...first: string[]) => [
    'Nr;Name;Menge',
    ...first,
    ...Array.from({ length: 100 - from }, (_, n) => `X${n + from};Rad ${n + from};5`),
  ];

  it.each(['full', 'delta'])(
    'is rejected and not created beside it (contents: %s)',
    async (contents) => {
      await open(products(contents));
      await passOver({ 'art1.csv': rows(2, '00001;Lampe;7', '00002;Korb;7') });
      await passOver({ 'art2.csv': rows(2, '1;Lampe;0', '2;Korb;0') });
      expect(await room.market.products()).toHaveLength(100);
      expect((await room.catalog.needsYou())[0]?.cause).toContain(
        'Nr "1" is not an article on the marketplace, but 00001 is one',
      );
    },
  );

  it('is an article of its own where it has another name', async () => {
    await open(products('full'));
    await passOver({ 'art1.csv': rows(2, '00001;Lampe;7', '00002;Korb;7') });
    await passOver({ 'art2.csv': rows(2, '00001;Lampe;7', '00002;Korb;7', '1;Seil;3') });
    expect(await room.market.products()).toHaveLength(101);
    expect(await room.catalog.needsYou()).toEqual([]);
  });
});

describe('a row without a name, which creates no article', () => {
  const flag = 'isActive: { column: Aktiv, translate: { J: true, N: false } }';
  const told = async () => (await room.catalog.needsYou())[0]?.cause;

  it('is rejected and told where its source adds fields to the articles of another one', async () => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "art.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: more, folder: ./out, files: "more.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge, ${flag} } }`);
    const head = 'Nr;Menge;Aktiv';
    await passOver({ 'art.csv': articles, 'more.csv': [head, '00003;5;J', 'X15;5;J'] });
    const { runs } = await passOver({ 'more.csv': [head, '3;0;N', 'X15;5;J'] });
    expect(runs).toMatchObject([{ source: 'more', rejected: 1, unchanged: 1 }]);
    expect(await told()).toContain('Nr "3" is not an article on the marketplace, but 00003 is one');
  });

  it.each([
    ['00003', '3', 'its leading zeros seem to be lost'],
    ['KÖ-1', 'Kö-1', 'in other capitals'],
  ])('is rejected and told where it takes %s off sale as %s', async (number, written, why) => {
    await open(
      `  sources:\n    - { name: articles, contents: delta, folder: ./out, files: "art*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, ${flag} } }`,
    );
    await passOver({ 'art1.csv': ['Nr;Name;Aktiv', `${number};Rad;J`] });
    await passOver({ 'art2.csv': ['Nr;Name;Aktiv', `${written};;N`] });
    expect(await told()).toContain(why);
  });
});
