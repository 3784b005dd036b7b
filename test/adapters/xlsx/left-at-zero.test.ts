import { describe, expect, it } from 'vitest';
import { xlsx } from '../../../adapters/xlsx/read.ts';
import { fileOf } from '../text/reading.ts';
import { cellsOf } from '../workbook/workbooks.ts';
import { type BookParts, book } from './zip.ts';

describe('zeros of formulas', () => {
  const cells = [
    '<c><v>0</v></c>',
    '<c><f>A9*1</f><v>0</v></c>',
    '<c t="str"><f>A9&amp;"x"</f><v>0</v></c>',
    '<c t="b"><f>FALSE()</f><v>0</v></c>',
    '<c><f>1+1</f><v>2</v></c>',
  ];
  const read = async (calculation: string, parts: BookParts['parts'] = {}) => {
    const rows = `<row>${cells.join('')}</row>`;
    const [row] = await cellsOf(xlsx, fileOf('a.xlsx', book({ rows, calculation, parts })), {
      headerRow: 'none',
    });
    return [[...row!].join('|'), [...(row!.faults?.keys() ?? [])]];
  };
  const chained: Record<string, string> = {
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="s1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="c" Type="x/calcChain" Target="calcChain.xml"/></Relationships>',
  };

  it.each([
    ['XlsxWriter', '<calcPr calcId="124519" fullCalcOnLoad="1"/>'],
    ['XlsxWriter in a mode', '<calcPr calcId="124519" calcMode="autoNoTable" fullCalcOnLoad="1"/>'],
    [
      'PhpSpreadsheet',
      '<calcPr calcId="999999" calcMode="auto" calcCompleted="0" fullCalcOnLoad="1" forceFullCalc="0"/>',
    ],
  ])(
    'quirk 19: are no results where %s leaves them to the program that opens it',
    async (_, mark) => {
      expect(await read(mark)).toEqual(['0|||FALSE|2', [1, 2]]);
    },
  );

  it('quirk 19: nor are they in the other cells of an array that is left to it', async () => {
    const zero = '<v>0</v></c>';
    const array = (ref: string) => `<f t="array" ref="${ref}">A1:A2</f>`;
    const rows = `<row r="1"><c r="A1">${array('A1:B2')}${zero}<c r="B1">${zero}<c r="C1">${zero}</row>
      <row r="2"><c r="A2">${zero}<c r="B2">${zero}<c r="C2">${array('C2:C3')}${zero}</row>
      <row r="3"><c r="A3">${zero}<c r="B3">${zero}<c r="C3">${zero}</row>`;
    const calculation = '<calcPr calcId="124519" fullCalcOnLoad="1"/>';
    const file = fileOf('a.xlsx', book({ rows, calculation }));
    const told = await cellsOf(xlsx, file, { headerRow: 'none' });
    expect(told.map((each) => [...(each.faults?.keys() ?? [])])).toEqual([[0, 1], [0, 1, 2], [2]]);
  });

  it.each([
    ['Excel', '<calcPr calcId="191029"/>'],
    ['Excel 2007', '<calcPr calcId="124519"/>'],
    ['Excel 2007 with a wish', '<calcPr calcId="124519" fullCalcOnLoad="1"/>', chained],
    ['Excel that broke off', '<calcPr calcId="191029" calcMode="manual" calcCompleted="0"/>'],
    ['LibreOffice', '<calcPr iterateCount="100" refMode="A1" iterate="false"/>'],
    ['EPPlus', '<calcPr fullCalcOnLoad="1"/>'],
    ['PHPExcel', '<calcPr calcId="124519" calcMode="auto" fullCalcOnLoad="1"/>'],
    [
      'PhpSpreadsheet',
      '<calcPr calcId="999999" calcMode="auto" calcCompleted="1" fullCalcOnLoad="0"/>',
    ],
  ])('are results where %s has calculated', async (_, calculation, parts = {}) => {
    expect(await read(calculation, parts)).toEqual(['0|0|0|FALSE|2', []]);
  });
});
