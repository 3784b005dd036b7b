import { expect, it } from 'vitest';
import { builtReader } from '../../support/built.ts';
import { fileOf } from '../text/reading.ts';
import { number, odsBytes, row, table, text } from './ods.ts';
import { cellsOf } from './workbooks.ts';

const ods = builtReader('ods');

const truth = (value: string, shown?: string): string =>
  `<table:table-cell office:value-type="boolean" ${value}${shown === undefined ? '/>' : `><text:p>${shown}</text:p></table:table-cell>`}`;

it.each([
  ['true', 'TRUE'],
  ['false', 'FALSE'],
  ['1', 'TRUE'],
  ['0', 'FALSE'],
])(
  'the truth of an ODS cell is its attribute, with and without a text: %s',
  async (value, read) => {
    const attribute = `office:boolean-value="${value}"`;
    const cells = [truth(attribute, 'WAHR'), truth(attribute, ''), truth(attribute)];
    const rows = row(text('A'), text('B'), text('C')) + row(...cells);
    const [told] = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
    expect([...told!]).toEqual([read, read, read]);
    expect(told?.truths).toEqual(new Set([0, 1, 2]));
  },
);

it('so is the one that PhpSpreadsheet writes as the value of a number', async () => {
  const [yes, no] = [truth('office:value="1"', '1'), truth('office:value=""', '')];
  const again = truth('office:value="1" table:number-columns-repeated="2"');
  const rows = row(...'ABCDE'.split('').map(text)) + row(yes, no, again, text('x'));
  const [told] = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
  expect([...told!]).toEqual(['TRUE', 'FALSE', 'TRUE', 'TRUE', 'x']);
  expect(told?.truths).toEqual(new Set([0, 1, 2, 3]));
});

it('what a merged area of an ODS sheet covers is not read, of whatever kind it is', async () => {
  const covered = (attributes: string): string => `<table:covered-table-cell ${attributes}/>`;
  const shown = text('A').replace(
    '<table:table-cell',
    '<table:table-cell table:number-columns-spanned="4"',
  );
  const hidden = [
    covered('office:value-type="boolean" office:boolean-value="true"'),
    covered('office:value-type="float" office:value="7"'),
    covered('table:formula="of:=1"'),
  ];
  const bare = '<table:table-cell office:value-type="float" office:value="6"/>';
  const behind = [number('5', '5'), bare];
  const rows = row(...'ABCDEF'.split('').map(text)) + row(shown, ...hidden, ...behind);
  const [told] = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
  expect([...told!].map((cell) => cell ?? '')).toEqual(['A', '', '', '', '5', '6']);
  expect(told?.faults).toBeUndefined();
});
