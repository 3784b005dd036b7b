import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, published, room, undone, useRoom } from '../one-room.ts';
import { idsOf, refusal } from '../room.ts';

const active = 'isActive: { column: Aktiv, translate: { J: true, N: false } }';
const whole = `{ name: articles, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge, ${active} } }`;
const base = ['Nr;Name;Menge;Aktiv', ...[1, 2, 3, 4, 5, 6].map((n) => `G${n};Gut;5;J`)];
const rows = (...more: readonly string[]) => [...base, ...more];

const all = async () =>
  (await published())
    .map(({ externalId, name, availableQty, isActive }) =>
      [externalId, name, availableQty, isActive].join(' '),
    )
    .filter((text) => !text.startsWith('G'))
    .toSorted();
const leftOf = async (run: number) => {
  const { left } = await room.catalog.undo({ run: String(run), quantities: true });
  return left.map(({ externalId, why }) => `${externalId}: ${why}`);
};

useRoom();

describe('two bad exports, one after the other', () => {
  const exports = [
    rows('A;Rad;10;J', 'B;Reifen;20;J', 'C;Kette;30;J', 'D;Bremse;40;N'),
    rows('A;Rat;1;J', 'C;Kette;3;J', 'D;Bremse;40;J', 'X;Neu;9;J'),
    rows('A;Ratte;1;J', 'B;Reif;2;J', 'C;Kette;4;J', 'Y;Neu;8;J'),
  ];

  it.each(['unpublish', 'hide'])(
    'are both taken back, the newest first, with what they left out (vanished: %s)',
    async (vanished) => {
      await open(`  vanished: ${vanished}\n  sources:\n    - ${whole}`);
      const states = [];
      for (const file of exports) {
        await passOver({ 'a.csv': file });
        states.push(await all());
      }
      for (const run of [3, 2]) {
        expect(await leftOf(run)).toEqual([]);
        await undone(run, true);
        const isCreated = (text: string) => /^[XY] /.test(text);
        const now = (await all()).filter((text) => !(isCreated(text) && text.endsWith('false')));
        expect(now, `undo ${run}`).toEqual(states[run - 2]);
      }
      await room.restart();
      expect(await passOver()).toEqual({ runs: [], calls: [] });
      expect((await room.catalog.needsYou()).map(({ id }) => id)).toEqual(['refused-articles']);
      await passOver({ 'a.csv': exports[1]! });
      expect((await all()).includes('A Rad 10 true')).toBe(true);
    },
  );

  it('are taken back with the stock of a stock source', async () => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "s.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
    const stock = (...quantities: readonly number[]) => [
      'Nr;Menge',
      ...quantities.map((quantity, n) => `G${n + 1};${quantity}`),
    ];
    await passOver({ 'a.csv': base, 's.csv': stock(10, 10, 10) });
    for (const quantities of [[20, 10, 15], [30, 40, 15], []])
      await passOver({ 's.csv': stock(...quantities, 1) });
    const now = async () => (await published()).map((one) => one.availableQty).slice(0, 3);
    const runs = room.catalog.store.runs.last(9).filter(({ source }) => source === 'stock');
    const [last, third, second] = runs.map(({ id }) => id);
    await undone(last, true);
    expect(await now()).toEqual([30, 40, 15]);
    await undone(third, true);
    expect(await now()).toEqual([20, 10, 15]);
    await undone(second, true);
    expect(await now()).toEqual([10, 10, 10]);
  });

  it('are not both taken back where the second still stands, or stands again', async () => {
    await open(`  sources:\n    - ${whole}`);
    const named = (a: string, b = a, c = a) =>
      rows(...[a, b, c].map((name, n) => `${'ABC'[n]};${name};1;J`));
    for (const name of ['Rad', 'Rat', 'Ratte']) await passOver({ 'a.csv': named(name) });
    const names = async () => (await all()).map((text) => text.split(' ')[1]);
    const later = (...ids: readonly string[]) =>
      ids.map((id) => `${id}: a later run has changed it since`);
    expect(await leftOf(2)).toEqual(later('A', 'B', 'C'));
    room.post.intercept((mutation) => (idsOf(mutation).includes('B') ? refusal : undefined));
    await undone(3, true);
    room.post.intercept(undefined);
    expect(await names()).toEqual(['Rat', 'Ratte', 'Rat']);
    expect(await leftOf(2)).toEqual(later('B'));
    await undone(4, true);
    expect(await names()).toEqual(['Ratte', 'Ratte', 'Ratte']);
    expect(await leftOf(2)).toEqual(later('A', 'B', 'C'));
    await undone(5, true);
    await passOver({ 'a.csv': named('Rast', 'Ratte', 'Rat') });
    expect(await leftOf(2)).toEqual(later('A', 'B'));
    await undone(2, true);
    expect(await names()).toEqual(['Rast', 'Ratte', 'Rad']);
    expect(await leftOf(6)).toEqual(later('A', 'C'));
  });
});

