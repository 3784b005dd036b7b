import { describe, expect, it } from 'vitest';
import { fixed } from '../../../adapters/fixed/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { readAll } from '../text/reading.ts';
import { columns } from './columns.ts';

const options = { columns, recordLength: 20 };
const record = (number: number): string => `${String(number).padStart(6, '0')}Größe   00012.`;
const text = record(1) + record(2) + record(3);
const encodings = ['utf-8', 'windows-1252', 'utf-16le'] as const;

describe('records back to back', () => {
  it.each(encodings)('are cut by their length in characters, in %s', async (encoding) => {
    const read = await readAll(fixed, encode(text, encoding), { ...options, encoding });
    expect(read.rows.map(({ row, cells }) => `${row}: ${cells.join('|')}`)).toEqual([
      '1: 000001|Größe|00012',
      '2: 000002|Größe|00012',
      '3: 000003|Größe|00012',
    ]);
  });

  it('are cut across blocks, and beyond the basic plane', async () => {
    const many = Array.from({ length: 40_000 }, (_, at) => record(at).replace('e ', '😀 '));
    const { rows, refusal } = await readAll(fixed, many.join(''), options);
    expect(refusal).toBeUndefined();
    expect(rows).toHaveLength(40_000);
    expect(rows.at(-1)).toEqual({ row: 40_000, cells: ['039999', 'Größ😀', '00012'] });
  });

  it('may begin or end in a field that NULs fill up', async () => {
    const first = '\0\0\0\0\0\0Nut     00013.';
    const ends = ['000001Nut     00012\0', first, '000002Nut     \0\0\0\0\0\0'].join('');
    const { rows } = await readAll(fixed, ends, options);
    expect(rows.map(({ cells }) => cells[2])).toEqual(['00012', '00013', '']);
  });

  it.each(['auto', 'utf-8'])(
    'are refused all together for a byte that is no UTF-8 (%s)',
    async (encoding) => {
      const wrong = encode(record(4), 'windows-1252');
      const bytes = Buffer.concat([encode(text, 'utf-8'), wrong]);
      const { refusal } = await readAll(fixed, bytes, { ...options, encoding });
      expect(refusal?.rule).toContain('UTF-8 except for 2 bytes');
      expect(refusal?.remedy).toMatch(/^Let the ERP write all of it as UTF-8/);
    },
  );

  it('leave header records out', async () => {
    const { rows } = await readAll(fixed, text, { ...options, headerRow: [1, 2] });
    expect(rows.map(({ cells }) => cells[0])).toEqual(['000003']);
  });

  it.each(['\r\n', '\x1a', '   ', '\0\0\0'])('may have %j behind the last one', async (tail) => {
    const { rows, refusal } = await readAll(fixed, text + tail, options);
    expect([rows.length, refusal]).toEqual([3, undefined]);
  });

  it.each([
    {
      file: 'that ends within a record',
      bytes: `${text}000004Schr`,
      code: 'FILE_TRUNCATED',
      rule: 'The last record has 10 of the 20 characters that recordLength: says.',
      row: 4,
    },
    {
      file: 'whose records are lines',
      bytes: text.replaceAll('.', '.\n'),
      code: 'FILE_STRUCTURE',
      rule: 'The record holds a line end, but recordLength: says that there are none between records.',
      row: 2,
    },
    {
      file: 'with a part that was not written',
      bytes: record(1) + '\0'.repeat(20) + record(3),
      code: 'FILE_TRUNCATED',
      rule: 'The record holds nothing but NUL bytes: a part of the file was not written.',
      row: 2,
    },
  ])('refuse a file $file', async ({ bytes, code, rule, row }) => {
    const { refusal } = await readAll(fixed, bytes, options);
    expect(refusal).toMatchObject({ code, rule, row, file: 'a.csv' });
  });

  it('refuse a file without line ends beyond any row in words that name the option', async () => {
    const { refusal } = await readAll(fixed, record(1).repeat(250_000), { columns });
    expect(refusal).toMatchObject({
      code: 'FILE_TOO_LARGE',
      remedy: expect.stringContaining('recordLength:'),
    });
  });
});
