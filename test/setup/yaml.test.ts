import { expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const lines = (...rows: readonly string[]) => rows.map((row) => `${row}\n`).join('');

it.each([
  ['a.csv', ['Код;Наименование;Цена;', ';;Опт;Ед.', '1;Болт;5;шт'], [/^ {6}headerRow: \[1, 2\]/m]],
  ['a.tsv', ['ArtNr\tName', 'A1\tBolt'], [/^ {6}delimiter: tab$/m, /^ {6}headerRow: 1$/m]],
  [
    'a.txt',
    ['ArtNr  Name     Bestand', 'A-100  Bolt          12', 'A-101  Nut            7'].concat(
      'A-1020 Disc         115',
    ),
    [
      /^ {6}headerRow: 1 +# the rows up to this one are left out$/m,
      /^ {6}columns:\n {8}- \{ name: ArtNr, start: 1, length: 6 \}$/m,
    ],
  ],
  ['b.csv', ['ArtNr;Bestand', 'A1;5', 'A1;7', 'A2;7'], [/^ {6}#duplicates: sum /m]],
] as const)(
  'what init finds out of how %s is to be read stands in its configuration',
  async (...of) => {
    const [name, rows, expected] = of;
    const { text } = await proposed(name, lines(...rows));
    for (const line of expected) expect(text).toMatch(line);
  },
);

it('a list of stock is told to need confirmed products, and one of products is not', async () => {
  const stock = (await proposed('b.csv', lines('ArtNr;Bestand', 'A1;5', 'A2;7'))).text;
  expect(stock).toContain('sends the stock of every confirmed article');
  expect(stock).toContain('# Stock is sent only for products that the marketplace has confirmed');
  expect(stock).not.toContain('#duplicates');
  const products = (await proposed('a.csv', lines('ArtNr;Name', 'A1;Bolt', 'A2;Nut'))).text;
  expect(products).toContain('publishes every article');
  expect(products).not.toContain('# Stock is sent only');
});
