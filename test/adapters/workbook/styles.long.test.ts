import { expect, it } from 'vitest';
import { heldCells } from '../../../src/domain/cells.ts';
import { builtReader } from '../../support/built.ts';
import { fileOf } from '../text/reading.ts';
import { number, numberStyle, odsBytes, row, table, text } from './ods.ts';
import { cellsOf } from './workbooks.ts';

const ods = builtReader('ods');

const digits = (count: number): string =>
  numberStyle(
    String(count),
    `<number:number number:decimal-places="0" number:min-integer-digits="${count}"/>`,
  );
const cellStyle = (name: string, more: string): string =>
  `<style:style style:name="${name}" style:family="table-cell" ${more}/>`;
const column = (style: string, more = ''): string =>
  `<table:table-column table:default-cell-style-name="${style}" ${more}/>`;
const header = row(...'ABCD'.split('').map(text));

async function read(rows: string, styles: string, named = '') {
  return cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows), styles, named)));
}

it('an ODS cell that names no style is shown by the one of its column', async () => {
  const columns =
    column('c5') + column('c3', 'table:number-columns-repeated="2"') + column('plain');
  const day = `<table:table-cell office:value-type="date" office:date-value="2026-11-20"><text:p>2026</text:p></table:table-cell>`;
  const year =
    '<number:date-style style:name="N6"><number:year number:style="long"/></number:date-style>' +
    cellStyle('c6', 'style:data-style-name="N6"');
  const rows =
    row(number('17', '00017'), number('7', '007'), number('8', '008'), number('9', '9')) +
    row(number('17', '17', 'plain'), number('7', '00007', 'c5'), text('x'), number('1', '1')) +
    row(number('7', '7').replace('>', ' table:number-columns-repeated="4">'));
  const styles = digits(5) + digits(3) + year + cellStyle('plain', '');
  const told = await read(columns + header + rows, styles);
  expect(told.map((cells) => [...cells])).toEqual([
    ['00017', '007', '008', '9'],
    ['17', '00007', 'x', '1'],
    ['00007', '007', '007', '7'],
  ]);
  const [cells] = await read(column('c6') + header + row(day), styles);
  expect([[...cells!], [...heldCells(cells!)]]).toEqual([['2026'], ['2026-11-20']]);
});

it('an ODS cell that names no style is shown by the one of its row before that of its column', async () => {
  const rows =
    column('c5') +
    header +
    row(number('17', '017'), number('8', '008')).replace(
      '>',
      ' table:default-cell-style-name="c3" table:number-rows-repeated="2">',
    ) +
    row(number('17', '00017'), number('8', '8'));
  const told = await read(rows, digits(5) + digits(3));
  expect(told.map((cells) => [...cells])).toEqual([
    ['017', '008'],
    ['017', '008'],
    ['00017', '8'],
  ]);
});

it('an ODS cell is shown by a style that has a name for people, or is made from one', async () => {
  const styles = cellStyle('ce1', 'style:parent-style-name="Artnr"');
  const named = digits(5) + cellStyle('Artnr', 'style:data-style-name="N5"');
  const cells = row(
    number('17', '00017', 'Artnr'),
    number('18', '00018', 'ce1'),
    number('19', '19'),
  );
  const told = await read(header + cells + row(text('x')), styles, named);
  expect(told.map((each) => [...each])).toEqual([['00017', '00018', '19'], ['x']]);
});

it('an ODS cell without a text is shown by its style: odfpy and ezodf write only the value', async () => {
  const bare = (value: string, more = ''): string =>
    `<table:table-cell office:value-type="float" office:value="${value}" ${more}/>`;
  const cells = row(bare('17', 'table:style-name="c5"'), bare('7'), bare('1.5'));
  const twice = row(bare('8', 'table:style-name="c5" table:number-columns-repeated="2"'));
  const columns = column('') + column('c3');
  const told = await read(columns + header + cells + twice, digits(5) + digits(3));
  expect(told.map((each) => [...each])).toEqual([
    ['00017', '007', '1.5'],
    ['00008', '00008'],
  ]);
});

