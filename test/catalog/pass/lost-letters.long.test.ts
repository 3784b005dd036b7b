import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const lettered = ['ÖL-1', 'KÜ-2', 'GRÖSSE-3', 'Ä4'];
const plain = Array.from({ length: 60 }, (_, n) => `N-${n}`);
const rows = (ids: readonly string[], cells: string) => ids.map((id) => `${id};${cells}`);
const stocks = (ids: readonly string[], quantity: number) => ({
  'b.csv': ['Nr;Menge', ...rows(ids, `${quantity}`), ...rows(plain, '7')],
});
const inAscii = (text: string) => text.replace(/\P{ASCII}/gu, '?');
const causes = async () => (await room.catalog.needsYou()).map(({ cause }) => cause);

describe('fault 6: a stock row of an unknown number that an article has in other letters', () => {
  const catalog = `  sources:
    - { name: articles, folder: ./out, files: "a.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: "b.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
  const articles = { 'a.csv': ['Nr;Name', ...rows([...lettered, ...plain], 'Rad')] };

  it.each([
    ['in ASCII', lettered.map(inAscii)],
    ['of DOS', ['™L-1', 'Kš-2', 'GR™SSE-3', 'Ž4']],
    ['without umlauts', ['OEL-1', 'KU-2', 'GROSSE-3', 'A4']],
  ])('is rejected and told until the file is right again: %s', async (_, wrong) => {
    await open(catalog);
    await passOver({ ...articles, ...stocks(lettered, 7) });
    await passOver(stocks(wrong, 0));
    await passOver();
    const [, facts] = (await room.catalog.facts()).sources;
    expect(facts?.lastRun).toMatchObject({ rejected: 4, skipped: 0 });
    expect(await causes()).toEqual([
      `First: row 2, Nr "${wrong[0]}" is not an article on the marketplace, but ÖL-1 is one, in other letters: is the encoding right?`,
    ]);
    await passOver(stocks(lettered, 0));
    expect(await causes()).toEqual([]);
    expect((await room.market.products())[0]).toMatchObject({ availableQty: 0 });
  });

  it.each([
    ['in a Cyrillic page', 'ВА47-29', '‚Ђ47-29', 'in other letters'],
    ['in letters of Latin', 'ВА47-29', 'BA47-29', 'with look-alike signs (U+0042 for U+0412)'],
    ['in Cyrillic letters', 'BA47-29', 'ВА47-29', 'with look-alike signs (U+0412 for U+0042)'],
    ['with a no-break blank', 'A 5', 'A\u00a05', 'with look-alike signs (U+00A0 for U+0020)'],
    ['with a dash', 'A-5', 'A–5', 'with look-alike signs (U+2013 for U+002D)'],
    ['in wide digits', '1000', '１０００', 'with look-alike signs (U+FF11 for U+0031)'],
    ['with a combining mark', 'ÖL-5', 'O\u0308L-5', 'with accents as combining marks'],
  ])('is rejected and told: %s', async (_, ...[number, wrong, how]) => {
    await open(catalog);
    await passOver({ 'a.csv': ['Nr;Name', ...rows([number, ...plain], 'Rad')], ...stocks([], 7) });
    await passOver(stocks([wrong], 0));
    expect(await causes()).toEqual([
      `First: row 2, Nr "${wrong}" is not an article on the marketplace, but ${number} is one, ${how}: is the encoding right?`,
    ]);
  });

  it.each([
    ['ab-5', 'AB-5'],
    ['AB-5X', 'Ab-5x'],
    ['a5', 'Ａ5'],
  ])('is rejected and told: %s as %s', async (number, wrong) => {
    await open(catalog);
    await passOver({ 'a.csv': ['Nr;Name', ...rows([number, ...plain], 'Rad')], ...stocks([], 7) });
    await passOver(stocks([wrong], 0));
    expect((await causes()).join()).toContain(
      `Nr "${wrong}" is not an article on the marketplace, but ${number} is one, `,
    );
  });

  it('is skipped in silence where the file names that article in its own capitals, too', async () => {
    await open(catalog);
    await passOver({ ...articles, ...stocks(['äa', 'n-1', ...plain], 7) });
    expect(await causes()).toEqual([]);
  });

  it('says of the article that the newest stock export does not name it', async () => {
    await open(catalog);
    await passOver({ ...articles, ...stocks(lettered, 7) });
    await passOver(stocks(lettered.slice(1), 7));
    expect((await room.catalog.why('ÖL-1')).next).toBe(
      'Nothing: it is in step; the newest stock export does not name it.',
    );
    expect((await room.catalog.why('KÜ-2')).next).toBe('Nothing: it is in step.');
  });

  it('is skipped in silence where the file names that article itself, and has its stock', async () => {
    await open(catalog);
    await passOver({ ...articles, ...stocks(['OL-1', ...lettered, 'A4'], 7) });
    expect(await causes()).toEqual([]);
  });

  it('is skipped in silence where it is another article', async () => {
    await open(catalog);
    await passOver({ ...articles, ...stocks([...lettered, 'ÖL-9', 'N?', 'Л-1', 'ÜL-1', 'Ö4'], 7) });
    expect(await causes()).toEqual([]);
  });
});

describe('fault 6: a product of an unknown number that one has in other letters', () => {
  const catalog = (keys: string) => `  vanished: hide
  sources:
    - { name: articles, ${keys}, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
  const file = (...first: string[]) => ['Nr;Name;Menge', ...first, ...rows(plain, 'Rad;7')];

  it.each(['contents: full', 'contents: delta'])(
    'is not created beside it, which stays as it is (%s)',
    async (keys) => {
      await open(catalog(keys));
      await passOver({ 'a1.csv': file('ÖL-5;Öl 5;7', 'ÖL-50;Fett;7') });
      const before = await room.market.products();
      await passOver({ 'a2.csv': file('™L-5;™l 5;6', '?L-50;Fett;6') });
      expect(await room.market.products()).toEqual(before);
      expect((await causes()).join()).toContain('Nr "™L-5" is not an article on the marketplace');
    },
  );

  it('is not created beside it in other capitals, but beside it where the file names both', async () => {
    await open(catalog('contents: full'));
    await passOver({ 'a1.csv': file('ab-5;Bolzen;7') });
    await passOver({ 'a2.csv': file('AB-5;Bolzen;0') });
    expect((await causes()).join()).toContain('but ab-5 is one, in other capitals.');
    await passOver({ 'a3.csv': file('ab-5;Bolzen;7', 'AB-5;Bolzen;6') });
    const products = await room.market.products();
    const bolts = products.filter(({ name }) => name === 'Bolzen');
    expect(bolts.map(({ availableQty }) => availableQty)).toEqual([7, 6]);
  });

  it('is an article of its own where it has another name', async () => {
    await open(catalog('contents: full'));
    await passOver({ 'a1.csv': file('К-100;Болт;7') });
    await passOver({ 'a2.csv': file('К-100;Болт;7', 'K-100;Bolt;7', '?-100;Nut;7') });
    expect(await room.market.products()).toHaveLength(63);
  });

  it('is an article of its own where the file names both', async () => {
    await open(catalog('contents: full'));
    await passOver({ 'a1.csv': file('Ö1;Öse;7', 'MU-½;Muffe;7') });
    await passOver({
      'a2.csv': file('O1;Öse;6', 'Ö1;Öse;7', 'Ä1;Öse;5', 'MU-½;Muffe;7', 'MU-¾;Muffe;4'),
    });
    const products = await room.market.products();
    expect(products.map(({ externalId, availableQty }) => [externalId, availableQty])).toEqual(
      expect.arrayContaining([
        ['Ö1', 7],
        ['O1', 6],
        ['Ä1', 5],
        ['MU-½', 7],
        ['MU-¾', 4],
      ]),
    );
    expect(await causes()).toEqual([]);
  });

  it('takes over once the other one is off sale', async () => {
    await open(catalog('contents: full'));
    await passOver({ 'a1.csv': file('ÖL-5;Oel;7') });
    await passOver({ 'a2.csv': file('OEL-5;Oel;7') });
    const [held] = await room.catalog.held();
    await room.catalog.release(held!.id, 'clerk');
    await passOver();
    await passOver({ 'a3.csv': file('OEL-5;Oel;8') });
    const oil = (await room.market.products()).filter(({ name }) => name === 'Oel');
    expect(oil.map(({ externalId, isActive }) => [externalId, isActive])).toEqual([
      ['ÖL-5', false],
      ['OEL-5', true],
    ]);
  });
});
