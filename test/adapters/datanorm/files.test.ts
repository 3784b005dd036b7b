import { describe, expect, it } from 'vitest';
import { datanorm } from '../../../adapters/datanorm/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { fileOf, reading } from '../xml/reading.ts';
import { bolt, boltMore, delivery, four, headerFive, headerFour, read } from './delivery.ts';

describe('companions', () => {
  const groups = fileOf(
    'DATANORM.WRG',
    encode(
      `${headerFour}\r\nS;;01;Verbindungsmittel für Holz;;;\r\nS;;01;;0112;Schrauben;\r\n`,
      'iso-8859-1',
    ),
  );
  const articles = fileOf('DATANORM.001', delivery(headerFour, [bolt, boltMore]));

  it('quirk 3: name the groups, though the files differ in their code page', async () => {
    for (const files of [
      [articles, groups],
      [groups, articles],
    ]) {
      const { rows } = await reading(datanorm, files);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        Warengruppe: 'Schrauben',
        Warengruppenummer: '0112',
        Hauptwarengruppe: 'Verbindungsmittel für Holz',
        Kurztext1: 'Schraube M8 größer',
      });
    }
  });

  it('name the groups in DATANORM 5 as well', async () => {
    const five = fileOf('DATANORM.WRG', `${headerFive}\r\nS;01;;Haupt;\r\nS;01;0112;Unter;\r\n`);
    const { rows } = await reading(datanorm, [articles, five]);
    expect(rows[0]).toMatchObject({ Warengruppe: 'Unter', Hauptwarengruppe: 'Haupt' });
  });

  it('may hold further articles, whose rows count on', async () => {
    const second = fileOf(
      'DATANORM.002',
      delivery(headerFour, ['A;N;2;00;Mutter;;1;0;Stck;5;;;;']),
    );
    const { rows, rowNumbers } = await reading(datanorm, [articles, second, second]);
    expect(rows).toHaveLength(3);
    expect(rowNumbers).toEqual([2, 5, 7]);
  });

  it('may go on with a text that another file began', async () => {
    const keyed = 'A;N;4711;10;Schraube;M8;1;0;Stck;1;;01;T1;';
    const [first, second] = [[keyed, 'T;N;T1;;1;;Zeile 1;;;;'], ['T;N;T1;;2;;Zeile 2;;;;']].map(
      (lines, at) => fileOf(`DATANORM.00${at}`, delivery(headerFour, lines)),
    );
    const { rows } = await reading(datanorm, [first!, second!]);
    expect(rows).toMatchObject([{ Langtext: 'Zeile 1\nZeile 2' }]);
  });

  it('with prices beside the articles are read past', async () => {
    const prices = fileOf('DATPREIS.001', delivery(headerFour, ['P;A;4711;1;11000;;;;;;;']));
    const { rows } = await reading(datanorm, [articles, prices]);
    expect(rows).toHaveLength(1);
  });
});

describe('a file', () => {
  it('gives each of many articles once, in their order', async () => {
    const numbers = Array.from({ length: 1_300 }, (_, at) => String(at));
    const { rows } = await four(...numbers.map((number) => bolt.replace('4711', number)));
    expect(rows.map((row) => 'Artikelnummer' in row && row.Artikelnummer)).toEqual(numbers);
  });

  it('needs no currency in its header', async () => {
    const { rows } = await read(delivery(headerFour.replace('04EUR', '04   '), [bolt]));
    expect(rows[0]).toMatchObject({ Artikelnummer: '4711' });
  });

  it('ends at the Ctrl-Z that DOS programs write', async () => {
    const { rows, refusal } = await read(delivery(headerFour, [bolt, '\x1a'], ''));
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(1);
  });
});

