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
    [
      'XML of Gnumeric',
      '<?xml version="1.0"?><gnm:Workbook xmlns:gnm="g"><gnm:Attribute/><gnm:Attribute/></gnm:Workbook>',
      'a Gnumeric workbook',
    ],
    [
      'UOF',
      '<?xml version="1.0"?><uof:UOF xmlns:uof="u"><uof:style/><uof:style/></uof:UOF>',
      'a UOF document',
    ],
    [
      'SYLK',
      'ID;PWXL;N;E\r\nP;PGeneral\r\nF;P0\r\nB;Y4;X6\r\nC;Y1;X1;K"ArtNr"\r\n',
      'a SYLK sheet',
    ],
    ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,3\r\n""\r\n', 'a DIF sheet'],
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

  it.each([
    ['drop tables', 'Name;ArtNr;Bestand\nDrop table oak;A-1;5\nBolt;A-2;7\n', 'ArtNr'],
    [
      'texts of several lines',
      'ArtNr;Langtext;Bestand\nA-1;"Lamp\nInsert into socket (E27)";5\nUNB+2;Nut;7\n',
      'ArtNr',
    ],
    ['the columns ID and P…', 'ID;Produkt;Bestand\nB;Bolt;5\nC;Cap;7\nF;Nut;8\nO;Ring;9\n', 'ID'],
  ])('a table of %s is none', async (_, content, number) => {
    const { text } = await proposed('a.csv', content);
    expect(text).toContain(`externalId: ${number}`);
  });

  it.each([
    ['statements of SQL', "INSERT INTO art VALUES('A-1','Bolt \"x\"; 5',5);\n".repeat(3)],
    [
      'a dump of a database',
      '-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `art`;\n',
    ],
    [
      'a script of SQL Server',
      "USE [erp]\r\nGO\r\nINSERT [dbo].[art] ([artnr], [name]) VALUES (N'A-1', N'Bolt')\r\n",
    ],
    ['a dump of PostgreSQL', 'SET x = 0;\n\nCOPY public.art (artnr, name) FROM stdin;\n1\tBolt\n'],
    ['EDIFACT', "UNA:+.? '\r\nUNB+UNOC:3+1+2+260101:1000+1'UNH+1+PRICAT:D:96A:UN'BGM+9'"],
  ])('%s are none', async (_, content) => {
    await expect(proposed('artikel.csv', content)).rejects.toThrow('is not an export');
  });
});

it('XML whose list is called what its articles are called is read as these, and not as one of them', async () => {
  const article = (sku: string, stock: number) =>
    `<Item><Sku>${sku}</Sku><Name>Bolt</Name><Stock>${stock}</Stock></Item>`;
  const { text } = await proposed('a.xml', `<Item>${article('A1', 5)}${article('A2', 7)}</Item>`);
  expect(text).toMatch(/path: \/Item\/Item .*\n/);
  expect(text).toMatch(/availableQty: Stock /);
});
