import { describe, expect, it } from 'vitest';
import { xlsx } from '../../../adapters/xlsx/read.ts';
import { fileOf } from '../text/reading.ts';
import { cellsOf } from '../workbook/workbooks.ts';
import { noHeader, rowsOf } from './rows.ts';
import { book } from './zip.ts';

describe('a text under a format for texts', () => {
  it('has around it what the format writes there', async () => {
    const formats = ['General', '@" mm"', '0;-0;0;"ca. "@', '_-* #,##0_-;_-@_-', '0;-0;"-"'];
    const cells = formats.map((_, style) => `<c t="str" s="${style}"><v>12</v></c>`).join('');
    const empty = '<c t="inlineStr" s="1"><is><t/></is></c><c t="str"><v>x</v></c>';
    expect(await rowsOf({ rows: `<row>${cells}</row><row>${empty}</row>`, formats })).toEqual([
      '1: 12|12 mm|ca. 12|12|12',
      '2: |x',
    ]);
  });

  it('is no date and no cut code, whatever the format makes of numbers', async () => {
    const formats = ['General', 'd\\-mmm', '0.00E+00'];
    const cells = [1, 2].map((style) => `<c t="s" s="${style}"><v>0</v></c>`).join('');
    const bytes = book({ rows: `<row>${cells}</row>`, texts: '<si><t>10-8</t></si>', formats });
    const [row] = await cellsOf(xlsx, fileOf('a.xlsx', bytes), {
      headerRow: 'none',
      identifiers: ['1', '2'],
    });
    expect([[...row!], row!.dates, row!.numbers]).toEqual([['10-8', '10-8'], undefined, undefined]);
  });
});

describe('ISO text in the place of a day number, as strict workbooks and openpyxl write it,', () => {
  const shown = async (value: string, format: string): Promise<string> => {
    const rows = `<row><c t="d" s="1"><v>${value}</v></c></row>`;
    const [row = ''] = await rowsOf({ rows, formats: ['General', format] });
    return row.slice('1: '.length);
  };

  it.each([
    ['2026-03-04T18:00:00', 'dd.mm.yyyy', '2026-03-04'],
    ['2026-03-04T00:00:00.000', 'mmm yy', '2026-03'],
    ['2026-03-04', 'dd.mm.yyyy hh:mm', '2026-03-04T00:00:00'],
    ['2026-03-04T18:00:00Z', 'hh:mm', '18:00:00'],
    ['1900-01-05', 'yyyy-mm-dd', '1900-01-05'],
    ['12:30:00', 'h:mm', '12:30:00'],
    ['1899-12-31T12:30:00', 'h:mm', '12:30:00'],
    ['2026-03-04T18:00:00', '0.00', '2026-03-04T18:00:00'],
    ['soon', 'yyyy-mm-dd', 'soon'],
  ])('%s under %s is %s', async (value, format, text) => {
    expect(await shown(value, format)).toBe(text);
  });

  it('is of no time zone', async () => {
    const { TZ } = process.env;
    process.env['TZ'] = 'Europe/Berlin';
    try {
      expect(await shown('2026-03-04T00:00:00', 'dd.mm.yyyy hh:mm')).toBe('2026-03-04T00:00:00');
    } finally {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    }
  });
});

/** ECMA-376 18.8.30, and what editions for East Asia have under further numbers. */
describe('a format that the workbook names by its number alone', () => {
  const day = '2026-11-20';
  const time = '18:08:38';
  const plain = '46346.756';
  it.each<[string, ...number[]]>([
    [plain, 0, 49],
    ['46347', 1, 3, 5, 6, 37, 38, 41, 42],
    ['46346.76', 2, 4, 7, 8, 39, 40, 43, 44],
    ['4634676%', 9],
    ['4634675.60%', 10],
    ['4.63E+4', 11],
    ['46346 3/4', 12],
    ['46346 31/41', 13],
    [day, 14, 15, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58],
    ['20-Nov', 16],
    ['2026-11', 17],
    [time, 18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56],
    [`${day}T${time}`, 22],
    ['1112322:08:38', 46],
    ['4.6E+4', 48],
  ])('shows %s of a number under %d', async (text, ...ids) => {
    const xfs = ids.map((id) => `<xf numFmtId="${id}"/>`).join('');
    const cells = ids.map((_, style) => `<c s="${style}"><v>${plain}</v></c>`).join('');
    const identifiers = ids.map((_, at) => `${at + 1}`);
    const parts = { 'xl/styles.xml': `<styleSheet><cellXfs>${xfs}</cellXfs></styleSheet>` };
    expect(
      await rowsOf({ rows: `<row>${cells}</row>`, parts }, { ...noHeader, identifiers }),
    ).toEqual([`1: ${ids.map(() => text).join('|')}`]);
  });
});
