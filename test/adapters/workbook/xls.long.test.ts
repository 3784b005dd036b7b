import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { heldCells } from '../../../src/domain/cells.ts';
import { builtReader } from '../../support/built.ts';
import { fileOf, readAll } from '../text/reading.ts';
import { cellsOf, xlsBytes } from './workbooks.ts';

const xls = builtReader('xls');

describe('XLS workbooks', () => {
  it('arrive as a person sees them: zeros in front, barcodes, decimals, days', async () => {
    const bytes = xlsBytes(
      [
        ['Code', 'EAN', 'Qty', 'Since', 'Active', 'Größe'],
        ['0017', 12_345_678_901_234, 90.75, 45_351, true, 'übergroß'],
        [17, 39_058, 0.1 + 0.2, '', false, 'Болт'],
      ],
      { A3: '00000', C2: '0.000', D2: 'dd.mm.yyyy' },
    );
    const read = await readAll(xls, fileOf('a.xls', bytes), { sheet: 'Artikel' });
    expect(read.reader).toMatchObject({ sheet: 'Artikel', sheets: ['Makros', 'Artikel'] });
    expect(read.columns).toEqual(['Code', 'EAN', 'Qty', 'Since', 'Active', 'Größe']);
    expect(read.rows).toEqual([
      { row: 2, cells: ['0017', '12345678901234', '90.750', '2024-02-29', 'TRUE', 'übergroß'] },
      { row: 3, cells: ['00017', '39058', '0.3', '', 'FALSE', 'Болт'] },
    ]);
  });

  it('quirk 24: show a cut code as it is seen, and any other number with its digits', async () => {
    const bytes = xlsBytes(
      [
        ['Code', 'Qty'],
        [767_000_000_000, 767_000_000_000],
        [12_345_678_901_234_568, 12_345_678_901_234_568],
        [4_006_381_333_931, 1],
      ],
      { A2: '0.00E+00', B2: '0.00E+00' },
    );
    const { rows } = await readAll(xls, fileOf('a.xls', bytes), {
      sheet: 'Artikel',
      identifiers: ['Code'],
    });
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['7.67E+11', '767000000000'],
      ['1.23456789012346E+16', '12345678901234568'],
      ['4006381333931', '1'],
    ]);
  });

  it('show the text that a format has in the place of a number, and keep the number beside it', async () => {
    const code = '"blocked";;"free"';
    const bytes = xlsBytes(
      [
        ['Code', 'State'],
        ['A', 1],
        ['B', 0],
      ],
      { B2: code, B3: code },
    );
    const told = await cellsOf(xls, fileOf('a.xls', bytes), { sheet: 'Artikel' });
    expect(told.map((cells) => [...cells])).toEqual([
      ['A', 'blocked'],
      ['B', 'free'],
    ]);
    expect(told.map((cells) => [...heldCells(cells)])).toEqual([
      ['A', '1'],
      ['B', '0'],
    ]);
  });

  it('show a text with what its format writes around it, and as no date, and an error as none', async () => {
    const bytes = xlsBytes(
      [
        ['Code', 'Size', 'Qty', 'Name'],
        ['10-8', '12', 1_500, { t: 'e', v: 0x2a }],
      ],
      { A2: 'd\\-mmm', B2: '@" mm"', C2: '#\\.##0' },
    );
    const [cells] = await cellsOf(xls, fileOf('a.xls', bytes), { sheet: 'Artikel' });
    const { dates, numbers, faults } = cells!;
    expect([[...cells!], dates, numbers]).toEqual([
      ['10-8', '12 mm', '1.500'],
      undefined,
      undefined,
    ]);
    expect([...faults!]).toMatchObject([[3, { code: 'ROW_ERROR_CELL', value: '#N/A' }]]);
  });

  it('quirk 23: codes that are floats (39058.0) arrive without a fraction, beside codes that are texts', async () => {
    const bytes = xlsBytes([
      ['Code', 'Qty'],
      [39_058.0, 1],
      ['1151001-1', 2],
      [10_102.0, 3],
    ]);
    const float = Buffer.alloc(8);
    float.writeDoubleLE(39_058.0);
    expect(bytes.includes(float)).toBe(true);
    const { rows } = await readAll(xls, fileOf('a.xls', bytes), { sheet: 'Artikel' });
    expect(rows.map(({ cells }) => cells[0])).toEqual(['39058', '1151001-1', '10102']);
  });

  it('quirk 1: of Excel 4, which name no code page, are read in windows-1252', async () => {
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(
      book,
      XLSX.utils.aoa_to_sheet([
        ['Nr', 'Name'],
        ['A', 'MUÑOZ'],
      ]),
    );
    const bytes = XLSX.write(book, {
      type: 'buffer',
      bookType: 'biff4' as XLSX.BookType,
    }) as Buffer;
    // The library writes no letter beyond ASCII there.
    bytes[bytes.indexOf('MU_OZ') + 2] = 0xd1;
    expect(bytes.subarray(0, 2).toString('hex')).toBe('0904');
    expect(bytes.includes(Buffer.from('42000200', 'hex'))).toBe(false);
    const { rows, refusal } = await readAll(xls, fileOf('a.xls', bytes));
    expect(refusal).toBeUndefined();
    expect(rows.map(({ cells }) => cells)).toEqual([['A', 'MUÑOZ']]);
    const russian = await readAll(xls, fileOf('a.xls', bytes), { encoding: 'windows-1251' });
    expect(russian.rows.map(({ cells }) => cells)).toEqual([['A', 'MUСOZ']]);
  });

  it('name the sheets they have where the wanted one is missing', async () => {
    const { refusal } = await readAll(xls, fileOf('a.xls', xlsBytes([['a']])), { sheet: 'Preise' });
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', file: 'a.xls' });
    expect(refusal?.remedy).toContain('"Makros", "Artikel"');
  });

  it('say what a file looks like that is none (quirk 1)', async () => {
    const { refusal } = await readAll(xls, fileOf('a.xls', '<html><table><tr><td>1</td></tr>'));
    expect(refusal?.rule).toContain('an HTML page');
    expect(refusal?.remedy).toContain('save it as XLSX');
    const xml = '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>';
    const spreadsheet = await readAll(xls, fileOf('a.xls', xml));
    expect(spreadsheet.refusal?.rule).toContain('an XML Spreadsheet 2003');
    expect(spreadsheet.refusal?.remedy).toContain('save it as XLSX');
  });

  it.each([
    ['Nr\tMenge\r\nA\t1\r\n', 'a text file, perhaps CSV'],
    ['<html><table><tr><td>1</td></tr>', 'an HTML page'],
    ['<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', 'an XML Spreadsheet 2003'],
    ['<?mso-application progid="Excel.Sheet"?><Workbook/>', 'an XML Spreadsheet 2003'],
    ['MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\n', 'a web page in one file (MHTML)'],
  ])('say what a file in UTF-16 looks like: %j', async (text, looks) => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const { refusal } = await readAll(xls, fileOf('a.xls', bytes));
      expect(refusal?.rule).toContain(looks);
    }
  });

  it('fault 12: cut anywhere, they end in rows or in a complaint', async () => {
    const bytes = xlsBytes([['Code'], ['1'], ['2']]);
    for (const size of [0, 4, 600, 1_600, bytes.length - 600]) {
      const read = await readAll(xls, fileOf('a.xls', bytes.subarray(0, size)));
      expect(read.refusal !== undefined || read.rows.length <= 2).toBe(true);
      if (read.refusal) expect(read.refusal.remedy).toMatch(/\w+ .*\.$/);
    }
  });
});