describe('two bad files of changes', () => {
  it.each(['unpublish', 'hide'])(
    'are both taken back with what they created, until a file names that again (vanished: %s)',
    async (vanished) => {
      const source = whole.replace('files:', 'contents: delta, files:');
      await open(`  vanished: ${vanished}\n  sources:\n    - ${source}`);
      for (const [at, row] of ['A;Rad;5;J', 'X;Neu;7;', 'X;Neuer;2;'].entries())
        await passOver({ [`a${at}.csv`]: [base[0]!, row] });
      const shown = vanished === 'hide' ? ['X Neu 7 false'] : [];
      await undone(3, true);
      expect(await all()).toEqual(['A Rad 5 true', 'X Neu 7 true']);
      const { left, vanished: gone } = await room.catalog.undo({ run: '2', quantities: false });
      expect([left, gone]).toEqual([[], 1]);
      await undone(2, true);
      expect(await all()).toEqual(['A Rad 5 true', ...shown]);
      await passOver({ 'a4.csv': [base[0]!, 'A;Rad;6;J'] });
      expect((await room.catalog.needsYou()).map(({ cause }) => cause)).toEqual([
        'First: X in a2.csv, taken back by undo: Menge, Aktiv.',
      ]);
      await passOver({ 'a5.csv': [base[0]!, 'X;Neu;3;J'] });
      expect(await all()).toEqual(['A Rad 6 true', 'X Neu 3 true']);
      expect(await room.catalog.needsYou()).toEqual([]);
    },
  );

  it('are both taken back, and what no file says again is reported of both', async () => {
    await open(`  sources:\n    - ${whole.replace('files:', 'contents: delta, files:')}`);
    for (const [at, file] of [
      base,
      ['A;Rad;5;J', 'B;Reif;5;J'],
      ['A;Rat;7;N', 'B;Reif;9;J'],
      ['A;Ratte;2;N'],
    ].entries())
      await passOver({ [`a${at}.csv`]: at === 0 ? file : [base[0]!, ...file] });
    await undone(4, true);
    await undone(3, true);
    expect(await all()).toEqual(['A Rad 5 true', 'B Reif 5 true']);
    await passOver({ 'a4.csv': [base[0]!, 'G1;Gut;6;J'] });
    expect((await room.catalog.needsYou()).map(({ what }) => what)).toEqual([
      'articles: 2 rows of earlier files had no effect, and no later file repeats them.',
    ]);
    await passOver({ 'a5.csv': [base[0]!, 'A;Rad;5;J', 'B;Reif;5;J'] });
    expect(await room.catalog.needsYou()).toEqual([]);
  });
});

describe('a file of changes that counts again without its stock', () => {
  it('is reported for the stock until a file names the article again', async () => {
    await open(`  sources:\n    - ${whole.replace('files:', 'contents: delta, files:')}`);
    for (const [at, row] of ['A;Rad;5;J', 'A;Rat;0;J', 'G1;Gut;6;J'].entries())
      await passOver({ [`a${at}.csv`]: [base[0]!, row] });
    await undone(2, true);
    await undone(4);
    expect(await all()).toEqual(['A Rat 5 true']);
    expect((await room.catalog.needsYou()).map(({ cause }) => cause)).toEqual([
      'First: A in a1.csv, taken back by undo: Menge.',
    ]);
    await passOver({ 'a3.csv': [base[0]!, 'A;Rat;1;J'] });
    expect(await all()).toEqual(['A Rat 1 true']);
    expect(await room.catalog.needsYou()).toEqual([]);
  });
});

describe('three bad exports of two sources of articles', () => {
  it.each([
    ['one after the other', false],
    ['both at once', true],
  ])(
    'are all taken back, and what the other source says next repeats none of them (%s)',
    async (_, isTogether) => {
      await open(`  sources:
    - { name: articles, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: texts, folder: ./out, files: "t*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`);
      const named = (name: string) => ({ 'a.csv': ['Nr;Name', `A;${name}`, 'B;Mutter'] });
      const brands = (brand: string) => ({ 't.csv': ['Nr;Marke', `A;${brand}`, 'B;M'] });
      const now = async () => {
        const a = (await published()).find(({ externalId }) => externalId === 'A');
        return `${a?.name} ${a?.brand}`;
      };
      await passOver({ ...named('Rad'), ...brands('M') });
      for (const [name, brand] of ['Rat R', 'Ratte S', 'Ratze T'].map((said) => said.split(' '))) {
        const files = [named(name!), brands(brand!)];
        for (const file of isTogether ? [Object.assign({}, ...files)] : files) await passOver(file);
      }
      const runs = room.catalog.store.runs.last(6);
      const takenBack = async (of: string) => {
        const states = [];
        for (const { id } of runs.filter(({ source }) => source === of)) {
          await undone(id);
          states.push(await now());
        }
        return states;
      };
      expect(await takenBack('texts')).toEqual(['Ratze S', 'Ratze R', 'Ratze M']);
      expect(await takenBack('articles')).toEqual(['Ratte M', 'Rat M', 'Rad M']);
      await passOver(brands('N'));
      expect(await now()).toBe('Rad N');
    },
  );
});
