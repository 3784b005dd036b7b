import { expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { readAll } from '../text/reading.ts';

it.each([
  ['a SYLK sheet', 'ID;PWXL;N;E\r\nP;PGeneral\r\nF;P0\r\nB;Y4;X6\r\nC;Y1;X1;K"ArtNr"\r\n'],
  ['a DIF sheet', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,3\r\n""\r\n'],
  ['a web page in one file (MHTML)', 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n'],
  ['an XML Spreadsheet 2003', '<?mso-application progid="Excel.Sheet"?>\r\n<Workbook/>'],
  ['an HTML page', '\n<table border=1><tr><td>ArtNr</td></tr></table>'],
  ['an EDIFACT interchange', "UNA:+.? '\r\nUNB+UNOC:3+1+2+260101:1000+1'UNH+1+PRICAT:D:96A:UN'"],
  ['a JSON file', '[{"ArtNr":"A-1","Name":"Bolt"}]\n'],
  ['a JSON file', '{"ArtNr":"A-1"},{"ArtNr":"A-2"}\n'],
])('%s is no table, and is reported as what it is', async (looks, text) => {
  const { refusal } = await readAll(csv, text);
  expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE' });
  expect(refusal?.rule).toContain(`it looks like ${looks}`);
});

it('a table without names may begin with a list in braces', async () => {
  const options = { headerRow: 'none' as const, delimiter: '\t', quote: 'none' };
  const { rows } = await readAll(csv, '{"red","blue"}\tA-1\n{}\tA-2\n', options);
  expect(rows.map(({ cells }) => cells[1])).toEqual(['A-1', 'A-2']);
});

it.each([
  ['braces', '{"Nr"};Name\n{"A-1"};Bolt\n', '{"Nr"}'],
  ['brackets', '["Nr"],Name\n["A-1"],Bolt\n', '["Nr"]'],
])(
  'a table with names may begin with a list in %s, for no JSON text goes on behind it',
  async (_, text, first) => {
    const { columns, rows } = await readAll(csv, text);
    expect(columns).toEqual([first, 'Name']);
    expect(rows.map(({ cells }) => cells[1])).toEqual(['Bolt']);
  },
);
