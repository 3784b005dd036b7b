import { describe, expect, it } from 'vitest';
import { xlsx } from '../../../adapters/xlsx/read.ts';
import type { SheetReader } from '../../../adapters/xlsx/table.ts';
import { fileOf, readAll } from '../text/reading.ts';
import { cellsOf } from '../workbook/workbooks.ts';
import { noHeader, rowsOf } from './rows.ts';
import { book } from './zip.ts';

describe('a row of formulas without results', () => {
  it('is no header', async () => {
    const { columns } = await readAll(
      xlsx,
      book({ rows: '<row><c><f>A2</f></c></row><row><c t="str"><v>Nr</v></c></row>' }),
      {},
    );
    expect(columns).toEqual(['Nr']);
  });
});

describe('xlsx cells', () => {
  it.each([
    ['shared texts', '<c t="s"><v>1</v></c>', 'two'],
    ['rich text without its pronunciation', '<c t="s"><v>2</v></c>', 'red and blue'],
    ['blanks in texts', '<c t="s"><v>3</v></c>', ' x '],
    ['escaped characters', '<c t="s"><v>4</v></c>', 'a\r\nb&c'],
    ['inline texts', '<c t="inlineStr"><is><t>in</t></is></c>', 'in'],
    [
      'inline rich text',
      '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh><t>no</t></rPh></is></c>',
      'inline',
    ],
    ['truth', '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>', 'TRUE|FALSE'],
    ['errors as empty', '<c t="e"><v>#N/A</v></c><c><v>3</v></c>', '|3'],
    ['ISO dates', '<c t="d"><v>2026-11-20</v></c>', '2026-11-20'],
    [
      'the kept result of a formula',
      '<c t="str"><f>A1&amp;"x"</f><v>ax</v></c><c><f>1+1</f><v>2</v></c><c t="inlineStr"><f>A1&amp;"y"</f><is><t>ay</t></is></c>',
      'ax|2|ay',
    ],
    [
      'a formula without a kept result as empty',
      '<c><v>1</v></c><c><f>1+1</f></c><c><v>3</v></c>',
      '1||3',
    ],
    [
      'cells by their place',
      '<c r="B1"><v>2</v></c><c r="AA1"><v>27</v></c>',
      `|2${'|'.repeat(25)}27`,
    ],
    ['cells without a place', '<c><v>1</v></c><c><v>2</v></c>', '1|2'],
    ['cells without a place behind one with', '<c r="C1"><v>3</v></c><c><v>4</v></c>', '||3|4'],
    [
      'cells of merged areas where they begin',
      '<c r="A1"><v>1</v></c><c r="B1"/><c r="C1"><v>3</v></c>',
      '1||3',
    ],
    ['numbers by their style', '<c s="1"><v>7</v></c><c s="2"><v>90.75</v></c>', '00007|90.750'],
    ['dates by their style', '<c s="3"><v>46346</v></c>', '2026-11-20'],
    [
      'quirk 25: barcodes as digits',
      '<c><v>1.2345678901234E+13</v></c><c><v>61500127178</v></c>',
      '12345678901234|61500127178',
    ],
    [
      'values on lines of their own',
      '<c t="s"><v>\n 1 </v></c><c><v>\n -12 </v></c><c t="b"><v> 1 </v></c><c t="str"><v> x </v></c>',
      'two|-12|TRUE| x ',
    ],
    ['a value of blanks as none', '<c t="s"><v> </v></c><c><v>3</v></c>', '|3'],
    [
      'tags with a prefix',
      '<x:c xmlns:x="urn:x" t="inlineStr"><x:is><x:t>y</x:t></x:is></x:c>',
      'y',
    ],
  ])('reads %s', async (_, cells, expected) => {
    const texts = [
      '<si><t>one</t></si>',
      '<si><t>two</t></si>',
      '<si><r><t>red</t></r><r><rPr/><t xml:space="preserve"> and blue</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>',
      '<si><t xml:space="preserve"> x </t></si>',
      '<si><t>a_x000D_\nb&amp;c</t></si>',
    ].join('');
    const formats = ['General', '00000', '0.000', 'dd.mm.yyyy'];
    const rows = `<row r="1">${cells}</row>`;
    expect(await rowsOf({ rows, texts, formats })).toEqual([`1: ${expected}`]);
  });

  it('shows no number by what conditional formats and tables have under the same number', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const styles = `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="14"/></cellXfs><dxfs><dxf><numFmt numFmtId="14" formatCode="0.00%"/></dxf></dxfs></styleSheet>`;
    const rows = '<row><c s="0"><v>46346</v></c></row>';
    expect(await rowsOf({ rows, parts: { 'xl/styles.xml': styles } })).toEqual(['1: 2026-11-20']);
  });

  it.each([
    ['a format that shows no more of it', '<c s="1"><v>767000000000</v></c>', '7.67E+11'],
    ["Excel's own scientific format", '<c s="2"><v>767000000000</v></c>', '7.67E+11'],
    ['16 digits and more', '<c><v>12345678901234568</v></c>', '1.23456789012346E+16'],
    ['zeros in place of digits', '<c><v>340123450000000000</v></c>', '3.40123450000000E+17'],
    ['16 digits in a format', '<c s="3"><v>1234567890123456</v></c>', '1.23456789012346E+15'],
  ])(
    'quirk 24: a code cut by %s arrives as it is seen, any other number with its digits',
    async (_, cell, seen) => {
      const rows = `<row r="1">${cell}${cell}</row>`;
      const formats = ['General', '0.00E+00', '0.00e+00', '0'];
      const [row] = await rowsOf({ rows, formats }, { headerRow: 'none', identifiers: ['1'] });
      const [code, number] = row!.slice(3).split('|');
      expect(code).toBe(seen);
      expect(number).toBe(/<v>(\d+)/.exec(cell)?.[1]);
    },
  );

  it('quirk 25: a barcode of 13 or 14 digits and a text of 18 are no cut codes', async () => {
    const rows =
      '<row r="1"><c><v>4006381333931</v></c><c s="1"><v>12345678901234</v></c><c t="inlineStr"><is><t>340123456789012345</t></is></c></row>';
    const options = { headerRow: 'none', identifiers: ['1', '2', '3'] } as const;
    expect(await rowsOf({ rows, formats: ['General', '0'] }, options)).toEqual([
      '1: 4006381333931|12345678901234|340123456789012345',
    ]);
  });

  it('a cell that refers to a missing text is the complaint of its row', async () => {
    const rows = '<row><c><v>1</v></c></row><row><c t="s"><v>9</v></c></row>';
    const read = await readAll(xlsx, book({ rows }), noHeader);
    expect(read.rows).toHaveLength(1);
    expect(read.complaints).toMatchObject([{ code: 'ROW_STRUCTURE', row: 2 }]);
  });

  it('a row has nothing of the one above it: no cut code, number, date, truth, fault or damage', async () => {
    const formats = ['General', '0.00E+00', 'd\\-mmm', '0" pcs"'];
    const above =
      '<c s="1"><v>767000000000</v></c><c s="2"><v>45938</v></c><c s="3"><v>5</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2026-03-04</v></c>';
    const texts = 'abcdef'.replace(/./g, '<c t="str"><v>$&</v></c>');
    const rows = `<row>${above}</row><row>${texts}</row><row><c t="s"><v>9</v></c></row><row>${texts}</row>`;
    const told = await cellsOf(xlsx, fileOf('a.xlsx', book({ rows, formats })), {
      headerRow: 'none',
      identifiers: ['1', '2'],
    });
    expect([...told[0]!.dates!]).toEqual([
      [1, '2025-10-08'],
      [5, '2026-03-04'],
    ]);
    expect(told[0]!.slice(0, 2)).toEqual(['7.67E+11', '8-Oct']);
    for (const cells of told.slice(1)) {
      expect([...cells]).toEqual([...'abcdef']);
      expect(Object.keys(cells), 'what is known of them').toHaveLength(6);
    }
    expect(told).toHaveLength(3);
  });

  it('quirk 19: a cell has nothing of the formula before it, and a row of such cells alone is told', async () => {
    const cells = '<c><f>1+1</f><v>2</v></c><c s="0"/><c t="str"><f>A1</f></c><c><v>4</v></c>';
    const rows = `<row>${cells}</row><row><c><f>A1</f></c></row><row><c s="0"/></row>`;
    const told = await cellsOf(xlsx, fileOf('a.xlsx', book({ rows })), noHeader);
    expect(told.map((each) => [each.join('|'), [...(each.faults?.keys() ?? [])]])).toEqual([
      ['2|||4', [2]],
      ['', [0]],
    ]);
  });

  it('has the columns that the sheet states where no header says how many there are', async () => {
    const sheet =
      '<worksheet><dimension ref="A1:D9"/><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>';
    const bytes = book({ parts: { 'xl/worksheets/sheet1.xml': sheet } });
    expect((await readAll(xlsx, bytes, noHeader)).columns).toEqual(['1', '2', '3', '4']);
  });

  it('reads every letter where blocks of the part end, in any of its bytes', async () => {
    const text = 'ä€😀'.repeat(30_000);
    const texts = ['', 'a', 'ab', 'abc'].map((before) => `<si><t>${before}${text}</t></si>`);
    const cells = texts.map((_, at) => `<c t="s"><v>${at}</v></c>`).join('');
    const [row] = await rowsOf({ rows: `<row r="1">${cells}</row>`, texts: texts.join('') });
    expect(row).toBe(`1: ${text}|a${text}|ab${text}|abc${text}`);
  });

  it('tells 2,500 shared texts apart, and those that are in none of the copied thousands', async () => {
    const numbers = Array.from({ length: 2_500 }, (_, at) => at);
    const texts = numbers.map((at) => `<si><t>text ${at} "\\ü</t></si>`).join('');
    const rows = numbers.map((at) => `<row r="${at + 1}"><c t="s"><v>${at}</v></c></row>`).join('');
    expect(await rowsOf({ rows, texts })).toEqual(
      numbers.map((at) => `${at + 1}: text ${at} "\\ü`),
    );
  });

  it('shows half a character that a text escapes, shared or not', async () => {
    const texts = '<si><t>a_xD83D_b_xD83D__xDE00_</t></si>';
    const cells = '<c t="s"><v>0</v></c><c t="inlineStr"><is><t>_xDE00_</t></is></c>';
    expect(await rowsOf({ rows: `<row r="1">${cells}</row>`, texts })).toEqual([
      '1: a\ufffdb😀|\ufffd',
    ]);
  });

  it('counts days from 1904 where the workbook does', async () => {
    const rows = '<row><c s="0"><v>44884</v></c><c t="d" s="0"><v>2026-11-20</v></c></row>';
    const ofExcel =
      '<extLst><ext xmlns:x15="urn:x"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>';
    for (const calculation of ['', ofExcel]) {
      const book = { rows, formats: ['yyyy-mm-dd'], startsIn1904: true, calculation };
      expect(await rowsOf(book), calculation).toEqual(['1: 2026-11-20|2026-11-20']);
    }
  });
});

