import fs from 'node:fs';
import path from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { type CheckResult, check } from '../../src/check/check.ts';
import { findingsText } from '../../src/cli/findings-text.ts';
import { openShop } from '../support/catalog.ts';

type Row = readonly [id: string, name: string, quantity: string];

const columns = ['Nr', 'Name', 'Menge'];
const table = (rows: readonly Row[], delimiter: string): string =>
  [columns, ...rows].map((cells) => `${cells.join(delimiter)}\r\n`).join('');

function workbook(rows: readonly Row[]): Buffer {
  const book = XLSX.utils.book_new();
  const cells = rows.map(([id, name, quantity]) => [id, name, Number(quantity)]);
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([columns, ...cells]), 'Artikel');
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

function tree(rows: readonly Row[]): string {
  const items = rows.map(
    ([id, name, quantity]) =>
      `<Artikel><Nr>${id}</Nr><Name>${name}</Name><Menge>${quantity}</Menge></Artikel>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Liste>${items.join('')}</Liste>`;
}

/** Four rows each, of which three are shown, as other means than ours have written them. */
const exports: readonly {
  readonly title: string;
  readonly file: string;
  readonly keys: string;
  readonly quantities: readonly [string, string, string, string];
  readonly written: (rows: readonly Row[]) => Uint8Array | string;
  readonly said: string;
}[] = [
  {
    title: 'a CSV of windows-1252 with decimal commas',
    file: 'artikel.csv',
    keys: 'encoding: windows-1252, numbers: "1.234,56"',
    quantities: ['1.234,56', '12,5', '7', '8'],
    written: (rows) => iconv.encode(table(rows, ';'), 'windows-1252'),
    said: 'windows-1252, separated by ;, numbers 1.234,56',
  },
  {
    title: 'a UTF-8 file with tabs',
    file: 'artikel.txt',
    keys: 'format: csv, numbers: "1,234.56"',
    quantities: ['1,234.56', '12.5', '7', '8'],
    written: (rows) => table(rows, '\t'),
    said: 'utf-8, tab-separated, numbers 1,234.56',
  },
  {
    title: 'a CSV of cp850',
    file: 'artikel.csv',
    keys: 'encoding: cp850, numbers: "1234.56"',
    quantities: ['1234.56', '12.5', '7', '8'],
    written: (rows) => iconv.encode(table(rows, '|'), 'cp850'),
    said: 'cp850, separated by |, numbers 1234.56',
  },
  {
    title: 'an XLSX',
    file: 'artikel.xlsx',
    keys: 'format: xlsx',
    quantities: ['1234.56', '12.5', '7', '8'],
    written: workbook,
    said: 'numbers not declared',
  },
  {
    title: 'an XML',
    file: 'artikel.xml',
    keys: 'format: xml, path: Liste/Artikel, numbers: "1234,56"',
    quantities: ['1234,56', '12,5', '7', '8'],
    written: tree,
    said: 'utf-8, numbers 1234,56',
  },
];
const named = ['Bügel', 'Öse', 'Größe 3', 'Dübel'];

async function checked(of: (typeof exports)[number], name = 'Name'): Promise<CheckResult> {
  const shop = await openShop(
    `  sources:\n    - { name: wares, folder: ./out, files: "artikel.*", ${of.keys}, mapping: { externalId: Nr, name: ${name}, availableQty: Menge } }`,
  );
  const rows = named.map((text, at): Row => [`00${at}`, text, of.quantities[at] ?? '']);
  shop.write(`out/${of.file}`, of.written(rows));
  return check(shop.config, { offline: true });
}

describe('what check shows of a source', () => {
  it.each(exports)('is how $title is written, and its first three rows as sent', async (of) => {
    const result = await checked(of);
    const text = findingsText('stockhand.yaml', result);
    expect(text).toContain(`  ok       wares: ${of.file}: ${of.said}, 3 columns.\n`);
    const sent = ['1234.56', '12.5', '7'].map((availableQty, at) => ({
      externalId: `00${at}`,
      name: named[at],
      availableQty,
    }));
    const shown = text.split('\n').filter((line) => line.includes('wares row'));
    expect(shown.map((line) => JSON.parse(line.slice(line.indexOf('{'))))).toEqual(sent);
    expect(result.samples.map(({ rows }) => rows.map(({ values }) => values))).toEqual([sent]);
  });

  it.each(exports)('names what $title has where a mapped column is not there', async (of) => {
    const text = findingsText('stockhand.yaml', await checked(of, 'Nahme'));
    const [line = '', has = ''] =
      /column "Nahme": is mapped, but .+ \((?:it has|they have): (.+?)\).*/.exec(text) ?? [];
    expect(has.split(', ').sort()).toEqual([...columns].sort());
    expect(line).toContain('Did you mean "Name"');
    expect(text).not.toContain('wares row');
  });

  it('is none where the file is refused before its first row, which is reported once', async () => {
    const shop = await openShop(
      '  sources: [{ name: wares, folder: ./out, files: "a.xml", format: xml, path: b, mapping: { externalId: Nr, name: Name } }]',
    );
    shop.write('out/a.xml', '<r><a><Nr>1</Nr></a><a><Nr>2</Nr></a></r>');
    const { findings } = await check(shop.config, { offline: true });
    expect(findings.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({ sentence: expect.stringContaining('No element of the file fits') }),
    ]);
  });

  it.each<[number, number, string | undefined]>([
    [3, 100, undefined],
    [5, 100, '5 of the 100 rows of a.csv would be rejected.'],
    [10, 100, '10 of the 100 rows of a.csv would be rejected.'],
    [
      11,
      100,
      '11 of the 100 rows of a.csv would be rejected: so many that the whole file is held (limit: 10% or 100).',
    ],
    [
      30,
      300,
      '30 of the first 200 rows of a.csv would be rejected: if the rest is like them, the whole file is held (limit: 10% or 100).',
    ],
  ])(
    'counts what would be rejected where that is more than is shown: %i of %i',
    async (bad, all, told) => {
      const shop = await openShop(
        '  sources: [{ name: wares, folder: ./out, files: "a.csv", mapping: { externalId: Nr, name: Name, availableQty: Menge } }]',
      );
      const rows = Array.from({ length: all }, (_, at) => `A${at};Nail;${at < bad ? 'much' : at}`);
      shop.write('out/a.csv', ['Nr;Name;Menge', ...rows, ''].join('\n'));
      const { findings } = await check(shop.config, { offline: true });
      const said = findings
        .map(({ sentence }) => sentence)
        .find((text) => text.includes('would be'));
      expect(said).toBe(told);
    },
  );

  it('warns of texts that are probably garbled, which a pass sends as they are', async () => {
    const shop = await openShop(
      '  sources: [{ name: wares, folder: ./out, files: "a.csv", mapping: { externalId: Nr, name: Name } }]',
    );
    shop.write('out/a.csv', 'Nr;Name\nA;Müller\nB;MÃ¼ller\nC;ÂM THANH ĐÃ BÁN\nD;Irmãos Ânima\n');
    const { findings } = await check(shop.config, { offline: true });
    expect(findings.filter(({ level }) => level === 'warning')).toMatchObject([
      {
        sentence: expect.stringContaining(
          'a.csv, row 3, column "Name", "MÃ¼ller": holds characters of UTF-8 that were read in another encoding ("Ã¼"), and is sent like that.',
        ),
        remedy: 'Correct encoding: of the source, or the text in the ERP.',
      },
    ]);
  });

  it('is of the newest file and row by row, and says so where files or rows are taken together', async () => {
    const stock = (keys: string) =>
      `  sources:\n    - { name: stock, kind: stock, folder: ./out, files: "bestand*.csv", ${keys}, mapping: { externalId: Nr, availableQty: Menge } }`;
    const said = async (keys: string) => {
      const shop = await openShop(stock(keys));
      shop.write('out/bestand1.csv', 'Nr;Menge\nA;1\n');
      shop.write('out/bestand2.csv', 'Nr;Menge\nA;2\nA;3\n');
      const { findings } = await check(shop.config, { offline: true });
      return findings.map(({ sentence }) => sentence).filter((text) => /pick|sum/.test(text));
    };
    expect(await said('pick: union, duplicates: sum')).toEqual([
      expect.stringMatching(
        /^2 files together make the full export \(pick: union\); the findings here are about bestand[12]\.csv, the newest\.$/,
      ),
      'The stock of an article in several rows is added up (duplicates: sum); below, each row is shown separately.',
    ]);
    expect(await said('duplicates: last')).toEqual([]);
  });

  it('is of the newest file that was read and moved, where no other waits: not that there is none yet', async () => {
    const shop = await openShop(
      '  sources: [{ name: wares, folder: ./out, files: "a*.csv", afterImport: move, mapping: { externalId: Nr, name: Name } }]',
    );
    const said = async () =>
      findingsText('stockhand.yaml', await check(shop.config, { offline: true }));
    expect(await said()).toContain('wares: has no file yet. Export once, then check again.');
    fs.mkdirSync(path.join(shop.folder, 'out/done'));
    shop.write('out/done/a1.csv', 'Nr;Name\nA;Nail\n');
    expect(await said()).toContain('  ok       wares: done/a1.csv: utf-8, separated by ;');
    expect(await said()).toContain('wares row 2: {"externalId":"A","name":"Nail"}');
    shop.write('out/a2.csv', 'Nr;Name\nB;Bolt\n');
    expect(await said()).toContain('wares row 2: {"externalId":"B","name":"Bolt"}');
    fs.renameSync(path.join(shop.folder, 'out/a2.csv'), path.join(shop.folder, 'out/A2.csv'));
    expect(await said()).toContain('has no file yet: A2.csv is there');
  });
});

it.each([
  [0, '0 errors, 0 warnings'],
  [1, '1 error, 1 warning'],
  [2, '2 errors, 2 warnings'],
])('the end of check counts %i of each in plain words', (times, end) => {
  const found = (level: 'error' | 'warning') =>
    Array.from(
      { length: times },
      () => ({ area: 'files', place: 'a', sentence: 's', level }) as const,
    );
  const findings = [...found('error'), ...found('warning')];
  expect(findingsText('stockhand.yaml', { findings, samples: [] }).split('\n').at(-1)).toBe(end);
});

it('a folder that its sentence names is named once', () => {
  const finding = { area: 'files', place: '/erp/out', level: 'error' } as const;
  const told = (sentence: string) =>
    findingsText('a.yaml', { findings: [{ ...finding, sentence }], samples: [] }).split('\n')[2];
  expect(told('/erp/out does not exist.')).toBe('  error    /erp/out does not exist.');
  expect(told('cannot be written.')).toBe('  error    /erp/out: cannot be written.');
});
