import { describe, expect, it } from 'vitest';
import { SSF } from 'xlsx';
import { plainNumber } from '../../../adapters/xlsx/plain-number.ts';
import { xlsx } from '../../../adapters/xlsx/read.ts';
import { cellFormat, formatFor } from '../../../adapters/xlsx/sections.ts';
import { heldCells } from '../../../src/domain/cells.ts';
import { fileOf } from '../text/reading.ts';
import { book } from './zip.ts';

function shown(stored: string, code: string): string {
  return formatFor(cellFormat(code), stored)?.(stored, false) ?? plainNumber(stored);
}

describe('the section of a format that is for a number', () => {
  it.each([
    ['"blocked";;"free"', ['1', '0']],
    ['"yes";"no"', ['1', '0', '-1']],
    ['"J";"N";"X"', ['2.5', '-0.5', '0']],
    ['"J";"N";"X";"text"', ['1', '-1', '0']],
    ['"sold out"', ['12', '0']],
    ['"all";@', ['1', '0', '-1']],
    ['\\J;\\N', ['1', '-1']],
    ['[Red]"no";[Blue]"yes"', ['1', '-1']],
    ['0;-0;"sold out"', ['12', '0', '-3']],
    ['0" pcs";-0" pcs";"none"', ['12', '0', '-3']],
    ['+0;-0;0', ['12', '0', '-3']],
    ['0" here";-0" missing"', ['3', '-3']],
    ['[=1]"yes";[=0]"no";0', ['1', '0', '7']],
    ['[=0]"no";"yes"', ['0', '1', '7']],
    ['[>=100]"many";[>=10]0.0;"few"', ['100', '99', '10', '9.5']],
    ['[<>0]0.00;"empty"', ['0', '1']],
    ['[<=9.5]0" few";0" many"', ['9.5', '9.6']],
    ['[<10]0.0;0', ['9.96', '10', '12.34']],
    ['[>10]0;0.0', ['10', '10.6']],
    ['dd\\.mm\\.yyyy;;"open"', ['0']],
  ])('%s shows what SheetJS shows', (code, numbers) => {
    for (const stored of numbers)
      expect(shown(stored, code)).toBe(SSF.format(code, Number(stored)));
  });

  it.each([
    ['12', 'General" pcs"', '12 pcs'],
    ['-3.25', 'General" pcs"', '-3.25 pcs'],
    ['7', '"No. "General', 'No. 7'],
    ['2', '[=1]"yes";[=0]"no"', '2'],
    ['3', '"yes";[=0]"no"', 'yes'],
    ['0', '"yes";[=0]"no"', 'no'],
    ['1', '[=1]"-";0', '-'],
    ['-3', '[=1]"yes";"less";"else"', 'less'],
    ['3', '[=1]"yes";"less";"else"', 'else'],
    ['-3', '[<0]-0" missing";0', '-3 missing'],
    ['-3', '[<1000]0;[>=1000]0', '-3'],
    ['-3', '[<0](0);0', '-3'],
    ['-3.6', '"yes";0', '-4'],
    ['12500', '[>=1000]0,"k";0', '13k'],
    ['-5', '#,##0.00" €";"("#,##0.00" €)"', '-5.00 €'],
    ['-5', '[Red]-0;[Blue]0', '-5'],
    ['-3', 'General;[Red]-General', '-3'],
    ['46346', 'dd.mm.yyyy;@', '2026-11-20'],
    ['12', '@" mm"', '12 mm'],
    ['0.5', '# ?/?', '1/2'],
    ['1.25', '# ?/?', '1 1/4'],
    ['-1.25', '?/?', '-5/4'],
    ['0.3333333333', '# ??/??', '1/3'],
    ['0.625', '# ?/8', '5/8'],
    ['1.3', '# ?/10', '1 3/10'],
    ['1.37', '# ??/100', '1 37/100'],
    ['2', '# ?/?', '2'],
    ['0.999', '# ?/?', '1'],
    ['0', '# ?/?', '0'],
    ['-0.01', '# ?/?', '0'],
    ['2', '?/?', '2'],
    ['0.1111111', '?/?', '1/9'],
    ['0.125', '# ???/???', '1/8'],
    ['0.125', '# ????/????', '0.125'],
    ['1.25', '# ?/?" Zoll"', '1.25'],
    ['1.25', '"ca. "# ?/?', '1.25'],
    ['1.25', '/8', '1.25'],
  ])('%s in %s is %s', (stored, code, text) => {
    expect(shown(stored, code)).toBe(text);
  });

  it.each([
    ['-1', '"blocked";;"free"', '-1'],
    ['0', '0.0;-0.0;;@', '0.0'],
    ['-5', '0.0;', '-5.0'],
    ['0', '"yes";"no";', '0'],
    ['0', '[=0]"";0.00', '0'],
    ['0', '0;-0;"-"', '0'],
    ['0', '_-* #,##0_-;-* #,##0_-;_-* "–"_-;_-@_-', '0'],
    ['0', '[=0]"-";0.00', '0'],
    ['abc', '"yes";"no"', 'abc'],
  ])('%s in %s, which hides it or shows a dash, stays %s', (stored, code, text) => {
    expect(shown(stored, code)).toBe(text);
  });
});

describe('a cell that shows a text in the place of its number', () => {
  it('is that text, and the number that it holds for fields of numbers', async () => {
    const formats = ['"blocked";;"free"', '0;-0;"sold out"', '0" pcs"'];
    const cells = (value: number): string =>
      formats.map((_, style) => `<c s="${style}"><v>${value}</v></c>`).join('');
    const rows = `<row>${cells(1)}</row><row>${cells(0)}</row>`;
    const opened = await xlsx.open({
      files: [fileOf('a.xlsx', book({ rows, formats }))],
      options: { headerRow: 'none' },
    });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    const records = [];
    for await (const batch of opened.reader.batches()) records.push(...batch.records);
    const read = records.map((record) => record.cells());
    expect(read.map((row) => 'rule' in row || [...row])).toEqual([
      ['blocked', '1', '1 pcs'],
      ['free', 'sold out', '0 pcs'],
    ]);
    expect(read.map((row) => 'rule' in row || [...heldCells(row)])).toEqual([
      ['1', '1', '1'],
      ['0', '0', '0'],
    ]);
  });
});
