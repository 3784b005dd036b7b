import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { heldCells } from '../../../src/domain/cells.ts';
import { builtReader } from '../../support/built.ts';
import { fileOf, hasRealData, readAll, realFile } from '../text/reading.ts';
import { zipped } from '../xlsx/zip.ts';
import { number, numberStyle, odsBytes, odsWithoutStylesPart, row, table, text } from './ods.ts';
import { cellsOf, xlsBytes } from './workbooks.ts';

const xls = builtReader('xls');
const ods = builtReader('ods');

it('ODS workbooks are read from the first sheet that is not hidden', async () => {
  const [style, visible] = ['false', 'true'].map(
    (display, nth) =>
      `<style:style style:name="ta${nth + 1}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`,
  );
  const old = table('Vorjahr', row(text('Code')) + row(text('OLD'))).replace(
    'table:name',
    'table:style-name="ta1" table:name',
  );
  const next = table('Aktuell', row(text('Code')) + row(text('NEW'))).replace(
    'table:name',
    'table:style-name="ta2" table:name',
  );
  const bytes = odsBytes(old + next, `${style}${visible}`);
  const { reader, rows } = await readAll(ods, fileOf('a.ods', bytes));
  expect(reader).toMatchObject({ sheet: 'Aktuell', hidden: ['Vorjahr'], otherSheets: [] });
  expect(rows).toEqual([{ row: 2, cells: ['NEW'] }]);
});

it('XLS workbooks say which of their sheets are hidden', async () => {
  const book = XLSX.read(xlsBytes([['Code'], ['NEW']]), { type: 'buffer' });
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  const bytes = XLSX.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
  const { reader } = await readAll(xls, fileOf('a.xls', bytes));
  expect(reader).toMatchObject({ sheet: 'Artikel', hidden: ['Makros'] });
});

