import iconv from 'iconv-lite';
import { afterEach, describe, expect, it } from 'vitest';
import { callsSince, ledgerEnd, openRoom, type Room } from '../room.ts';

let room: Room;
afterEach(() => room.close());

const open = async (contents = 'full') => {
  room = await openRoom(`  sources:
    - { name: articles, contents: ${contents}, folder: ./out, files: "a*.csv", stable: { quiet: 0s }, delimiter: ";", encoding: windows-1250, mapping: { externalId: Nr, name: Bez, description: Text, brand: Marke, availableQty: Menge, attributes: { Barva: Barva } } }`);
};
type Row = (n: number) => string;
const rows = (count: number, row: Row, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => `A${n + from};${row(n + from)};5`);

async function passOver(lines: readonly string[], encoding = 'windows-1250', file = 'a.csv') {
  const since = await ledgerEnd(room.market);
  const text = ['Nr;Bez;Text;Marke;Barva;Menge', ...lines, ''].join('\r\n');
  room.shop.write(`out/${file}`, iconv.encode(text, encoding));
  await room.pass();
  const sent = (await callsSince(room.market, since)).flatMap(([, ...items]) => items);
  return { sent: sent.length, held: (await room.catalog.held()).map(({ sentence }) => sentence) };
}

describe('fault 6: a file in another encoding', () => {
  it.each([
    ['a description', (n: number) => `Key ${n};Klíč plochý;x;x`],
    ['a brand', (n: number) => `Key ${n};x;Würth;x`],
    ['an attribute', (n: number) => `Key ${n};x;x;žlutá`],
  ])('is held where only %s has letters beyond ASCII, and right again goes by', async (_, row) => {
    await open();
    const right = rows(40, row);
    await passOver(right);
    const inAscii = right.map((line) => line.replace(/\P{ASCII}/gu, '?'));
    const held = await passOver(inAscii);
    expect(held.sent).toBe(0);
    expect(held.held).toEqual([
      '40 of 40 changed texts of a.csv become ? or other letters beyond a–z: is the encoding right? All 40 rows that would send such letters are held, except for their stock; the rest of the file is sent.',
    ]);
    expect(await passOver(right)).toEqual({ sent: 0, held: [] });
    const [hold] = await passOver(inAscii).then(() => room.catalog.held());
    await room.catalog.release(hold!.id, 'clerk');
    await room.pass();
    expect(await passOver(right)).toEqual({ sent: 40, held: [] });
  });

  it('is held where some of its letters stay', async () => {
    await open();
    const right = rows(40, (n) => `Key ${n};x;x;žlutá`);
    await passOver(right);
    expect(await passOver(right, 'ISO-8859-2')).toMatchObject({
      sent: 0,
      held: [expect.stringContaining('40 of 40 changed texts')],
    });
  });

  it('is held where a few articles are all that have such letters, and not where others keep theirs', async () => {
    await open();
    const few: Row = (n) => `${n < 4 ? 'Klíč plochý' : 'Key'} ${n};x;x;x`;
    const right = rows(44, few);
    await passOver(right);
    expect((await passOver(right, 'cp852')).held).toEqual([
      expect.stringContaining('4 of 4 changed texts'),
    ]);
    const corrected = rows(44, (n) => few(n).replace(/plochý [012]/, (end) => `${end} š`));
    expect((await passOver(corrected)).held).toEqual([]);
    const better = corrected.map((line) => line.replace('š', 'ž'));
    expect(await passOver(better)).toEqual({ sent: 3, held: [] });
  });

  it('is held where a file of changes names three', async () => {
    await open('delta');
    await passOver(
      rows(40, (n) => `Klíč ${n};x;x;x`),
      'windows-1250',
      'a1.csv',
    );
    const changed = rows(3, (n) => `Klíč ${n};x;x;x`, 7);
    expect(await passOver(changed, 'cp852', 'a2.csv')).toMatchObject({
      sent: 0,
      held: [expect.stringContaining('3 of 3 changed texts')],
    });
  });
});

const openIn = async (encoding: string) => {
  room = await openRoom(`  sources:
    - { name: articles, folder: ./out, files: "a*.csv", stable: { quiet: 0s }, delimiter: ";", encoding: ${encoding}, mapping: { externalId: Nr, name: Bez, brand: Marke, availableQty: Menge } }`);
};

describe('fault 6: words of Cyrillic letters', () => {
  it('in another encoding are held where only what is beside the name has them', async () => {
    await openIn('windows-1251');
    const right = rows(40, (n) => `Bosch ${n};x;${n % 2 ? 'красный' : 'синий'};x`);
    await passOver(right, 'windows-1251');
    expect(await passOver(right, 'cp866')).toMatchObject({
      sent: 0,
      held: [expect.stringContaining('40 of 40 changed texts')],
    });
  });

  it('hold nothing where they become others of the same length', async () => {
    await openIn('utf-8');
    const made = (most: number): Row => {
      return (n) => `${n < most ? 'Винт' : 'Болт'} ${n};x;${n < 20 + most ? 'Индия' : 'Китай'};x`;
    };
    await passOver(rows(40, made(0)), 'utf8');
    expect(await passOver(rows(40, made(10)), 'utf8')).toEqual({ sent: 20, held: [] });
  });
});

describe.each([
  ['in the name', (text: string) => `${text};x;x;x`],
  ['beside the name', (text: string) => `Key;x;${text};x`],
])('an ordinary day, %s', (_, row) => {
  it.each([
    ['another sign', '✓', '✗'],
    ['another star', '★★★☆☆', '★★★★☆'],
    ['a capital', 'ø 22', 'Ø 22'],
    ['other quote marks', '„Profi“', '»Profi«'],
    ['another dash', 'für 5 – 7', 'für 5 — 7'],
    ['a comma for the cedilla', 'Cleşte', 'Clește'],
    ['another maker', 'Müller GmbH', 'Möller GmbH'],
    ['another currency', '100 €/t', '100 ₺/t'],
  ])('on which all articles get %s, and new ones come, holds nothing', async (_, was, is) => {
    await openIn('utf-8');
    const before = rows(40, () => row(was));
    await passOver(before, 'utf8');
    const now = rows(42, () => row(is));
    expect(await passOver(now, 'utf8')).toEqual({ sent: 42, held: [] });
  });
});
