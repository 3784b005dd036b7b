import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { encode } from '../../adapters/text/encode.ts';
import { companionsOf } from '../../src/setup/companions.ts';
import { telltaleText } from '../../src/setup/encoding.ts';
import { type Look, lookAt } from '../../src/setup/look.ts';
import { namePattern, sourceName } from '../../src/setup/proposal.ts';
import { sampleFile } from '../../src/setup/sample-file.ts';
import { shortPath } from '../../src/setup/yaml.ts';
import { scalar } from '../../src/setup/yaml-line.ts';
import { temporaryFolder } from '../support/folder.ts';
import { proposed } from './proposed.ts';

async function look(name: string, content: string | Uint8Array): Promise<Look> {
  const folder = temporaryFolder('look');
  fs.writeFileSync(path.join(folder, name), content);
  const seen = await lookAt(sampleFile(name, folder)!, undefined);
  if ('refusal' in seen) throw new Error(`${seen.refusal.rule} ${seen.refusal.remedy}`);
  return seen;
}

const names = ({ columns }: Look) => columns.map(({ name }) => name);

describe('a sample', () => {
  it('is read by its content, whatever its name says', async () => {
    const json = '[{"sku":"A1","name":"Bolt"},{"sku":"A2","name":"Nut"}]';
    expect(await look('export.csv', json)).toMatchObject({ format: 'json', rows: 2 });
  });

  it.each([
    ['a table whose first cell is a list', '{"A-1"};Bolt;5\n{"A-2"};Nut;7\n', 'csv'],
    ['a table whose first cell is an object', '{"size":"M"};Bolt;5\n{"size":"L"};Nut;7\n', 'csv'],
    ['lists whose texts look like the end of one', '["A];1","x",5]\n["A-2","y",7]\n', 'ndjson'],
    ['lists, a line each', '["A-1","Bolt",5]\n["A-2","Nut",7]\n', 'ndjson'],
  ])('is read as %s', async (_, content, format) => {
    const seen = await look('a.csv', content);
    expect(seen).toMatchObject({ format, rows: 2 });
    expect(names(seen)).toEqual(['1', '2', '3']);
  });

  it('of groups and properties alone holds no articles', async () => {
    const property = (id: number) =>
      `<Свойство><Ид>${id}</Ид><Наименование>n${id}</Наименование></Свойство>`;
    const content = `<Классификатор><Свойства>${property(1)}${property(2)}</Свойства></Классификатор>`;
    await expect(look('классификатор.xml', content)).rejects.toThrow('no products');
  });

  it.each([
    ['the total below its articles', '', 'Summe;2 Artikel;12\n'],
    ['the line below its header', '-----;----;-----\n', ''],
    ['the header of its next page', '', 'ArtNr;Name;Menge\n'],
  ])('is judged without %s', async (_, above, below) => {
    const rows = `${above}A1;Bolt;5\nA2;Nut;7\n${below}`;
    const seen = await look('a.csv', `ArtNr;Name;Menge\n${rows}`);
    expect(seen.columns.map(({ cells }) => cells)).toEqual([
      ['A1', 'A2'],
      ['Bolt', 'Nut'],
      ['5', '7'],
    ]);
  });

  it('has one row of names where a line is drawn below them on each page', async () => {
    const page = (rows: string) => `\nArtNr;Name;Menge\n-----;----;-----\n${rows}`;
    const seen = await look('a.csv', page('A1;Bolt;5\nA2;Nut;7\n') + page('A3;Disc;9\n'));
    expect(seen.options.headerRow).toEqual([2]);
    expect(seen.columns.map(({ name, cells }) => [name, ...cells])).toEqual([
      ['ArtNr', 'A1', 'A2', 'A3'],
      ['Name', 'Bolt', 'Nut', 'Disc'],
      ['Menge', '5', '7', '9'],
    ]);
  });

  it('fault 6: that is UTF-8 but for one byte is read as that, and not as a code page', async () => {
    const rows = Array.from({ length: 20 }, (_, row) => `A${row};Grün ${row}`).join('\n');
    const content = Buffer.concat([
      Buffer.from(`ArtNr;Name\n${rows}\nB1;Gr`),
      Buffer.of(0xfc),
      Buffer.from('n\n'),
    ]);
    expect((await look('a.csv', content)).options).toMatchObject({ encoding: 'utf-8' });
  });

  it('in GBK is refused with what it looks like, and no code page is guessed', async () => {
    const words = '六角螺栓 螺母 垫圈 工具 充电 钻头 手持 砂轮 扳手 锤子 锯条 卷尺 手套 眼镜'.split(
      ' ',
    );
    const rows = words.map((word, at) => `A-${at};${word};${at}`);
    const content = iconv.encode(`编号;名称;库存\n${rows.join('\n')}\n`, 'gbk');
    await expect(look('a.csv', content)).rejects.toThrow(
      'This looks like GBK (Chinese), which Stockhand does not read. Let the ERP export it as UTF-8.',
    );
  });

  it('in UTF-16 without a mark that begins with a tab is no old workbook', async () => {
    const content = Buffer.from('\tArtNr\tName\n\tA1\tBolt\n\tA2\tNut\n', 'utf16le');
    expect(await look('a.txt', content)).toMatchObject({ format: 'csv', rows: 2 });
  });

  it('that is packed is read as what is in it', async () => {
    const packed = gzipSync('ArtNr;Name\nA1;Bolt\nA2;Nut\n');
    expect(await look('artikel.csv.gz', packed)).toMatchObject({ format: 'csv', rows: 2 });
  });

  it.each([
    ['a.dbf', 'a.dbt', '{stem}.dbt'],
    ['a.dbf.gz', 'a.dbt', '{stem}.dbt'],
    ['a.dbf.gz', 'a.FPT.gz', '{stem}.FPT.gz'],
  ])('that is a table %s has its memo file %s beside it', (name, memo, template) => {
    const beside = [name, 'b.dbt', memo];
    expect(companionsOf('dbf', { name, beside })).toEqual([{ template, name: memo }]);
  });

  it.each([
    ['datanorm', 'DATANORM.001', ['{stem}.002', '{stem}.WRG']],
    ['commerceml', 'import.xml', ['offers.xml', 'rests.xml']],
    ['commerceml', 'import0_1.xml', ['import0_2.xml', 'offers0_1.xml', 'rests0_1.xml']],
    ['commerceml', 'import_20261105.xml', ['offers_20261105.xml']],
  ] as const)('of %s that is %s has with it %j', (format, name, templates) => {
    const others = ['DATPREIS.001', 'ALT.WRG', 'DATANORM.TXT', 'prices0_1.xml', 'import1_1.xml'];
    const dated = ['import_20261104.xml', 'offers_20261104.xml'];
    const beside = [
      ...others,
      ...dated,
      ...templates.map((one) => one.replace('{stem}', 'DATANORM')),
    ];
    const found = companionsOf(format, { name, beside });
    expect(found.map(({ template }) => template)).toEqual(templates);
  });

  it('with a title block is read from its row of names on', async () => {
    const seen = await look(
      'preise.csv',
      'Preisliste 2024;;\n;;\nArtNr;Bezeichnung;EAN\nA1;Bolt;\nA2;Nut;\n',
    );
    expect(seen).toMatchObject({ options: { headerRow: [3] }, rows: 2 });
  });

  it('as a workbook with a title block is read from its row of names on', async () => {
    const rows = [['Preisliste 2024'], ['ArtNr', 'Bezeichnung'], ['A1', 'Bolt'], ['A2', 'Nut']];
    const workbook = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet(rows), 'Artikel');
    const bytes = XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    expect(await look('a.xlsx', bytes)).toMatchObject({ options: { headerRow: [2] }, rows: 2 });
  });

  it('with names over two rows joins them', async () => {
    const seen = await look(
      'preise.csv',
      'Код;Наименование;Цена;\n;;Опт;Ед.\n1;Болт;5;шт\n2;Гайка;6;шт\n',
    );
    expect(seen.options.headerRow).toEqual([1, 2]);
    expect(names(seen)).toEqual(['Код', 'Наименование', 'Цена Опт', 'Ед.']);
  });

  it('without a row of names has numbered columns', async () => {
    for (const rows of ['A-100;Bolt M8;12\nA-101;Nut M8;7\n', 'A-1;M 8;B7\nA-2;M 6;B9\n']) {
      const seen = await look('a.csv', rows);
      expect(seen.options.headerRow).toBe('none');
      expect(names(seen)).toEqual(['1', '2', '3']);
    }
  });

  it('with unknown names keeps its first row as names', async () => {
    const seen = await look('a.csv', 'Foo;Bar\nA-100;Titel\nA-101;7\n');
    expect(seen).toMatchObject({ options: { headerRow: [1] }, rows: 2 });
  });

  it('as a tree is read by its repeated element', async () => {
    const goods = '<shop><goods><item><sku>A</sku></item><item><sku>B</sku></item></goods></shop>';
    expect(await look('a.xml', goods)).toMatchObject({
      format: 'xml',
      options: { path: 'goods/item' },
    });
    const list = '{"data":{"rows":[{"sku":"A"},{"sku":"B"}]}}';
    expect(await look('a.json', list)).toMatchObject({
      format: 'json',
      options: { path: 'data.rows' },
    });
  });

  it('in UTF-8 needs no encoding declared, and one in a code page gets it with words to look at', async () => {
    const table = 'ArtNr;Name\nA1;Türgriff\nA2;Größe\n';
    expect((await look('a.csv', table)).options.encoding).toBeUndefined();
    const seen = await look('a.csv', Buffer.from(table, 'latin1'));
    expect(seen).toMatchObject({
      options: { encoding: 'windows-1252' },
      guessedBy: { words: ['Türgriff', 'Größe'], others: [] },
    });
  });

  it('in a code page shows how another page reads it that has such words, too', async () => {
    const { guessedBy } = await look('a.csv', encode('ArtNr;Name\nA1;Klíč\n', 'windows-1250'));
    const shown = telltaleText(guessedBy);
    expect(shown).toContain('Klíč');
    expect(shown).toContain('Klíè');
  });

  it('as a workbook is not read from a sheet that is hidden', async () => {
    const sheet = (...rows: string[][]) => XLSX.utils.aoa_to_sheet([['ArtNr', 'Name'], ...rows]);
    const workbook = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(workbook, sheet(['OLD', 'Bolt']), 'Vorjahr');
    XLSX.utils.book_append_sheet(workbook, sheet(['NEW', 'Bolt']), 'Aktuell');
    workbook.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
    const bytes = XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    const seen = await look('a.xlsx', bytes);
    expect(seen).toMatchObject({ options: { sheet: 'Aktuell' }, hidden: ['Vorjahr'] });
    expect(seen.columns[0]?.cells).toEqual(['NEW']);
  });

  describe('of fixed width', () => {
    const article = (at: number, name: string, price: string) =>
      `A${String(at).padStart(3, '0')}    ${name.padEnd(20)} ${price.padStart(6)} ${String(at).padStart(4)}`;
    const fixed = ['Schraube M8', 'Mutter, M8', 'Türgriff'].map((name, at) =>
      article(at, name, `${at + 8},50`),
    );

    it.each([
      ['with a decimal comma in each line', fixed],
      ['with a title above', ['Artikel', ...fixed]],
    ])('%s is cut at its blanks and not at its commas, in any encoding', async (_name, lines) => {
      for (const encoding of ['utf8', 'latin1'] as const) {
        const content = Buffer.from(`${lines.join('\r\n')}\r\n`, encoding);
        expect(await look('artikel.txt', content)).toMatchObject({
          format: 'fixed',
          columns: [
            { cells: ['A000', 'A001', 'A002'] },
            { cells: ['Schraube M8', 'Mutter, M8', 'Türgriff'] },
            { cells: ['8,50', '9,50', '10,50'] },
            { cells: ['0', '1', '2'] },
          ],
        });
      }
    });

    it.each([
      ['a separator', ['A0;Bolt M8    ;12,50', 'A1;Nut M8     ; 2,50', 'A2;Disc, M8   ; 7,50']],
      ['a comma', ['A0,Bolt M8    ,12.50', 'A1,Nut M8     , 2.50', 'A2,Disc M8    , 7.50']],
      ['bars', ['A0|Bolt M8    |12,50', 'A1|Nut M8     | 2,50', 'A2|Disc M8    | 7,50']],
      ['tabs', ['A0\tBolt   M8\t12', 'A1\tNut    M8\t 2', 'A2\tDisc   M8\t 7']],
    ])('is none with %s that cuts all lines alike', async (_name, lines) => {
      expect(await look('artikel.txt', `${lines.join('\n')}\n`)).toMatchObject({ format: 'csv' });
    });
  });

  it('of one column is refused with what to do', async () => {
    await expect(look('a.txt', 'A100  Bolt\nA101  Nut \n')).rejects.toThrow('format: fixed');
  });
});