describe('xlsx rows', () => {
  const cell = (text: string): string => `<c t="str"><v>${text}</v></c>`;

  it('takes row numbers from the sheet and skips empty rows', async () => {
    const rows = `<row r="3">${cell('a')}</row><row r="4"><c s="0"/></row><row>${cell('b')}</row><row r="9">${cell('c')}</row>`;
    expect(await rowsOf({ rows })).toEqual(['3: a', '5: b', '9: c']);
  });

  it('takes the first filled row as header, and leaves out cells beside the table', async () => {
    const rows = `<row r="2">${cell('Art')}${cell('Name')}</row><row r="3">${cell('1')}${cell('x')}${cell('note')}</row>`;
    const read = await readAll(xlsx, book({ rows }));
    expect(read.columns).toEqual(['Art', 'Name']);
    expect(read.rows).toEqual([{ row: 3, cells: ['1', 'x'] }]);
  });

  it('quirk 11: joins two header rows behind a title block', async () => {
    const rows = `<row r="1">${cell('Price list')}</row><row r="9">${cell('Price')}<c/>${cell('Unit')}</row><row r="10">${cell('net')}${cell('gross')}</row><row r="12">${cell('1')}${cell('2')}${cell('kg')}</row>`;
    const read = await readAll(xlsx, book({ rows }), { headerRow: [9, 10] });
    expect(read.columns).toEqual(['Price net', 'gross', 'Unit']);
    expect(read.rows).toEqual([{ row: 12, cells: ['1', '2', 'kg'] }]);
  });

  it('refuses a header row that holds nothing', async () => {
    const read = await readAll(xlsx, book({ rows: `<row>${cell('a')}</row>` }), { headerRow: [5] });
    expect(read.refusal).toMatchObject({ code: 'FILE_STRUCTURE' });
    expect(read.refusal?.rule).toContain('row 5');
  });

  it('says of an empty sheet that it is empty, and which others there are', async () => {
    const { refusal } = await readAll(xlsx, book({ sheets: [{ name: 'A' }, { name: 'B' }] }));
    expect(refusal?.code).toBe('FILE_EMPTY');
    expect(refusal?.remedy).toContain('"A", "B"');
  });

  it('gives batches of about 512 records and flat columns', async () => {
    const rows = `<row>${cell('h')}</row>${`<row>${cell('x')}</row>`.repeat(3_000)}`;
    const read = await readAll(xlsx, book({ rows }));
    expect(read.rows).toHaveLength(3_000);
    expect(read.rows.at(-1)?.row).toBe(3_001);
  });
});

