import { describe, expect, it } from 'vitest';
import { SSF } from 'xlsx';
import { plainNumber } from '../../../adapters/xlsx/plain-number.ts';
import { cellFormat, formatFor } from '../../../adapters/xlsx/sections.ts';

function shown(stored: string, code: string, startsIn1904 = false): string {
  return formatFor(cellFormat(code), stored)?.(stored, startsIn1904) ?? plainNumber(stored);
}

describe('numbers as a person sees them', () => {
  it.each([
    ['90.75', '0.000', '90.750'],
    ['7', '00000', '00007'],
    ['1234567', '00000', '1234567'],
    ['1234.5', '#,##0.00', '1234.50'],
    ['0.5', '#.00', '0.50'],
    ['5', '0.##', '5'],
    ['5.126', '0.##', '5.13'],
    ['1.005', '0.00', '1.01'],
    ['0.25', '0%', '25%'],
    ['0.1255', '0.00%', '12.55%'],
    ['12500', '0,', '13'],
    ['12500', '0.0,', '12.5'],
    ['1250000', '0.00,,"M"', '1.25M'],
    ['12500', '#,##0.0', '12500.0'],
    ['12500', '0,0', '12500'],
    ['1234.5', '.00', '1234.50'],
    ['-5', 'General" pcs"', '-5 pcs'],
    ['12', '0" Stk"', '12 Stk'],
    ['12', '"ART-"0000', 'ART-0012'],
    ['123456789', '000-00-0000', '123-45-6789'],
    ['12.5', '#,##0.00 [$€-407]', '12.50 €'],
    ['12.5', '0.0 _€', '12.5'],
    ['12.5', '[Red]0.0', '12.5'],
    ['4006381333931', '0', '4006381333931'],
    ['0', '0.00', '0.00'],
    ['0', '#', '0'],
    ['-0.5', '0.0', '-0.5'],
    ['-0.04', '0.0', '0.0'],
    ['abc', '0.0', 'abc'],
  ])('%s in %s is %s', (stored, code, text) => {
    expect(shown(stored, code)).toBe(text);
  });

  it.each([
    ['4006381333931', '4006381333931'],
    ['4.006381333931E+12', '4006381333931'],
    ['1.2345678901234E13', '12345678901234'],
    ['1.23456789012345E+14', '123456789012345'],
    ['123456789012345678', '123456789012345678'],
    ['1.23456789012345E+15', '1.23456789012345E+15'],
    // More digits than a spreadsheet keeps: the rest would be made up.
    ['1.2345678901234499E+19', '1.2345678901234499E+19'],
    ['39058', '39058'],
    ['39058.0', '39058'],
    ['0.30000000000000004', '0.3'],
    ['90.750000000000014', '90.75'],
    ['1E-7', '0.0000001'],
    ['-22.99', '-22.99'],
    ['-5.0', '-5'],
    ['-90.750000000000014', '-90.75'],
    ['-0', '0'],
    ['.5', '0.5'],
    ['abc', 'abc'],
    ['', ''],
  ])(
    'quirks 23 and 25: %s without a format is %s, scientific only where digits are lost',
    (stored, text) => {
      expect(plainNumber(stored)).toBe(text);
    },
  );

  it.each([
    ['12', 'General'],
    ['12', '@'],
    ['12', '0.00E+00'],
    ['12', '# ?/?'],
    ['12', ';;;'],
    ['12', '[>many]0.0;0.00'],
  ])(
    '%s in %s is shown with its plain digits, because the format hides or rewrites them',
    (stored, code) => {
      expect(shown(stored, code)).toBe('12');
    },
  );

  it.each([
    ['-5', '0;[Red]0'],
    ['-5', '#,##0_);(#,##0)'],
    ['-1250', '#,##0_);(#,##0)'],
    ['-5', '0'],
  ])('quirk 31: %s in %s keeps its sign, whatever the format makes of it', (stored, code) => {
    expect(shown(stored, code)).toBe(stored);
  });

  it('a zero that accounting shows as a dash stays a zero', () => {
    expect(shown('0', '_-* #,##0.00\\ _€_-;-* #,##0.00\\ _€_-;_-* "-"??\\ _€_-;_-@_-')).toBe(
      '0.00',
    );
  });

  it.each([
    '0',
    '0.0',
    '0.00',
    '0.000',
    '00000',
    '#,##0',
    '#,##0.00',
    '0%',
    '0.0%',
    '0.###',
    '0" kg"',
  ])('shows %s as SheetJS does, but for the grouping', (code) => {
    for (const value of [0, 1, 7, 12.5, 90.75, 1234.5678, 0.004, 4711, 1e9, 123456.789]) {
      const expected = SSF.format(code, value)
        .replaceAll(',', '')
        .replace(/\.(?=\D|$)/, '');
      expect(shown(String(value), code)).toBe(expected);
    }
  });
});

