import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { readAll } from '../text/reading.ts';

/** Rows as `row number: cells`. */
async function rowsOf(text: string, options = {}): Promise<readonly string[]> {
  const { rows, refusal, complaints } = await readAll(csv, text, options);
  expect([refusal, ...complaints]).toEqual([undefined]);
  return rows.map(({ row, cells }) => `${row}: ${cells.join('|')}`);
}

describe('csv fields', () => {
  it.each([
    ['separators inside quotes', 'a,b\n"1,2",3\n', ['2: 1,2|3']],
    ['doubled quotes', 'a,b\n"say ""hi""",3\n', ['2: say "hi"|3']],
    ['an empty quoted field', 'a,b\n"",""\n', ['2: |']],
    ['a line break inside quotes', 'a,b\n"1\r\n2",3\n4,5\n', ['2: 1\r\n2|3', '3: 4|5']],
    ['a line break of FileMaker', 'a,b\n"1\v2",\v\n', ['2: 1\n2|\n']],
    ['a quote inside an unquoted field', 'a,b\n5" pipe,3\n4,5\n', ['2: 5" pipe|3', '3: 4|5']],
    ['blanks before a quote', 'a,b\n "1",3\n', ['2: 1|3']],
    ['blanks around quoted fields', 'a, "b"\n "x, y" ,  "3"" z"\n', ['2: x, y|3" z']],
    ['a bare quote behind blanks', 'a,b\n "1,3\n4, 5"\n', ['2:  "1|3', '3: 4| 5"']],
    ['quoted words behind blanks', 'a,b\n "1" x,"3"\n', ['2:  "1" x|3']],
    ['quoted words behind the blank of a later field', 'a,b\n1, "x" y\n', ['2: 1| "x" y']],
    ['blanks after a closing quote', 'a,b\n"1" ,3\n', ['2: 1|3']],
    ['a last line without a line end', 'a,b\n1,2', ['2: 1|2']],
    ['a quoted end without a line end', 'a,b\n1,"2"', ['2: 1|2']],
    ['a bare quote without a line end', 'a,b\n1,5" pipe', ['2: 1|5" pipe']],
    ['a quoted field behind an empty first one', 'a,b\n,"1\n2"\n', ['2: |1\n2']],
    ['CRLF', 'a,b\r\n1,2\r\n', ['2: 1|2']],
    ['CR alone', 'a,b\r1,"2\n2"\r3,4', ['2: 1|2\n2', '3: 3|4']],
    ['a byte order mark', '\uFEFFa,b\n1,2\n', ['2: 1|2']],
    ['CR CR LF', 'a,b\r\r\n1,2\r\r\n3,4\r\r\n', ['2: 1|2', '3: 3|4']],
    ['quote marks that are kept so', 'a,b\n"=""3"""" M8""",1\n', ['2: 3" M8|1']],
    ['zeros that are kept from a spreadsheet', 'a,b\n="007","=""08"""\n', ['2: 007|08']],
    ['formulas as they stand', 'a,b\n=1+1,"=A1&""x"""\n', ['2: =1+1|=A1&"x"']],
    ['the end mark of DOS', 'a,b\r\n1,2\r\n\x1a', ['2: 1|2']],
    ['the end mark of DOS with a line end', 'a,b\r\n1,2\r\n\x1a\r\n', ['2: 1|2']],
    ['a block filled up with end marks', `a,b\r\n1,2\r\n${'\x1a'.repeat(117)}`, ['2: 1|2']],
    ['blanks as they stand', 'a,b\n 1 ,\u00a02\n', ['2:  1 |\u00a02']],
    ['fields that NULs fill up', 'a,b,c\n1\0\0,\0\0\0,"x \0"\n', ['2: 1||x']],
    ['a NUL within a value', 'a,b\n1\x002,3\n', ['2: 1\x002|3']],
    ['leading zeros', 'a,b\n007,1e5\n', ['2: 007|1e5']],
    ['row numbers behind blank lines', 'a,b\n\n1,2\n\n\n3,4\n', ['3: 1|2', '6: 3|4']],
    ['only separators as a record', 'a,b\n,\n', ['2: |']],
  ])('reads %s', async (_, text, expected) => {
    expect(await rowsOf(text)).toEqual(expected);
  });

  it('quirk 15: reads bare inch marks with quote: none', async () => {
    const text = 'a\tb\n"1/2\t3"\n4"\t5\n';
    expect(await rowsOf(text, { quote: 'none' })).toEqual(['2: "1/2|3"', '3: 4"|5']);
  });

  it('finds a column whose name is quoted behind a blank', async () => {
    expect((await readAll(csv, 'a, "b"\n1, "2"\n')).columns).toEqual(['a', 'b']);
  });

  it('reads another quote character', async () => {
    expect(await rowsOf("a,b\n'1,1','it''s'\n", { quote: "'" })).toEqual(["2: 1,1|it's"]);
  });

  it('reads quoted fields between blanks that separate', async () => {
    expect(await rowsOf('a b c\n1  "2 3"\n', { delimiter: ' ' })).toEqual(['2: 1||2 3']);
  });

  it('reads a delimiter of several bytes', async () => {
    const text = 'a§b\n"1§1"§2\n1°"§3\n4§"1\n§"\n';
    expect(await rowsOf(text, { delimiter: '§' })).toEqual(['2: 1§1|2', '3: 1°"|3', '4: 4|1\n§']);
  });
});