describe('encoding', () => {
  const umlauts = [bolt.replace('größer', 'ÄÖÜäöüß')];
  const text = `${[headerFour, ...umlauts].join('\n')}\n`;
  it.each(['cp850', 'iso-8859-1', 'utf-8'] as const)(
    'quirk 3: %s is told from the umlauts',
    async (encoding) => {
      const { rows, encoding: found } = await read(encode(text, encoding));
      expect(found).toBe(encoding);
      expect(rows[0]).toMatchObject({ Kurztext1: 'Schraube M8 ÄÖÜäöüß' });
    },
  );

  it('is CP850 where nothing tells, and what the source declares in any case', async () => {
    const sharp = encode(text.replace('ÄÖÜäöüß', 'ß').replace('mögl.', ''), 'cp850');
    expect((await read(sharp)).rows[0]).toMatchObject({ Kurztext1: 'Schraube M8 ß' });
    const latin = encode(text.replace('ÄÖÜäöüß', 'äöü'), 'iso-8859-1');
    expect((await read(latin, { encoding: 'iso-8859-1' })).encoding).toBe('iso-8859-1');
    expect((await read(latin, { encoding: 'cp850' })).encoding).toBe('cp850');
  });

  it.each([
    { sign: 'Winkel 90°, Ø 15', encoding: 'iso-8859-1' },
    { sign: '½ m²', encoding: 'iso-8859-1' },
    { sign: 'Winkel 90°, m²', encoding: 'cp850' },
  ] as const)('fault 6: is told from signs where no letter tells: $sign', async (shown) => {
    const plain = text.replace('Schraube M8 ÄÖÜäöüß', shown.sign).replace('mögl.', '');
    const { rows, encoding } = await read(encode(plain, shown.encoding));
    expect(encoding).toBe(shown.encoding);
    expect(rows[0]).toMatchObject({ Kurztext1: shown.sign });
  });

  it('fault 6: is refused as CP850 where that draws frames within words', async () => {
    const latin = encode(text, 'iso-8859-1');
    const { refusal } = await read(latin, { encoding: 'cp850' });
    expect(refusal).toMatchObject({ code: 'FILE_ENCODING' });
    expect(refusal?.remedy).toContain('windows-1252');
  });

  it.each(['auto', 'utf-8'])(
    'refuses a file of UTF-8 with a wrong byte, whose rows cannot be read alone (%s)',
    async (encoding) => {
      const content = Buffer.concat([
        encode(text, 'utf-8'),
        encode('T;N;1;;1;;ü;\n', 'iso-8859-1'),
      ]);
      const { refusal } = await read(content, { encoding });
      expect(refusal?.rule).toContain('is UTF-8 except for one byte, FC');
      expect(refusal?.rule).not.toContain('declared');
      expect(refusal?.remedy).toMatch(/^Let the ERP write all of it as UTF-8/);
    },
  );

  it('is never UTF-16', async () => {
    const { refusal } = await read(Buffer.from(`\ufeff${text}`, 'utf16le'));
    expect(refusal?.rule).toBe('The file is written in utf-16le, which DATANORM is not read in.');
  });

  it('is windows-1252 where signs of that page are beside its umlauts', async () => {
    const { rows, encoding } = await read(encode(text.replace('rot', '„rot“'), 'windows-1252'));
    expect(encoding).toBe('windows-1252');
    expect(rows[0]).toMatchObject({ Kurztext2: 'verzinkt, mögl. „rot“' });
  });
});

