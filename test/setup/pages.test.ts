import { describe, expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const cells = (values: readonly (string | number)[], tag: string) =>
  values.map((value) => `<${tag}>${value}</${tag}>`).join('');
const rows = [
  ['ArtNr', 'Bezeichnung', 'Bestand'],
  ['A-1', 'Hex bolt', 5],
  ['A-2', 'Nut', 7],
];
const table = `<table>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table>`;
const office = 'urn:schemas-microsoft-com:office:spreadsheet';
const data = (row: readonly (string | number)[]) =>
  `<Row>${row.map((value) => `<Cell><Data>${value}</Data></Cell>`).join('')}</Row>`;

describe('a sample that only a spreadsheet program opens is refused, and its header is no article:', () => {
  it.each([
    ['a page', `<html><body>${table}</body></html>`, 'an HTML page'],
    ['a table alone', table, 'an HTML page'],
    [
      'XML of Excel 2003',
      `<?xml version="1.0"?><Workbook xmlns="${office}"><Worksheet><Table>${rows.map(data).join('')}</Table></Worksheet></Workbook>`,
      'an XML Spreadsheet 2003',
    ],
    [
      'a flat ODS',
      '<?xml version="1.0"?>\n\n<office:document xmlns:office="o"><style:style name="a" family="f"/><style:style name="b" family="g"/></office:document>',
      'a flat ODS workbook',
    ],
  ])('%s', async (_, content, looks) => {
    await expect(proposed('artikel.xls', content)).rejects.toThrow(`it looks like ${looks}`);
  });

  it('XML whose root is called table is none', async () => {
    const articles = ['A-1', 'A-2'].map(
      (nr) => `<row><artnr>${nr}</artnr><bezeichnung>Bolt ${nr}</bezeichnung></row>`,
    );
    const { text } = await proposed('a.xml', `<table>${articles.join('')}</table>`);
    expect(text).toContain('format: xml');
  });

  it('statements of SQL are none', async () => {
    const sql = "INSERT INTO art VALUES('A-1','Bolt \"x\"; 5',5);\n".repeat(3);
    await expect(proposed('artikel.csv', sql)).rejects.toThrow('is no export');
  });
});