describe('csv rows in doubt', () => {
  it('quirk 14: a row with more fields than the header is its own complaint, never shifted', async () => {
    const { rows, complaints } = await readAll(csv, 'a,b\n1,2\nHall 4, Gate 1,3\n4,5\n');
    expect(rows.map(({ row }) => row)).toEqual([2, 4]);
    expect(complaints).toMatchObject([{ code: 'ROW_RAGGED', row: 3, value: 'Hall 4, Gate 1,3' }]);
    expect(complaints[0]?.rule).toBe('The row has 3 fields where the header has 2.');
  });

  it.each([
    ['in the middle', '2;"Rohr 3 x;5\n3;Hahn;1\n4;Rohr 4";6'],
    ['of two rows side by side', '2;"Rohr 3 x;5\n4;Rohr 4";6'],
    ['at the end', '2;5;"Rohr 3 x\n3;1;Hahn\n4;6;Rohr 4"'],
  ])(
    'quirk 15: rejects a field that a bare inch mark opens and another closes rows later, %s',
    async (_, row) => {
      const text = `a;b;c\n1;x;2\n${row}\n5;y;7\n`;
      const { rows, complaints } = await readAll(csv, text, { delimiter: ';' });
      expect(rows.map(({ cells }) => cells.join('|'))).toEqual(['1|x|2', '5|y|7']);
      expect(complaints).toMatchObject([{ code: 'ROW_STRUCTURE', row: 3 }]);
      expect(complaints[0]?.rule).toMatch(/holds whole rows/);
    },
  );

  it.each([
    ['a sentence', '2;x;"red; white; black\nblue; green; black"'],
    ['lines of fewer parts', '2;"S\nL;XL";3'],
    ['lines of more parts', '2;x;"1\n2;3;4;5"'],
    ['lines of separators', '2;";;\n;";3'],
  ])('reads a text of several lines that are no rows: %s', async (_, row) => {
    const { complaints } = await readAll(csv, `a;b;c\n${row}\n`, { delimiter: ';' });
    expect(complaints).toEqual([]);
  });

  it('quirk 14: a row with fewer fields than the header is a complaint', async () => {
    const { complaints } = await readAll(csv, 'a,b,c\n1,2\n');
    expect(complaints).toMatchObject([{ code: 'ROW_RAGGED', row: 2 }]);
  });

  it('a row with text behind a closing quote is a complaint', async () => {
    const { rows, complaints } = await readAll(csv, 'a,b\n"Rohr 1/2" verzinkt",2\n3,4\n');
    expect(rows).toHaveLength(1);
    expect(complaints).toMatchObject([{ code: 'ROW_STRUCTURE', row: 2 }]);
  });

  it('fault 6: a row with a byte that the encoding lacks is a complaint with row and offset', async () => {
    const head = 'a;b\n'.padEnd(1_100_000, '1;2\n');
    const bytes = Buffer.concat([Buffer.from(head), encode('x;ü\n3;4\n', 'windows-1252')]);
    const { rows, complaints } = await readAll(csv, bytes, { encoding: 'utf-8' });
    expect(complaints).toMatchObject([{ code: 'FILE_ENCODING', row: 275_001 }]);
    expect(complaints[0]?.rule).toContain('byte FC (hexadecimal) at offset 1100002');
    expect(rows.at(-1)?.row).toBe(275_002);
  });
});