describe('xlsx sheets', () => {
  const rows = '<row><c t="str"><v>of sheet 1</v></c></row>';
  const sheets = [
    { name: 'Macros', state: 'veryHidden' },
    { name: 'Artikel' },
    { name: 'Blacklist' },
  ];

  it.each([
    ['the first visible one without a name', {}, 'of sheet 2'],
    ['the named one', { sheet: 'Blacklist' }, 'of sheet 3'],
    ['the named one in another case', { sheet: ' artikel ' }, 'of sheet 2'],
    ['a hidden one by its name', { sheet: 'Macros' }, 'of sheet 1'],
  ])('quirk 18: reads %s', async (_, options, expected) => {
    expect(await rowsOf({ rows, sheets }, { ...noHeader, ...options })).toEqual([`1: ${expected}`]);
  });

  it('shows all sheets and the chosen one', async () => {
    const { reader } = await readAll(xlsx, book({ rows, sheets }), noHeader);
    expect((reader as SheetReader).sheets).toEqual(['Macros', 'Artikel', 'Blacklist']);
    expect((reader as SheetReader).sheet).toBe('Artikel');
  });

  it('names the sheets where the wanted one is missing', async () => {
    const { refusal } = await readAll(xlsx, book({ rows, sheets }), { sheet: 'Preise' });
    expect(refusal).toMatchObject({
      code: 'FILE_STRUCTURE',
      rule: 'The workbook has no sheet "Preise".',
    });
    expect(refusal?.remedy).toContain('"Macros", "Artikel", "Blacklist"');
  });
});