describe('refusals', () => {
  const table: readonly (readonly [string, string | Uint8Array, string, string])[] = [
    [
      'prices only',
      delivery(headerFour, ['P;A;1;1;5;;;;;;;']),
      'FILE_WITHOUT_PRODUCTS',
      'prices only',
    ],
    [
      'group names only',
      delivery(headerFour, ['S;;01;Haupt;;;']),
      'FILE_WITHOUT_PRODUCTS',
      'group names only',
    ],
    [
      'discounts only',
      delivery(headerFour, ['R;;HB;1;55;x;']),
      'FILE_WITHOUT_PRODUCTS',
      'discounts only',
    ],
    ['a header only', delivery(headerFour, []), 'FILE_EMPTY', 'no articles'],
    ['nothing', '', 'FILE_EMPTY', ''],
    ['no header', `${bolt}\n`, 'FILE_STRUCTURE', 'no DATANORM header'],
    [
      'an old version',
      delivery(headerFour.replace('04EUR', '03DEM'), [bolt]),
      'FILE_STRUCTURE',
      'DATANORM 3',
    ],
    ['another format', '<catalog/>', 'FILE_STRUCTURE', 'no DATANORM header'],
    ['a workbook', 'PK\x03\x04', 'FILE_STRUCTURE', 'ZIP'],
    [
      'a record cut in the middle',
      delivery(headerFour, [bolt, boltMore, 'A;N;4712;00;Mut'], ''),
      'FILE_TRUNCATED',
      'ends in the middle',
    ],
  ];
  it.each(table)('%s', async (...row) => {
    const [, content, code, rule] = row;
    const { rows, refusal } = await read(content);
    expect(rows).toEqual([]);
    expect(refusal).toMatchObject({ code, file: 'DATANORM.001' });
    expect(refusal?.rule).toContain(rule);
  });

  it.each([
    ['a long text', [bolt, 'T;N;T1;;1;;Zeile 1;2;;Zeile 2;', 'T;N;T2;;1;;Zei']],
    ['a first record that brings all fields but the last', [bolt.slice(0, -4)]],
  ])('fault 4: %s is cut off', async (_, lines) => {
    const { rows, refusal } = await read(delivery(headerFour, lines, ''));
    expect({ rows, code: refusal?.code }).toEqual({ rows: [], code: 'FILE_TRUNCATED' });
  });

  it.each([
    [
      'is written without the last mark, as the others are',
      [bolt, bolt].map((line) => line.replace(' ;', 'T1')),
    ],
    ['deletes and is shorter', [bolt, 'A;L;4712;;']],
  ])('a file without a last line end is whole where its last record %s', async (_, lines) => {
    const { rows, refusal } = await read(delivery(headerFour, lines, ''));
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(2);
  });

  it('a header only is a day without changes where the export is of changes', async () => {
    const { rows, refusal } = await read(delivery(headerFour, []), { contents: 'delta' });
    expect({ rows, refusal }).toEqual({ rows: [], refusal: undefined });
  });

  it('fault 4: a deletion that is cut off deletes nothing', async () => {
    const whole = delivery(headerFour, [bolt, 'A;L;4711;;;;;;;;;;;'], '');
    for (let cut = 1; cut < 'A;L;4711;;;;;;;;;;;'.length; cut += 1) {
      const { rows, refusal } = await read(whole.subarray(0, whole.length - cut));
      if (refusal === undefined)
        expect(rows[1]).toEqual({ Artikelnummer: '4711', Verarbeitung: 'L' });
      else expect({ rows, code: refusal.code }).toEqual({ rows: [], code: 'FILE_TRUNCATED' });
    }
  });

  it('name the companion that cannot be read', async () => {
    const { refusal } = await reading(datanorm, [
      fileOf('DATANORM.001', delivery(headerFour, [bolt])),
      fileOf('DATANORM.WRG', 'x'),
    ]);
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', file: 'DATANORM.WRG' });
  });
});

it('tells no text as named by no article where not every article was asked', async () => {
  const text = (block: string) => `T;A;${block};;1;;Text;;;;`;
  const named = (number: string, block: string) =>
    `A;N;${number};10;Bolt;;1;0;Stck;1;;01;${block};`;
  const lines = [text('T1'), text('T2'), named('A', 'T1'), named('B', 'T3')];
  const file = fileOf('DATANORM.001', delivery(headerFour, lines));
  const notesIf = async (isAsked: (row: number) => boolean) => {
    const opened = await datanorm.open({ files: [file], options: { contents: 'delta' } });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const { batches, notes } = opened.reader;
    for await (const { records } of batches())
      for (const { row, cells } of records) if (isAsked(row)) cells();
    return notes?.().map(({ rule }) => rule);
  };
  expect(await notesIf(() => true)).toEqual([expect.stringContaining('text blocks T2 (1)')]);
  expect(await notesIf((row) => row !== 4)).toEqual([]);
});