describe('csv headers', () => {
  it.each([
    { name: 'the first row', text: 'a,b\n1,2\n', options: {}, columns: ['a', 'b'], rows: [2] },
    {
      name: 'the first row that is not blank',
      text: '\n\na,b\n1,2\n',
      options: {},
      columns: ['a', 'b'],
      rows: [4],
    },
    {
      name: 'a row behind a preamble',
      text: 'List of May\n"x, y",,\na,b\n1,2\n',
      options: { headerRow: [3] },
      columns: ['a', 'b'],
      rows: [4],
    },
    {
      name: 'two rows',
      text: 'Price,,Name\nnet,gross,\n1,2,x\n',
      options: { headerRow: [1, 2] },
      columns: ['Price net', 'gross', 'Name'],
      rows: [3],
    },
    {
      name: 'no row',
      text: '1,2\n3,4\n',
      options: { headerRow: 'none' as const },
      columns: ['1', '2'],
      rows: [1, 2],
    },
    {
      name: 'blanks around the names',
      text: ' a , b\n1,2\n',
      options: {},
      columns: ['a', 'b'],
      rows: [2],
    },
    {
      name: 'names that stand twice',
      text: 'a,a,b,a\n1,2,3,4\n',
      options: {},
      columns: ['a', 'a[2]', 'b', 'a[3]'],
      rows: [2],
    },
  ])('reads $name', async ({ text, options, columns, rows }) => {
    const read = await readAll(csv, text, options);
    expect(read.columns).toEqual(columns);
    expect(read.rows.map(({ row }) => row)).toEqual(rows);
  });

  it('fault 10: __proto__ and constructor are columns like any other', async () => {
    const { reader, rows } = await readAll(csv, '__proto__,constructor,constructor\nx,y,z\n');
    expect(reader?.column('__proto__')).toBe(0);
    expect(reader?.column('constructor')).toBe(1);
    expect(reader?.column('constructor[2]')).toBe(2);
    expect(reader?.column('toString')).toBe(-1);
    expect(rows[0]?.cells).toEqual(['x', 'y', 'z']);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('finds a column with blanks around its name, and none for an empty one', async () => {
    const { reader } = await readAll(csv, 'a,,b\n1,2,3\n');
    expect(reader?.column(' b ')).toBe(2);
    expect(reader?.column('')).toBe(-1);
    expect(reader?.columnsAreComplete).toBe(true);
  });

  it.each([
    {
      name: 'behind the end',
      text: 'a,b\n1,2\n',
      headerRow: [9],
      words: 'the file ends with row 2',
    },
    { name: 'on a blank line', text: 'x\n\na,b\n', headerRow: [2], words: 'the row is blank' },
  ])('refuses a header row $name', async ({ text, headerRow, words }) => {
    const { refusal } = await readAll(csv, text, { headerRow });
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', row: headerRow[0] });
    expect(refusal?.rule).toContain(words);
  });

  it('fault 3: a file with only a header has columns and no records', async () => {
    const read = await readAll(csv, 'a,b\n');
    expect(read).toMatchObject({ columns: ['a', 'b'], rows: [], refusal: undefined });
  });
});

describe('csv dialects', () => {
  it.each([
    { name: 'semicolons with decimal commas', text: 'Art;Bestand\nA;1,5\nB;2,5\n', delimiter: ';' },
    {
      name: 'semicolons with decimal commas and no header',
      text: 'A;1,5\nB;2,5\n',
      delimiter: ';',
    },
    { name: 'commas with text in quotes', text: 'a,b\n"x; y; z",2\n', delimiter: ',' },
    { name: 'tabs with commas in the text', text: 'a\tb\nx, y\tz\n', delimiter: '\t' },
    { name: 'bars', text: 'a|b|c\n1|2|3\n', delimiter: '|' },
    { name: 'one column', text: 'a\n1\n', delimiter: ',' },
    {
      name: 'a preamble with other marks',
      text: 'a,b,c\na,b,c\nd;e\n1;2\n',
      delimiter: ';',
      headerRow: [3],
    },
    { name: 'a row that is ragged', text: 'a,b\n1,2\n1,2,3\n1,2\n', delimiter: ',' },
    { name: 'the line for Excel', text: 'sep=;\na;b,c,d\n1;2,3,4\n', delimiter: ';' },
    { name: 'the line for Excel in quotes', text: '"sep=|"\r\na|b\r\n1|2\r\n', delimiter: '|' },
  ])('finds $name', async ({ text, delimiter, headerRow }) => {
    const options = { delimiter: 'auto', ...(headerRow ? { headerRow } : {}) };
    const { reader } = await readAll(csv, text, options);
    expect(reader?.dialect).toMatchObject({
      encoding: 'utf-8',
      delimiter,
      quote: '"',
      newline: 10,
    });
  });

  it('keeps what is declared', async () => {
    const { reader } = await readAll(csv, 'a;b,c\n', { delimiter: ',', quote: 'none' });
    expect(reader?.dialect).toMatchObject({ delimiter: ',', quote: 'none' });
    expect(reader?.columns).toEqual(['a;b', 'c']);
  });

  it('does not count the line for Excel as a row', async () => {
    expect(await rowsOf('sep=;\r\nA;B\r\n2;3\r\n')).toEqual(['2: 2|3']);
  });

  it.each([
    ['two characters as delimiter', { delimiter: '||' }],
    ['the quote as delimiter', { delimiter: '"' }],
    ['a quote beyond ASCII', { quote: '»' }],
  ])('refuses %s', async (_, options) => {
    expect((await readAll(csv, 'a\n', options)).refusal?.code).toBe('FILE_STRUCTURE');
  });
});

describe('csv files that are refused', () => {
  it.each([
    ['an empty file', '', 'FILE_EMPTY'],
    ['a byte order mark alone', '\uFEFF', 'FILE_EMPTY'],
    ['blank lines alone', '\r\n\r\n', 'FILE_EMPTY'],
    ['blank cells alone', ';;\r\n; ;\r\n', 'FILE_EMPTY'],
    ['a workbook', 'PK\x03\x04rest', 'FILE_STRUCTURE'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'FILE_STRUCTURE'],
    ['an Excel 4 workbook', Buffer.from('09040600000010', 'hex'), 'FILE_STRUCTURE'],
    ['a PDF', '%PDF-1.7', 'FILE_STRUCTURE'],
    ['an HTML page', '\n<html><table>', 'FILE_STRUCTURE'],
    ['an XML file', '<?xml version="1.0"?><a/>', 'FILE_STRUCTURE'],
  ])('quirks 1 and 2: refuses %s', async (_, content, code) => {
    expect((await readAll(csv, content)).refusal?.code).toBe(code);
  });

  it('names the row whose quote is never closed', async () => {
    const { rows, refusal } = await readAll(csv, 'a,b\n1,2\n3,"4\n5,6\n');
    expect(rows).toHaveLength(1);
    expect(refusal).toMatchObject({ code: 'FILE_TRUNCATED', row: 3 });
    expect(refusal?.remedy).toContain('quote: none');
  });

  it('refuses UTF-16 that is damaged in the middle', async () => {
    const bytes = Buffer.concat([
      encode('\uFEFFa;b\n'.padEnd(700_000, '1;2\n'), 'utf-16le'),
      Buffer.from([0x00, 0xd8]),
      encode('x;y\n', 'utf-16le'),
    ]);
    const { refusal } = await readAll(csv, bytes);
    expect(refusal).toMatchObject({ code: 'FILE_ENCODING' });
    expect(refusal?.rule).toContain('offset 1400000');
  });
});