describe('dates', () => {
  it.each([
    ['46346', 'dd.mm.yyyy', '2026-11-20'],
    ['46346.75', 'dd.mm.yyyy', '2026-11-20'],
    ['46346.75', 'dd.mm.yyyy hh:mm', '2026-11-20T18:00:00'],
    ['46346', '[$-407]d. mmmm yyyy;@', '2026-11-20'],
    ['0.75', 'h:mm', '18:00:00'],
    ['0.75', 'h:mm AM/PM', '18:00:00'],
    ['1.5', '[h]:mm', '36:00:00'],
    ['1.5', '[h]', '36:00:00'],
    ['0.000011574', 'mm:ss', '00:00:01'],
    ['1', 'yyyy-mm-dd', '1900-01-01'],
    ['59', 'yyyy-mm-dd', '1900-02-28'],
    ['60', 'yyyy-mm-dd', '1900-02-29'],
    ['61', 'yyyy-mm-dd', '1900-03-01'],
    ['2958465', 'yyyy-mm-dd', '9999-12-31'],
    ['2958465.9999884', 'yyyy-mm-dd hh:mm:ss', '9999-12-31T23:59:59'],
    ['2958465.999999999', 'yyyy-mm-dd', '2958466'],
    ['46346', 'd/m/bbbb', '2026-11-20'],
    ['46346.999999', 'yyyy-mm-dd hh:mm', '2026-11-21T00:00:00'],
  ])('%s in %s is %s', (stored, code, text) => {
    expect(shown(stored, code)).toBe(text);
  });

  it.each([
    ['yyyy', '2026'],
    ['yy', '2026'],
    ['mmm\\-yy', '2026-11'],
    ['mm/yyyy', '2026-11'],
    ['d\\-mmm', '20-Nov'],
    ['[$-407]d. mmm;@', '20. Nov'],
    ['dd/mm', '20/11'],
    ['d"de"mmmm', '20deNovember'],
    ['mmmmm', 'N'],
    ['dddd', 'Friday'],
    ['dddd yyyy', '2026'],
  ])('that %s shows in part go as far as they are shown: %s', (code, text) => {
    expect(shown('46346', code)).toBe(text);
  });

  it('counts from 1904 where the workbook does', () => {
    expect(shown('44884', 'yyyy-mm-dd', true)).toBe('2026-11-20');
    expect(shown('0', 'yyyy-mm-dd', true)).toBe('1904-01-01');
  });

  it.each(['-1', '2958466', '1E+300'])('%s is no date, and stays a number', (stored) => {
    expect(shown(stored, 'yyyy-mm-dd')).toBe(plainNumber(stored));
  });

  it.each([1, 59, 61, 36526, 43831.5, 46346.25])('shows day %d as SheetJS does', (value) => {
    const expected = SSF.format('yyyy-mm-dd"T"hh:mm:ss', value);
    expect(shown(String(value), 'yyyy-mm-dd hh:mm:ss')).toBe(expected);
  });
});