it.each([
  ['artikel.csv', 'artikel.csv'],
  ['artikel_20240501.csv', 'artikel_*.csv'],
  ['artikel_2024-05-01_1200.csv', 'artikel_*.csv'],
  ['export 0001.csv', 'export *.csv'],
  ['20240501.csv', '*.csv'],
  ['preise [neu].csv', 'preise ?neu?.csv'],
])('the next exports after %s are %s', (name, pattern) => {
  expect(namePattern(name)).toBe(pattern);
});

it.each([
  ['Artikel Export.csv', 'artikel-export'],
  ['выгрузка.csv', 'export'],
  ['catalog.csv', 'catalog-export'],
])('the source of %s is called %s', (name, source) => {
  expect(sourceName(name)).toBe(source);
});

it('a source is not called null, which YAML takes for nothing', async () => {
  const { text } = await proposed('null.csv', 'ArtNr;Bezeichnung\nA-1;Bolt\nA-2;Nut\n');
  expect(text).toContain('- name: "null"');
});

it.each([
  ['/erp/config', '/erp/out', '../out'],
  ['/erp', '/erp/out', './out'],
  ['/home/me/setup/config', '/mnt/erp', '/mnt/erp'],
])('from %s the folder %s is %s', (from, to, written) => {
  expect(shortPath(from, to)).toBe(written);
});

it.each([
  ['Bezeichnung', 'Bezeichnung'],
  ['true', '"true"'],
  ['1.50', '"1.50"'],
  ['1250', '1250'],
  ['0125', '"0125"'],
  ['Reference #', '"Reference #"'],
  ['a: b', '"a: b"'],
  ['$' + '{SECRET}', '"$$' + '{SECRET}"'],
  ['', '""'],
])('%s stands in the file as %s', (text, written) => {
  expect(scalar(text)).toBe(written);
});