it('an ODS style without a word on decimals shows all of them', async () => {
  const all = '<number:number number:min-integer-digits="1"/>';
  const styles =
    numberStyle('1', all) +
    numberStyle('2', `${all}<number:text> m0</number:text>`) +
    numberStyle('4', '<number:number number:min-integer-digits="5"/>') +
    digits(3);
  const cells = row(
    number('1.5', '1.5', 'c1'),
    number('1.5', '1.5 m0', 'c2'),
    number('1.5', '2'),
    number('17', '00017', 'c4'),
  );
  const [told] = await read(column('c3') + column('c3') + column('c1') + header + cells, styles);
  expect([...told!]).toEqual(['1.5', '1.5 m0', '1.5', '00017']);
});

it('an ODS sheet takes no style and no value of the one beside it', async () => {
  const bare = (value: string): string =>
    `<table:table-cell office:value-type="float" office:value="${value}"/>`;
  const both = 'table:number-columns-repeated="2"';
  const rows = (style: string, ...values: readonly string[]): string =>
    column(style, both) + header + values.map((value) => row(text('X'), bare(value))).join('');
  const tables = table('A', rows('c5', '17', '18')) + table('B', rows('c3', '7'));
  const bytes = odsBytes(tables, digits(5) + digits(3));
  const read = async (sheet: string) => {
    const told = await cellsOf(ods, fileOf('a.ods', bytes), { sheet });
    return told.map((cells) => [...cells]);
  };
  expect(await read('A')).toEqual([
    ['X', '00017'],
    ['X', '00018'],
  ]);
  expect(await read('B')).toEqual([['X', '007']]);
});

it.each([
  ['of its column', ''],
  ['of its own', 'c9'],
])('an ODS number shows no zeros that its style leaves out: %s', async (_, own) => {
  const optional =
    '<number:number number:decimal-places="3" number:min-decimal-places="1" number:min-integer-digits="1"/>';
  const rows = row(number('17', '17,0', own), number('1.25', '1,25', own));
  const columns = column('c9', 'table:number-columns-repeated="2"');
  const told = await read(columns + header + rows, numberStyle('9', optional));
  expect(told.map((cells) => [...cells])).toEqual([['17.0', '1.25']]);
});

it('an ODS sheet whose name has an apostrophe or an & is one like any other', async () => {
  const name = 'Bob&apos;s &quot;A&quot; &amp; B';
  const rows = column('c5') + row(text('Code')) + row(number('17', '00017'));
  const bytes = odsBytes(table(name, rows), digits(5));
  const opened = await ods.open({
    files: [fileOf('a.ods', bytes)],
    options: { sheet: 'Bob\'s "A" & B' },
  });
  expect(opened).toMatchObject({ reader: { sheets: ['Bob\'s "A" & B'] } });
  const [cells] = await cellsOf(ods, fileOf('a.ods', bytes));
  expect([...cells!]).toEqual(['00017']);
});

it("an ODS style of texts shows numbers by the one beside it, as Excel's dd.mm.yyyy;@ becomes one", async () => {
  const shown = (content: string, more = '') =>
    `<number:text-style style:name="N9"><number:text-content/>${content}</number:text-style>${cellStyle('c9', `style:data-style-name="N9" ${more}`)}`;
  const day =
    '<number:date-style style:name="N9P0" style:volatile="true"><number:day number:style="long"/><number:text>.</number:text><number:month number:style="long"/><number:text>.</number:text><number:year number:style="long"/></number:date-style>';
  const map =
    '<style:map style:condition="value()&lt;=1.7976931348623157E+308" style:apply-style-name="N9P0"/>';
  const cell =
    '<table:table-cell table:style-name="c9" office:value-type="date" office:date-value="2026-11-20"><text:p>20.11.2026</text:p></table:table-cell>';
  const [cells] = await read(header + row(cell), day + shown(map));
  expect([[...cells!], [...cells!.dates!]]).toEqual([['2026-11-20'], [[0, '2026-11-20']]]);
});

it('an ODS style writes an apostrophe and a quotation mark as they are', async () => {
  const styles = numberStyle(
    '8',
    '<number:number number:decimal-places="0" number:min-integer-digits="1"/><number:text>&apos; &quot;A&amp;B&quot;</number:text>',
  );
  const [cells] = await read(header + row(number('12', `12' "A&amp;B"`, 'c8')), styles);
  expect([...cells!]).toEqual([`12' "A&B"`]);
});
