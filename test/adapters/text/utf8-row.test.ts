import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { fixed } from '../../../adapters/fixed/read.ts';
import { decoderOf } from '../../../adapters/text/decode.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { rowText } from '../../../adapters/text/utf8-row.ts';
import type { CodePage } from '../../../src/domain/encoding.ts';
import { readAll } from './reading.ts';

const textOf = (bytes: Uint8Array, page: CodePage) =>
  rowText('a.csv', decoderOf(page), { bytes, offset: 0, row: 2 });

describe('fault 6: a row of UTF-8 in a file of a code page', () => {
  it.each([
    { text: 'A3;Müller', page: 'windows-1252' },
    { text: 'A4;Öl', page: 'windows-1252' },
    { text: 'A3;Müller', page: 'cp850' },
    { text: 'A3;Wąż żółty', page: 'windows-1250' },
    { text: 'A3;Болт М8', page: 'windows-1251' },
  ] as const)('is rejected: $text in $page', ({ text, page }) => {
    expect(textOf(encode(text, 'utf-8'), page)).toMatchObject({
      code: 'FILE_ENCODING',
      row: 2,
      value: text,
      rule: `is UTF-8, in a file that is declared as ${page}.`,
    });
  });

  it.each([
    { text: 'A3;Müller', page: 'windows-1252' },
    { text: 'MENÜ» 5', page: 'windows-1252' },
    { text: 'ГОСТ Р–5', page: 'windows-1251' },
    { text: 'Р–5', page: 'windows-1251' },
    { text: 'bare', page: 'windows-1252' },
  ] as const)('is none: $text in $page', ({ text, page }) => {
    expect(textOf(encode(text, page), page)).toBe(text);
  });

  it('is told beside the rows that are read', async () => {
    const own = encode('Nr;Name\nA1;Säge\nA2;Größe\n', 'windows-1252');
    const bytes = Buffer.concat([own, Buffer.from('A3;Müller\nA4;Öl\n')]);
    const { rows, complaints } = await readAll(csv, bytes, { encoding: 'windows-1252' });
    expect(rows.map(({ cells }) => cells[1])).toEqual(['Säge', 'Größe']);
    expect(complaints).toMatchObject([
      { code: 'FILE_ENCODING', row: 4 },
      { code: 'FILE_ENCODING', row: 5 },
    ]);
  });

  it('is told in fixed columns, too', async () => {
    const bytes = Buffer.concat([
      encode('A1 Säge  \nA2 Größe \n', 'windows-1252'),
      Buffer.from('A3 Müller\n'),
    ]);
    const columns = [
      { name: 'Nr', start: 1, length: 2 },
      { name: 'Name', start: 4, length: 6 },
    ];
    const { complaints } = await readAll(fixed, bytes, { encoding: 'windows-1252', columns });
    expect(complaints).toMatchObject([{ code: 'FILE_ENCODING', row: 3 }]);
  });
});
