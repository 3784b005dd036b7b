import { describe, expect, it } from 'vitest';
import { datanorm } from '../../../adapters/datanorm/read.ts';
import { fileOf } from '../xml/reading.ts';
import { bolt, boltMore, delivery, five, four, headerFour } from './delivery.ts';

describe('DATANORM 4', () => {
  it('joins A and B records and leaves every price out', async () => {
    const { rows, rowNumbers, columns, refusal } = await four(bolt, boltMore);
    expect(refusal).toBeUndefined();
    expect(rowNumbers).toEqual([2]);
    expect(rows).toEqual([
      {
        Artikelnummer: '4711',
        Verarbeitung: 'N',
        Kurztext1: 'Schraube M8 größer',
        Kurztext2: 'verzinkt, mögl. rot',
        Mengeneinheit: 'Stck',
        EAN: '4006381333931',
        Matchcode: 'SCHRM8',
        Warengruppe: '0112',
        Warengruppenummer: '0112',
        Hauptwarengruppe: '01',
        Hauptwarengruppenummer: '01',
        Alternativnummer: 'ALT-1',
        Verpackungsmenge: '100',
        Katalogseite: '12',
      },
    ]);
    expect(columns.filter((column) => /preis|rabatt/i.test(column))).toEqual([]);
  });

  it('knows all columns from the start', async () => {
    const opened = await datanorm.open({
      files: [fileOf('a.001', delivery(headerFour, [bolt]))],
      options: {},
    });
    if (!('reader' in opened)) throw new Error('refused');
    expect(opened.reader.columnsAreComplete).toBe(true);
    expect(opened.reader.column('EAN')).toBe(opened.reader.columns.indexOf('EAN'));
    expect(opened.reader.column('Preis')).toBe(-1);
  });

  it('finds the B record of an article wherever it stands', async () => {
    const nut = 'A;N;4712;00;Mutter;;1;0;Stck;5;;01;;';
    const nutMore = 'B;N;4712;MUTTER;;;0;0;0;4006381333948;;;;;;;';
    for (const lines of [
      [bolt, nut, boltMore, nutMore],
      [boltMore, nutMore, bolt, nut],
      [bolt, nutMore, boltMore, nut],
    ]) {
      const { rows } = await four(...lines);
      expect(rows).toHaveLength(2);
      expect(rows[0]).toMatchObject({ Artikelnummer: '4711', EAN: '4006381333931' });
      expect(rows[1]).toMatchObject({ Artikelnummer: '4712', EAN: '4006381333948' });
    }
  });

  it('keeps a B record without its article as a record, at its own row', async () => {
    const { rows, rowNumbers } = await four(
      'B;A;99;ALT;;;0;0;0;4006381333955;;;;;;;',
      bolt,
      'B;A;98;X;;;0;0;0;;;;;;;;',
      'D;A;97;1;F;;nur Text;',
      boltMore,
    );
    expect(rowNumbers).toEqual([2, 3, 4, 5]);
    expect(rows[0]).toMatchObject({ Artikelnummer: '99', Verarbeitung: 'A', EAN: '4006381333955' });
    expect(rows[1]).toMatchObject({ Artikelnummer: '4711', Matchcode: 'SCHRM8' });
    expect(rows[2]).toMatchObject({ Artikelnummer: '98', Matchcode: 'X' });
    expect(rows[3]).toEqual({ Artikelnummer: '97', Langtext: 'nur Text' });
  });

  const keyed = 'A;N;4711;10;Schraube;M8;1;0;Stck;1;;01;T1;';
  const texts: readonly (readonly [string, readonly string[], string])[] = [
    [
      'a long text before the article',
      ['T;N;T1;;1;;Zeile 1;2;;Zeile 2;', 'T;N;T1;;3;;Zeile 3;;;;', keyed],
      'Zeile 1\nZeile 2\nZeile 3',
    ],
    [
      'a long text after the article, out of order',
      [keyed, 'T;N;T1;;3;;Zeile 3;;;;', 'T;N;T1;;1;;Zeile 1;2;;Zeile 2;'],
      'Zeile 1\nZeile 2\nZeile 3',
    ],
    [
      'blank lines inside and around',
      ['T;N;T1;;1;;;2;;a  ;', 'T;N;T1;;3;;;4;;b;', keyed],
      'a\n\nb',
    ],
    [
      'dimension texts',
      [keyed.replace('T1', ''), 'D;N;4711;1;F;;Maß 1;2;F;;Maß 2;'],
      'Maß 1\nMaß 2',
    ],
    [
      'dimension texts out of order',
      [keyed.replace('T1', ''), 'D;N;4711;2;F;;Maß 2;', 'D;N;4711;1;F;;Maß 1;'],
      'Maß 1\nMaß 2',
    ],
    [
      'long text, then dimension text',
      ['T;N;T1;;1;;Lang;;;;', keyed, 'D;N;4711;1;F;;Maß;;;;;'],
      'Lang\nMaß',
    ],
    [
      'a dimension text that puts a block in',
      [
        'T;N;B7;;1;;Block;;;;',
        keyed.replace('T1', ''),
        'D;N;4711;1;F;;vor;2;T;B7;;',
        'D;N;4711;3;F;;nach;',
      ],
      'vor\nBlock\nnach',
    ],
    [
      'an insertion with its values',
      [
        'E;N;E1;;1;;Länge $ mm, Breite $ mm;;;;',
        keyed.replace('T1', ''),
        'D;N;4711;1;E;E1;100$20$;',
      ],
      'Länge 100 mm, Breite 20 mm',
    ],
    ['a key without a text', [keyed], ''],
    [
      'a long text in two parts of the file',
      ['T;N;T1;;1;;Zeile 1;;;;', boltMore, 'T;N;T1;;2;;Zeile 2;;;;', keyed],
      'Zeile 1\nZeile 2',
    ],
    [
      'a long text that comes a second time, once',
      ['T;N;T1;;1;;alt;2;;Zeile 2;', boltMore, 'T;N;T1;;1;;neu;2;;Zeile 2;', keyed],
      'neu\nZeile 2',
    ],
    ['a deleted text', ['T;L;T1;;1;;weg;;;;', keyed], ''],
  ];
  it.each(texts)('Langtext: %s', async (_what, lines, expected) => {
    const { rows } = await four(...lines);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ Langtext: expected });
  });

  it('has no Langtext where the article names none', async () => {
    expect((await four(bolt)).rows[0]).not.toHaveProperty('Langtext');
  });

  it('gives deletions and new numbers by their flag', async () => {
    const lines = ['A;L;4711;;;;;;;;;;;', 'A;X;4712;;4712-NEU;', bolt, 'A;l;4713;;;;;;;;;;;'];
    const { rows } = await four(...lines);
    expect(rows[0]).toEqual({ Artikelnummer: '4711', Verarbeitung: 'L' });
    expect(rows[3]).toEqual({ Artikelnummer: '4713', Verarbeitung: 'L' });
    expect(rows[1]).toEqual({
      Artikelnummer: '4712',
      Verarbeitung: 'X',
      NeueArtikelnummer: '4712-NEU',
    });
    expect(rows[2]).toMatchObject({ Verarbeitung: 'N' });
  });

  it('keeps the name that a deletion repeats: without one its row would be rejected', async () => {
    const { rows } = await four('A;L;4711;00;Bolzen M8;verzinkt;1;0;STCK;;;;;');
    expect(rows[0]).toEqual({
      Artikelnummer: '4711',
      Verarbeitung: 'L',
      Kurztext1: 'Bolzen M8',
      Kurztext2: 'verzinkt',
    });
  });

  it('quirk 17: reads past P, R and Z records between the articles', async () => {
    const { rows } = await four(
      bolt,
      'P;A;4711;1;11000;;;;;;;4712;2;11500;;;;;;;',
      'R;;HB86;1;5500;Rabatt;',
      'Z;N;4711;01;',
      boltMore,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ Matchcode: 'SCHRM8' });
  });

  const ragged: readonly (readonly [string, string])[] = [
    ['a semicolon in the text', 'A;N;4711;00;Schraube;M8;verzinkt;1;0;Stck;10000;HB86;01; ;'],
    [
      'a semicolon in a text whose record ends in blanks',
      'A;N;4711;00;Schraube;M8;;1;0;Stck;10000; ; ; ;',
    ],
    ['too few fields', 'A;N;4711;00;Schraube'],
    [
      'a supplement that is shifted',
      `${bolt}\r\nB;N;4711;A;B;C;12;0;0;0;4006381333931;;0112;90;Karton;;;`,
    ],
  ];
  it.each(ragged)(
    'quirk 14: %s rejects the row with its number and shifts nothing',
    async (_what, line) => {
      const { rows, refusal } = await four(line, 'A;N;2;00;Mutter;;1;0;Stck;5;;;;');
      expect(refusal).toBeUndefined();
      expect(rows[0]).toMatchObject({ code: 'ROW_RAGGED', file: 'DATANORM.001', row: 2 });
      expect(rows[1]).toMatchObject({ Artikelnummer: '2' });
    },
  );

  it.each(['1.234,56', '1 234,56', "1'234.56", '12,50-', '+12', '12,50 EUR'])(
    'reads an article whose price, which nobody reads, is written %s',
    async (price) => {
      const { rows } = await four(`A;N;4711;00;Schraube;;1;1.000;Stck;${price};;01;;`);
      expect(rows[0]).toMatchObject({ Artikelnummer: '4711', Mengeneinheit: 'Stck' });
    },
  );
});