describe('ODS workbooks', () => {
  it('arrive as a person sees them, repeated cells and rows included', async () => {
    const styles =
      numberStyle('3', '<number:number number:decimal-places="3" number:min-integer-digits="1"/>') +
      numberStyle('5', '<number:number number:decimal-places="0" number:min-integer-digits="5"/>');
    const rows =
      row(text('Code'), text('EAN'), text('Qty'), text('Note')) +
      row(text('0017'), number('12345678901234', '1,23E+13'), number('90.75', '90,750', 'c3')) +
      row(
        number('17', '00017', 'c5'),
        number('7', '7').replace('>', ' table:number-columns-repeated="2">'),
      ) +
      row('<table:table-cell/>').replace('>', ' table:number-rows-repeated="1048571">');
    const read = await readAll(ods, fileOf('a.ods', odsBytes(table('Blatt', rows), styles)));
    expect(read.columns).toEqual(['Code', 'EAN', 'Qty', 'Note']);
    expect(read.rows).toEqual([
      { row: 2, cells: ['0017', '12345678901234', '90.750'] },
      { row: 3, cells: ['00017', '7', '7'] },
    ]);
  });

  it.each(['#N/A', '#NV', '#DIV/0!', '#NAME?', '#WERT!', '#¡VALOR!', 'Err:508'])(
    'quirk 34: have an error where a program that types none shows %s in the place of 0',
    async (shown) => {
      const rows = row(text('Code'), text('Qty')) + row(text('A'), number('0', shown));
      const [cells] = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
      expect(cells?.faults?.get(1)).toMatchObject({ code: 'ROW_ERROR_CELL', value: shown });
    },
  );

  it.each([
    ['ROW_ERROR_CELL', '<table:table-cell office:value-type="float" office:value="12,5"/>'],
    ['ROW_ERROR_CELL', number('', '12,5')],
    ['ROW_FORMULA', '<table:table-cell office:value-type="float" table:formula="of:=[.A1]"/>'],
  ])('have %s for a number that is not given as one: %s', async (code, cell) => {
    const rows = row(text('Code'), text('Qty')) + row(text('A'), cell);
    const [cells] = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
    expect([...cells!]).toEqual(['A']);
    expect(cells?.faults?.get(1)?.code).toBe(code);
  });

  it('show the text that a style has in the place of a number, whatever its conditions', async () => {
    const map = (condition: string, name: string): string =>
      `<style:map style:condition="${condition}" style:apply-style-name="N${name}"/>`;
    const styles =
      numberStyle('1', '<number:text>blocked</number:text>') +
      numberStyle('2', '<number:number number:min-integer-digits="1"/>') +
      numberStyle('3', `<number:text>free</number:text>${map('value()&gt;0', '1')}`) +
      numberStyle('4', `<number:text>sold out</number:text>${map('value()&gt;0', '2')}`) +
      numberStyle('5', `<number:text>-</number:text>${map('value()&gt;0', '2')}`) +
      '<number:date-style style:name="N6"><number:month number:style="long" number:textual="true"/></number:date-style>' +
      '<style:style style:name="c6" style:family="table-cell" style:data-style-name="N6"/>';
    const day =
      '<table:table-cell office:value-type="date" office:date-value="2026-11-20" table:style-name="c6"><text:p>November</text:p></table:table-cell>';
    const rows =
      row(text('State'), text('Qty'), text('Dash'), text('Since')) +
      row(number('1', 'blocked', 'c3'), number('12', '12', 'c4'), number('7', '7', 'c5'), day) +
      row(number('0', 'free', 'c3'), number('0', 'sold out', 'c4'), number('0', '-', 'c5'), day);
    const told = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows), styles)));
    expect(told.map((cells) => [...cells])).toEqual([
      ['blocked', '12', '7', 'November'],
      ['free', 'sold out', '0', 'November'],
    ]);
    expect(told.map((cells) => [...heldCells(cells)])).toEqual([
      ['1', '12', '7', '2026-11-20'],
      ['0', '0', '0', '2026-11-20'],
    ]);
  });

  it('have all blanks, tabs, line breaks and letters of a text, as jOpenDocument writes them', async () => {
    const name =
      'Nut<text:line-break />M8<text:s text:c="2" />x<text:s />80<text:tab />A2 &#x1f529;';
    const rows = row(text('Code'), text('Name')) + row(text('A'), text(name));
    const read = await readAll(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
    expect(read.rows[0]?.cells).toEqual(['A', 'Nut\nM8  x 80\tA2 \u{1f529}']);
  });

  it('have no readings and notes in their texts, which no spreadsheet shows there', async () => {
    const ruby =
      '<text:ruby><text:ruby-base>Nut</text:ruby-base><text:ruby-text text:style-name="r">nʌt</text:ruby-text></text:ruby>';
    const note =
      '<text:note text:id="n"><text:note-body><text:p>old</text:p></text:note-body></text:note>';
    const rows = row(text('Code'), text('Name')) + row(text('A'), text(`${ruby} M8${note} A2`));
    const read = await readAll(ods, fileOf('a.ods', odsBytes(table('Artikel', rows))));
    expect(read.rows[0]?.cells).toEqual(['A', 'Nut M8 A2']);
  });

  it('have the texts of CDATA sections', async () => {
    const name = "Nut <![CDATA[M8 & <A2 b='1'> é]]>&amp;<![CDATA[ &#x1f529; <text:s />]]>";
    const rows = row(text('Code'), text('Name')) + row(text('<![CDATA[A]]>'), text(name));
    const read = await readAll(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
    expect(read.rows[0]?.cells).toEqual(['A', "Nut M8 & <A2 b='1'> é& &#x1f529; <text:s />"]);
  });

  it('have every cell in its column where attributes are in single quotes, as odfpy writes those with a "', async () => {
    const pipe = text('Pipe 1/2" x 3').replace('>', ` office:value='Pipe 1/2" > x=3' >`);
    const blank = text('blue').replace('>', " calcext:value-type='string'>");
    const rows = row(text('Code'), text('Name'), text('Colour')) + row(text('A'), pipe, blank);
    const read = await readAll(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
    expect(read.rows[0]?.cells).toEqual(['A', 'Pipe 1/2" x 3', 'blue']);
  });

  it('are read without the part for styles, which ODF does not ask for', async () => {
    const style = numberStyle(
      '5',
      '<number:number number:decimal-places="0" number:min-integer-digits="5"/>',
    );
    const rows = row(text('Code'), text('Größe')) + row(number('17', '00017', 'c5'), text('groß'));
    const bytes = odsWithoutStylesPart(table('Blatt', rows), style);
    const read = await readAll(ods, fileOf('a.ods', bytes));
    expect(read.refusal).toBeUndefined();
    expect(read.columns).toEqual(['Code', 'Größe']);
    expect(read.rows).toEqual([{ row: 2, cells: ['00017', 'groß'] }]);
  });

  it('have the values of cells that show no text: the attribute is the value', async () => {
    const bare = (kind: string, more = ''): string =>
      `<table:table-cell office:value-type="${kind}" ${more}/>`;
    const rows =
      row(text('Code'), text('Qty'), text('Note')) +
      row(text('A'), bare('float', 'office:value="0"'), text('x')) +
      row(text('B'), bare('float', 'office:value="12.5" table:number-columns-repeated="2"')) +
      row(bare('string', 'office:string-value="C"'), number('3', '3'));
    const read = await readAll(ods, fileOf('a.ods', odsBytes(table('Blatt', rows))));
    expect(read.rows.map(({ cells }) => cells.join('|'))).toEqual(['A|0|x', 'B|12.5|12.5', 'C|3']);
  });

  it.each([
    ['date', 'date-value="2026-11-20"', '2026-11-20'],
    ['date', 'date-value="2026-11-20T18:00:00"', '2026-11-20'],
    ['date', 'date-value="2026-11-20T18:00:00" table:style-name="c8"', '2026-11-20T18:00:00'],
    ['time', 'time-value="PT18H05M07S"', '18:05:07'],
  ])('have the %s of a cell that shows no text: %s', async (kind, value, shown) => {
    const styles =
      '<number:date-style style:name="N8"><number:day/><number:month/><number:year/><number:hours/></number:date-style>' +
      '<style:style style:name="c8" style:family="table-cell" style:data-style-name="N8"/>';
    const cell = `<table:table-cell office:value-type="${kind}" office:${value}/>`;
    const rows = row(text('Code'), text('Since')) + row(text('A'), cell);
    const [cells] = await cellsOf(ods, fileOf('a.ods', odsBytes(table('Blatt', rows), styles)));
    expect([...cells!]).toEqual(['A', shown]);
    expect(cells?.dates?.has(1)).toBe(true);
  });

  it('quirk 24: show a code as it is seen where its style is scientific or its digits are too many', async () => {
    const styles = numberStyle(
      '7',
      '<number:scientific-number number:decimal-places="2" number:min-integer-digits="1" number:min-exponent-digits="3"/>',
    );
    const rows =
      row(text('Code'), text('Qty')) +
      row(number('767000000000', '7,67E+011', 'c7'), number('767000000000', '7,67E+011', 'c7')) +
      row(number('12345678901234568', '1,23E+16'), number('1', '1')) +
      row(number('4006381333931', '4,01E+12'), number('1', '1'));
    const file = fileOf('a.ods', odsBytes(table('Blatt', rows), styles));
    const read = await readAll(ods, file, { identifiers: ['Code'] });
    expect(read.rows.map(({ cells }) => cells)).toEqual([
      ['7.67E+11', '767000000000'],
      ['1.23456789012346E+16', '1'],
      ['4006381333931', '1'],
    ]);
  });

  it('fault 12: a part that inflates without end is refused before anything reads it', async () => {
    const content = Buffer.alloc(40 * 1024 ** 2, ' ');
    const bomb = zipped([
      { name: 'content.xml', content: Buffer.concat([Buffer.from('<'), content]) },
    ]);
    const { refusal } = await readAll(ods, fileOf('bomb.ods', bomb));
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE', file: 'bomb.ods' });
  });

  it('fault 12: cells repeated by the million are refused before anything reads them', async () => {
    const cells = text('x').replace('>', ' table:number-columns-repeated="1000">');
    const rows = row(cells).replace('>', ' table:number-rows-repeated="1000000">');
    const read = await readAll(ods, fileOf('bomb.ods', odsBytes(table('Blatt', rows))));
    expect(read.refusal).toMatchObject({ code: 'FILE_TOO_LARGE', file: 'bomb.ods' });
    expect(read.refusal?.rule).toContain('2000000 filled cells');
  });

  it('with a password are refused with what to do', async () => {
    const bytes = zipped([{ name: 'content.xml', content: Buffer.from([1, 2, 3, 4]) }]);
    const { refusal } = await readAll(ods, fileOf('a.ods', bytes));
    expect(refusal?.rule).toContain('password');
  });
});

describe.skipIf(!hasRealData())(
  'hostile workbooks (skipped where ../shared/data is missing)',
  () => {
    it.each([
      ['xls', 'poi_poi-fuzz.xls', undefined],
      ['xls', 'pss_XLS_pwtest.xls', 'password'],
      ['ods', 'pss_Ods_corruptMeta.ods', undefined],
    ] as const)('%s: %s', async (format, name, reason) => {
      const read = await readAll(format === 'xls' ? xls : ods, realFile(`hostile/${name}`));
      if (reason === undefined) expect(read.columns.length).toBeGreaterThan(0);
      else expect(read.refusal?.rule).toContain(reason);
    });
  },
);
