import { expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { fileOf, readAll } from '../text/reading.ts';

const plain = 'a,b,c\n1,2,3\n4,5,6\n';
const open = 'a,b,c\n1,2,3,\n4,5,6,\n';
const closed = 'a,b,c,\n1,2,3,\n4,5,6,\n';

it.each([
  ['every row ends with a separator', open, '7,8,9,', '7|8|9'],
  ['every row ends with two', 'a,b,c\n1,2,3,,\n4,5,6,,\n', '7,8,9,,', '7|8|9'],
  ['a row by hand lacks that separator', open, '7,8,9', '7|8|9'],
  ['a row lacks that separator and ends empty', open, '7,8,', 'ROW_RAGGED'],
  ['a row has that separator and a field more', open, '7,8,1,9,', 'ROW_RAGGED'],
  ['a row has that separator in place of a field', open, '7,8,1,9', 'ROW_RAGGED'],
  ['one row has a field too many and ends empty', plain, '7,8,200,', 'ROW_RAGGED'],
  ['one row has two fields too many that are empty', plain, '7,8,9,,', 'ROW_RAGGED'],
  ['one row has a field too few', plain, '7,8', 'ROW_RAGGED'],
  ['one row has a last cell that is empty', plain, '7,8,', '7|8|'],
  ['header and rows end with a separator', closed, '7,8,9,', '7|8|9|'],
  ['a row by hand lacks the one that the header has', closed, '7,8,9', '7|8|9'],
  ['a row lacks the one that the header has and ends empty', closed, '7,8,', 'ROW_RAGGED'],
  ['the header alone ends with a separator', 'a,b,c,\n1,2,3\n4,5,6\n', '7,8,9', '7|8|9'],
  ['the header has one that other rows lack', 'a,b,c,\n1,2,3\n4,5,6\n', '7,8,9,', 'ROW_RAGGED'],
  ['the only row has an empty field more', 'a,b,c\n', '7,8,9,', 'ROW_RAGGED'],
  ['a field too many stands under no name', 'a,b,c,\n', '7,8,1,9', 'ROW_RAGGED'],
  ['other rows have nothing under no name', closed, '7,8,1,9', 'ROW_RAGGED'],
  ['most rows have a value under no name', 'a,b,c,\n1,2,3,x\n4,5,6,y\n', '7,8,9,z', '7|8|9|z'],
  [
    'the first row has two, as others by hand',
    'a,b,c\n1,2,3,,\n1,2,3,\n4,5,6,\n',
    '7,8,9,',
    '7|8|9',
  ],
  ['only half of the rows have it', 'a,b,c\n1,2,3,\n4,5,6,\n1,2,3\n', '7,8,9', '7|8|9'],
  ['rows of separators stand first', 'a,b,c\n,,\n,,\n,,\n1,2,3,\n', '7,8,9,', '7|8|9'],
])('quirk 14: where %s, nothing is shifted', async (...given) => {
  const [, text, row, expected] = given;
  const number = text.split('\n').length;
  const { rows, complaints } = await readAll(csv, `${text}${row}\n`);
  const read = rows.find((one) => one.row === number)?.cells.join('|');
  const refused = complaints.find((one) => one.row === number)?.code;
  expect(read ?? refused).toBe(expected);
});

it('quirk 14: a value under no name is told as one, and not by the number of fields', async () => {
  const { complaints } = await readAll(csv, `${closed}7,8,1,9\n`);
  expect(complaints[0]?.rule).toBe(
    "The row has a value behind the header's last name, where most rows have none.",
  );
});

it('quirk 14: what the first rows say holds for a row that is read from its place', async () => {
  const text = `a,b\n${'1,2,\n'.repeat(40)}3,4\n5,6,7\n8,9,,\n`;
  const opened = await csv.open({ files: [fileOf('a.csv', text)], options: {} });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  const rows = opened.reader.rawRows?.({ offset: text.indexOf('3,4'), row: 42 });
  const next = (): unknown => rows?.move() === 'row' && rows.record().cells();
  expect(next()).toEqual(['3', '4']);
  expect(next()).toMatchObject({ rule: 'The row has 3 fields where the header has 2.' });
  expect(next()).toMatchObject({
    rule: 'The row has 4 fields where most rows of the file have 3.',
  });
});

it('a row with an empty field too many is told that the header may lack a separator', async () => {
  const { complaints } = await readAll(csv, 'a,b\n1,2\n3,4\n5,6,\n');
  expect(complaints[0]?.remedy).toContain('the header must end with one too');
});

it.each([
  ['Schrauben &amp; Muttern', '&amp;'],
  ['M&#252;nze', '&#252;'],
  ['K&uuml;che', '&uuml;'],
])('a row that %s divides at its ; is reported so', async (name, entity) => {
  const { complaints } = await readAll(csv, `a;b\n1;2\n3;${name}\n`, { delimiter: ';' });
  expect(complaints[0]).toMatchObject({ code: 'ROW_RAGGED', row: 3 });
  expect(complaints[0]?.rule).toContain(`the ; of ${entity}, a character of HTML, ends a field`);
  expect(complaints[0]?.remedy).toContain('quote the texts');
});

it.each([
  ['3;Q&A;4', ';'],
  ['3,K&uuml;che,4', ','],
])('the row %s is told of no character of HTML', async (row, delimiter) => {
  const { complaints } = await readAll(csv, `a${delimiter}b\n${row}\n`, { delimiter });
  expect(complaints[0]?.rule).toBe('The row has 3 fields where the header has 2.');
});

it('a row with too few fields is told what Excel does to empty last cells, and not that a separator is to be quoted', async () => {
  const { complaints } = await readAll(csv, 'a,b,c\n1,2,3\n4,5\n6,7,8\n');
  expect(complaints[0]?.remedy).toContain('Excel leaves them out if 16 rows in succession');
  expect(complaints[0]?.remedy).not.toContain('the separator');
});

it.each([
  '(3 rows affected)',
  '\\.',
  '(1 row)',
  '3 rows selected.',
  '3 Zeilen ausgewählt.',
  '-----+-----',
])('the line %s, which a database writes beside its rows, is reported as such', async (line) => {
  const { complaints } = await readAll(csv, `a|b\n1|2\n${line}\n`, { delimiter: '|' });
  expect(complaints[0]).toMatchObject({ code: 'ROW_RAGGED', row: 3 });
  expect(complaints[0]?.remedy).toContain('SET NOCOUNT ON');
});

it.each(['2 rows of teeth', '2 Zeilen Display', '-', '""'])(
  'the line %s, a part of a text or an empty field, is told as any that is too short',
  async (line) => {
    const { complaints } = await readAll(csv, `a|b\n1|2\n${line}\n3|4\n`, { delimiter: '|' });
    expect(complaints[0]).toMatchObject({ code: 'ROW_RAGGED', row: 3 });
    expect(complaints[0]?.remedy).toContain('quote the field that holds a line end');
  },
);