describe('DATANORM 5', () => {
  const drill =
    'A;N;B-1;Bohrer 8 mm;für Beton;PCE;1;1;714;V2;01;0112;BOHR8;;ALT;;1SFA;080CPN;7320500520642;;5;S. 3;3;T1;;;;;;';

  it('reads all fields from the A record', async () => {
    const { rows } = await five(drill, 'T;N;T1;1;02;Zeile 2;', 'T;N;T1;1;01;Zeile 1;', 'E;5;Ende;');
    expect(rows).toEqual([
      {
        Artikelnummer: 'B-1',
        Verarbeitung: 'N',
        Kurztext1: 'Bohrer 8 mm',
        Kurztext2: 'für Beton',
        Langtext: 'Zeile 1\nZeile 2',
        Mengeneinheit: 'PCE',
        EAN: '7320500520642',
        Matchcode: 'BOHR8',
        Warengruppe: '0112',
        Warengruppenummer: '0112',
        Hauptwarengruppe: '01',
        Hauptwarengruppenummer: '01',
        Alternativnummer: 'ALT',
        Herstellernummer: '1SFA',
        Herstellertype: '080CPN',
        Verpackungsmenge: '5',
        Katalogseite: 'S. 3',
      },
    ]);
  });

  it('gives deletions and new numbers from B records', async () => {
    const { rows } = await five(
      drill.replace('T1', ''),
      'B;L;B-2;B-3;20261231;',
      'B;a;B-4;B-5;',
      'D;N;B-1;2;T;;T7;',
      'D;N;B-1;1;F;Maß;;',
      'T;N;T7;1;1;Block;',
    );
    expect(rows[1]).toEqual({ Artikelnummer: 'B-2', Verarbeitung: 'L' });
    expect(rows[2]).toEqual({ Artikelnummer: 'B-4', Verarbeitung: 'X', NeueArtikelnummer: 'B-5' });
    expect(rows[0]).toMatchObject({ Artikelnummer: 'B-1', Langtext: 'Maß\nBlock' });
    expect(rows).toHaveLength(3);
  });

  it('rejects a row that a semicolon shifted', async () => {
    const { rows } = await five(
      'A;N;B-1;Bohrer;8 mm;für Beton;PCE;1;1;714;V2;01;0112;;;;;;;;;;;;;;;;;',
    );
    expect(rows[0]).toMatchObject({ code: 'ROW_RAGGED', row: 2 });
  });

  it('reads records that are longer than the standard where most are so long, and rejects the shifted one', async () => {
    const long = (number: string, matchcode = 'BOHRER', text = '8 mm') =>
      `A;N;${number};Bohrer;${text};PCE;1;1;714;V2;01;0112;${matchcode};;ALT;;H1;T;4006381333931;;10;7;;;;;;;x;a;b;c`;
    const { rows } = await five(
      long('B-1'),
      long('B-2'),
      long('B-5'),
      long('B-3', 'BOHRER;SDS'),
      long('B-4', 'BOHRER', '8 mm;kurz'),
    );
    expect(rows.slice(0, 2)).toMatchObject([
      { Artikelnummer: 'B-1', EAN: '4006381333931', Verpackungsmenge: '10' },
      { Artikelnummer: 'B-2' },
    ]);
    expect(rows.slice(3)).toMatchObject([{ code: 'ROW_RAGGED' }, { code: 'ROW_RAGGED' }]);
  });

  it('rejects longer records where all of them are shifted alike, and one alone', async () => {
    const shifted = (number: string, matchcode: string, text = '8 mm') =>
      `A;N;${number};Bohrer;${text};PCE;1;1;714;V2;01;0112;${matchcode};;ALT;;H1;T;4006381333931;;10;7;;;;;;;x`;
    const both = await five(shifted('B-1', 'A;B'), shifted('B-2', 'A;B'));
    expect(both.rows).toMatchObject([{ code: 'ROW_RAGGED' }, { code: 'ROW_RAGGED' }]);
    const texts = await five(shifted('B-1', 'A', 'x;y'), shifted('B-2', 'A', 'x;y'));
    expect(texts.rows).toMatchObject([{ code: 'ROW_RAGGED' }, { code: 'ROW_RAGGED' }]);
    expect((await five(`${shifted('B-1', 'A')};a;b;c`)).rows).toMatchObject([
      { code: 'ROW_RAGGED' },
    ]);
  });

  it('fault 4: an E record that counts more records than there are refuses the file', async () => {
    const { rows, refusal } = await five(drill, 'E;1093;Ende;');
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code: 'FILE_TRUNCATED', row: 3 });
    expect((await five(drill, 'E;3;Ende;')).refusal).toBeUndefined();
    expect((await five(drill, 'E;;')).refusal).toBeUndefined();
  });
});
