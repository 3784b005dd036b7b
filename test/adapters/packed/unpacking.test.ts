import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { dbf } from '../../../adapters/dbf/read.ts';
import { xlsx } from '../../../adapters/xlsx/read.ts';
import type { AdapterFile, ReadAdapter } from '../../../src/domain/adapter.ts';
import { unpackingReaders } from '../../../src/unpacking.ts';
import { tableBytes } from '../dbf/table.ts';
import { fileOf, readAll } from '../text/reading.ts';
import { book, zipped } from '../xlsx/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'unpacked-'));
const readers = unpackingReaders({ csv, xlsx, dbf }, folder);
const table = 'Code;Name\n0012;Größe\n0013;"a\nb"\n';
const rows = [
  { row: 2, cells: ['0012', 'Größe'] },
  { row: 3, cells: ['0013', 'a\nb'] },
];

const readCsv = (name: string, bytes: Uint8Array) => readAll(readers['csv']!, fileOf(name, bytes));

/** More bytes than anybody sends, inflated from next to nothing. */
let bomb: Buffer;
beforeAll(() => {
  bomb = gzipSync(Buffer.alloc(40 * 1024 ** 2));
});
afterAll(() => {
  const left = readdirSync(folder);
  rmSync(folder, { recursive: true });
  expect(left).toEqual([]);
});

describe('packed exports', () => {
  it('arrive as they are without the packing, whatever their name is', async () => {
    for (const name of ['artikel.csv.gz', 'artikel.csv']) {
      expect((await readCsv(name, gzipSync(table))).rows).toEqual(rows);
      expect((await readCsv(name, zipped([{ name: 'a.csv', content: table }]))).rows).toEqual(rows);
    }
  });

  it('a workbook is a container itself, and may be in another one', async () => {
    const bytes = book({
      rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>Code</t></is></c></row>',
    });
    for (const content of [bytes, zipped([{ name: 'a.xlsx', content: bytes }]), gzipSync(bytes)]) {
      const read = await readAll(readers['xlsx']!, fileOf('a.xlsx', content));
      expect(read.columns).toEqual(['Code']);
    }
  });

  it('bring their companions along, in any order', async () => {
    const fields = [{ name: 'DESC', type: 'M', length: 10 }];
    const memo = Buffer.concat([Buffer.alloc(512), Buffer.from('long text\x1a\x1a')]);
    const bytes = zipped([
      { name: 'out/ARTIKEL.DBT', content: memo },
      { name: 'out/artikel.dbf', content: tableBytes({ version: 0x83, fields, records: [['1']] }) },
    ]);
    const read = await readAll(readers['dbf']!, fileOf('export.zip', bytes), {
      companions: ['{stem}.dbt'],
    });
    expect(read.rows).toEqual([{ row: 1, cells: ['long text'] }]);
  });

  it('are beside their companions, packed or not', async () => {
    const fields = [{ name: 'DESC', type: 'M', length: 10 }];
    const table = gzipSync(tableBytes({ version: 0x83, fields, records: [['1']] }));
    const memo = Buffer.concat([Buffer.alloc(512), Buffer.from('long text\x1a\x1a')]);
    for (const beside of [fileOf('a.dbt', memo), fileOf('a.dbt.gz', gzipSync(memo))]) {
      const adapter: ReadAdapter = {
        open: (input) => readers['dbf']!.open({ ...input, files: [...input.files, beside] }),
      };
      const read = await readAll(adapter, fileOf('a.dbf.gz', table));
      expect(read.rows).toEqual([{ row: 1, cells: ['long text'] }]);
    }
  });

  it('with other files than expected are refused, and what is inside is named', async () => {
    const two = zipped([
      { name: 'a.csv', content: table },
      { name: 'b.csv', content: table },
    ]);
    const { refusal } = await readCsv('a.zip', two);
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', file: 'a.zip' });
    expect(refusal?.rule).toContain('"a.csv", "b.csv"; it should hold one file');
    expect(refusal?.remedy).not.toContain('companions:');
    expect((await readCsv('a.zip', zipped([]))).refusal?.rule).toContain('holds no file');
  });

  it('that lack one of their companions, or have one twice, are refused, not read without', async () => {
    const companions = ['{stem}.dbt', '{stem}.cdx'];
    for (const names of [
      ['a.dbf', 'a.dbt'],
      ['a.dbf', 'a.dbt', 'x/a.dbt'],
    ]) {
      const bytes = zipped(names.map((name) => ({ name, content: table })));
      const { refusal } = await readAll(readers['dbf']!, fileOf('a.zip', bytes), { companions });
      expect(refusal?.rule).toContain('it should hold the export and its 2 companions');
    }
  });

  it('are not told by a first column that is called PK', async () => {
    expect((await readCsv('a.csv', Buffer.from('PK\tName\n1\tx\n'))).rows).toEqual([
      { row: 2, cells: ['1', 'x'] },
    ]);
  });

  it('are named behind the container, which alone is in the folder, where one is refused', async () => {
    const bytes = zipped([{ name: 'out/b.csv', content: 'Nr;Name\nA;"B\n' }]);
    expect((await readCsv('a.zip', bytes)).refusal).toMatchObject({ file: 'a.zip/b.csv' });
  });

  it('name companions: as the remedy where the format reads them', async () => {
    const names = ['a.dbf', 'a.dbt', 'b.dbf'];
    const bytes = zipped(names.map((name) => ({ name, content: table })));
    const { refusal } = await readAll(readers['dbf']!, fileOf('a.zip', bytes));
    expect(refusal?.remedy).toContain('Set companions: of the source');
  });

  it('may have pictures beside them, which are named and not read', async () => {
    const pictures = ['import_files/aa/X.JPG', 'bb/y.png'];
    const bytes = zipped(['a.csv', ...pictures].map((name) => ({ name, content: table })));
    expect((await readCsv('a.zip', bytes)).rows).toEqual(rows);
    const opened = await readers['csv']!.open({ files: [fileOf('a.zip', bytes)], options: {} });
    if (!('reader' in opened)) throw new Error(opened.refusal.rule);
    expect(opened.reader.pictures).toEqual(['X.JPG', 'y.png']);
    opened.reader.close?.();
    const alone = zipped(pictures.map((name) => ({ name, content: table })));
    expect((await readCsv('a.zip', alone)).refusal?.rule).toContain(
      '"X.JPG", "y.png"; it should hold one file',
    );
  });

  it('what a Mac adds to a container counts for nothing', async () => {
    const bytes = zipped([
      { name: '__MACOSX/._a.csv', content: 'x' },
      { name: 'data/', content: '' },
      { name: 'data/a.csv', content: table },
    ]);
    expect((await readCsv('a.zip', bytes)).rows).toEqual(rows);
  });

  it('fault 25: names that lead out of the container lead nowhere, and their files are read', async () => {
    for (const name of ['../../../etc/a.csv', 'C:\\windows\\a.csv', 'c:/a.csv', '/tmp/a.csv'])
      expect((await readCsv('a.zip', zipped([{ name, content: table }]))).rows).toEqual(rows);
  });
});

