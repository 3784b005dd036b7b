import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { readAll } from '../text/reading.ts';

/** Ten rows as most files have them, then these lines. */
const stock = (...lines: string[]): string =>
  [
    'ArtNr;Name;Menge;Bem',
    ...Array.from({ length: 10 }, (_, n) => `A${n};${n % 2 ? 'Rohr' : `Knie ${n}`};${n * 7};`),
    ...lines,
  ].join('\n');

const structureOf = async (text: string, options = {}): Promise<readonly (number | undefined)[]> =>
  (await readAll(csv, text, options)).complaints
    .filter(({ code }) => code === 'ROW_STRUCTURE')
    .map(({ row }) => row);

describe('quirk 15: a quoted field that holds whole rows rejects its row', () => {
  it.each([
    ['ditto marks in the last column', ['B2;zwei;2;"', 'B3;drei;3;"']],
    ['numbers that are filled up with blanks', ['B2;zwei;   2;"', 'B3;drei; 130;"']],
    ['a blank behind a separator', ['B2;"Rohr 3 x; 4;', 'B3; drei; 3;', 'B4;Rohr 4";4;']],
    ['a row with a field too many among them', ['B2;zwei;2;"', 'B3;3;3;3;3', 'B4;x;4;"']],
    ['a row that is cut among them', ['B2;"Rohr 3 x;4;', 'B3;dr', 'B4;Rohr 4";4;']],
    ['a blank line among them', ['B2;"Rohr 3 x;4;', '', 'B4;Rohr 4";4;']],
    ['a first row with a field too many', ['B2;"Rohr 3; x;4;', 'B3;drei;3;', 'B4;Rohr 4";4;']],
    ['another kind of number', ['B2;zwei;2;"', 'B3;drei;-1.250,5;"']],
    ['names unlike those above', ['"Rohr 3 x";zwei;2;"', 'B3;10 x 5;5;"']],
  ])('%s', async (_, lines) => {
    expect(await structureOf(`${stock(...lines)}\nC1;x;1;\n`)).toEqual([12]);
  });

  it.each(['\n', '\r\n', '\r'])('whatever ends its lines (%j)', async (end) => {
    const text = `${stock('B2;zwei;2;"', 'B3;drei;3;"', 'C1;x;1;')}\n`;
    expect(await structureOf(text.replaceAll('\n', end))).toEqual([12]);
  });

  it('also where no other row is in the file', async () => {
    expect(await structureOf('ArtNr;Name;Menge;Bem\nA2;y;2;"\nA3;z;3;"\n')).toEqual([2]);
  });

  it('and every one of them, in a column of ditto marks', async () => {
    const lines = ['B2;zwei;2;"', 'B3;drei;3;"', 'B4;vier;4;"', 'B5;fuenf;5;"'];
    expect(await structureOf(stock(...lines))).toEqual([12, 13]);
  });
});

/** Article numbers written in many ways, names that are all different, and no number in the file. */
const articles = (...lines: string[]): string =>
  [
    'ArtNr;Name;Einheit;Lager',
    ...['M8x40-A2', '4711', 'DIN-933-8', '55/3', 'AB.17.X', 'R 20/4', 'WAL77', 'K.1'].map(
      (key, n) => `${key};Ware ${'abcdefgh'[n]};${n % 2 ? 'ST' : 'M'};Halle ${n % 2 ? 'A' : 'B'}`,
    ),
    ...lines,
  ].join('\n');

describe('quirk 15: rows without numbers are reported, too, where they are swallowed', () => {
  it.each([
    ['ditto marks in the last column', ['X-1;x;neu;"', 'Y-2;y;alt;rot', 'Z-3;z;kg;"']],
    ['ditto marks one below the other', ['X-1;x;neu;"', 'Y-2;y;alt;"']],
    ['ditto marks within the row', ['X-1;";neu;rot', 'Y-2;y;alt;rot', 'Z-3;";kg;blau']],
    ['ditto marks in the first column', ['";x;neu;rot', 'Y-2;y;alt;rot', '";z;kg;blau']],
    ['ditto marks beside blanks', ['X-1;x;neu;" ', 'Y-2;y;alt;rot', 'Z-3;z;kg; "']],
    ['a ditto mark and a blank line', ['X-1;x;neu;"', '', 'Z-3;z;kg;"']],
    ['a ditto mark and an inch mark', ['X-1;";ST;Halle A', 'Y-2;y;M;Halle B', 'Z-3;z 2";M;rot']],
    ['an inch mark, by words of the columns', ['X-1;"Rohr;ST;Halle A', 'Y-2;Rohr 4";M;Halle B']],
  ])('%s', async (_, lines) => {
    expect(await structureOf(`${articles(...lines)}\nC1;x;M;Halle B\n`)).toEqual([10]);
  });

  it('words among the numbers of a column speak against no row', async () => {
    const words = Array.from({ length: 20 }, (_, n) => `A${n};x;${n % 5 ? n : 'sold out'}`);
    const lines = ['B-1/2 a;"Rohr;sold out', 'C-1;y;sold out', 'D;Rohr 4";sold out'];
    expect(await structureOf(['Nr;Name;Menge', ...words, ...lines, ''].join('\n'))).toEqual([22]);
  });

  it('by ditto marks also where no other row is in the file', async () => {
    const text = 'ArtNr;Name;Lager\nX-1;x;"\nY-2;y;Halle A\nZ-3;z;"\n';
    expect(await structureOf(text)).toEqual([2]);
  });
});

describe('a quoted text of several lines is read', () => {
  const shop = 'ArtNr,Text,Menge,Name\nA1,x,5,Rohr\nA2,y,6,Knie\n';

  it.each([
    ['parts as many as columns', 'ArtNr,Name,Menge\nA1,"S,M\nL,XL",5\nA2,n,6\n'],
    ['a list in each line', `${shop}A3,"Farbe:rot,blau,gelb\nGroesse:S,M",5,x\n`],
    ['sentences', `${shop}A3,"Schwarz, matt, rund\nLang, schmal",5,x\n`],
    ['decimal commas', 'ArtNr,Name,Menge\nA1,"Rohr 2,5\nDicke 1,2",5\nA2,n,6\n'],
    ['blank lines', `${shop}A3,"Oben\n\n\nunten",5,x\n`],
    ['dimensions', `${stock('B1;"10;20;30\n40;50";5;')}\n`],
    ['sizes', `${stock('B1;Hemd;5;"S;M;L\nXL;XXL;56;58"')}\n`],
    ['a word of the next column', `${articles('C1;"S;M;rot\nL;XL";M;Halle A')}\n`],
    ['words of other columns', `${articles('C1;x;M;"Halle A;ST\nHalle B;M;ST;M"')}\n`],
    ['an address that begins in the next line', `${articles('C1;x;M;"\nHalle A;\n12345 Ort;"')}\n`],
    ['separators alone', `${articles('C1;x;M;"\n;;;"')}\n`],
    ['nothing but a line end', `${articles('C1;x;M;"\n"', '"\n";x;M;Halle A')}\n`],
    ['a telephone number', `${stock('B1;"Rufen Sie an\nTel;0151";5;')}\n`],
    [
      'a row of the file in a long text',
      `${stock('B1;Hemd;5;"So sieht ein Eintrag aus:\nA1;Rohr;7;\nDie erste Spalte\nist die Nummer,\ndie zweite der Name,\ndie dritte die Menge."')}\n`,
    ],
  ])('%s', async (_, text) => {
    expect((await readAll(csv, text)).complaints).toEqual([]);
  });
});