describe('packed exports that are not whole', () => {
  it('fault 1: every prefix of a .gz is cut before its end mark', async () => {
    const bytes = gzipSync(table);
    for (let size = 2; size < bytes.length; size++) {
      const { refusal } = await readCsv('a.csv.gz', bytes.subarray(0, size));
      expect(refusal, `${size} bytes`).toMatchObject({ code: 'FILE_TRUNCATED', file: 'a.csv.gz' });
    }
  });

  it('fault 1: a .zip without the directory at its end is cut', async () => {
    const bytes = zipped([{ name: 'a.csv', content: table }]);
    for (const size of [4, 40, bytes.length - 22, bytes.length - 1]) {
      const { refusal } = await readCsv('a.zip', bytes.subarray(0, size));
      expect(refusal, `${size} bytes`).toMatchObject({ code: 'FILE_TRUNCATED', file: 'a.zip' });
    }
  });

  it('a .zip that is encrypted as a whole, or one of several parts, is not told to be cut', async () => {
    for (const [mark, at, byte] of [
      ['PK\x01\x02', 8, 0x41],
      ['PK\x05\x06', 4, 1],
    ] as const) {
      const bytes = zipped([{ name: 'a.csv', content: table }]);
      bytes[bytes.indexOf(mark) + at]! |= byte;
      const { refusal } = await readCsv('a.zip', bytes);
      expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', file: 'a.zip' });
      expect(refusal?.rule).not.toContain('cut off');
    }
  });

  it('content that is encrypted is refused by that name', async () => {
    const bytes = zipped([{ name: 'a.csv', content: table }]);
    bytes[bytes.indexOf('PK\x01\x02') + 8]! |= 1;
    const { refusal } = await readCsv('a.zip', bytes);
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', file: 'a.zip' });
    expect(refusal?.rule).toContain('a.csv is encrypted');
  });

  it('content that its checksum denies is refused', async () => {
    const gz = gzipSync(table);
    gz[gz.length - 8]! ^= 1;
    expect((await readCsv('a.gz', gz)).refusal?.rule).toContain('damaged');
    const lies = { checksum: 5 };
    const { refusal } = await readCsv('a.zip', zipped([{ name: 'a.csv', content: table, lies }]));
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE', file: 'a.zip' });
  });

  it('fault 12: what inflates without end is refused at 250 times its size', async () => {
    const content = gunzipSync(bomb);
    for (const bytes of [bomb, zipped([{ name: 'a.csv', content }])]) {
      const { refusal } = await readCsv('bomb', bytes);
      expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE', file: 'bomb' });
      expect(refusal?.rule).toContain('250 times');
    }
  });

  it('fault 18: a disk that fails while unpacking is no complaint about the file', async () => {
    for (const bytes of [gzipSync(table), zipped([{ name: 'a.csv', content: table }])])
      for (let good = 1, reads = Infinity; reads > good; good += 1) {
        reads = 0;
        const broken: AdapterFile = {
          ...fileOf('a.gz', bytes),
          read: (at, length) => {
            if (++reads > good) throw new Error('EIO');
            return bytes.subarray(at, at + length);
          },
        };
        const ended = await readAll(readers['csv']!, broken).catch(String);
        if (reads > good) expect(ended).toBe('Error: EIO');
        else expect(ended).toMatchObject({ rows });
      }
  });
});
