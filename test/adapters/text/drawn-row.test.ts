import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { fixed } from '../../../adapters/fixed/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { readAll } from './reading.ts';

const names = ['Säge', 'Möbelgriff', 'Türschloss', 'Öse'];
const dos = Array.from({ length: 100 }, (_, row) => `${row};${names[row % 4]};5\n`);
const windows = Array.from({ length: 6 }, (_, row) => `x${row};Weißlack;9\n`);

function mixed(header: string, windowsRows: number): Buffer {
  const rows = encode(windows.slice(0, windowsRows).join(''), 'windows-1252');
  return Buffer.concat([encode(`${header}\n${dos.join('')}`, 'cp850'), rows]);
}

it('fault 6: a few rows of a page of Windows in a file of DOS are rejected, and all else is read', async () => {
  const { refusal, rows, complaints } = await readAll(csv, mixed('id;n;q', 5), {
    encoding: 'cp850',
  });
  expect(refusal).toBeUndefined();
  expect(rows).toHaveLength(100);
  expect(complaints).toHaveLength(5);
  expect(complaints[0]).toMatchObject({ code: 'FILE_ENCODING', row: 102, value: 'Wei▀lack' });
  expect(complaints[0]?.rule).toContain('another encoding than cp850');
  expect(complaints[0]?.remedy).toContain('all rows in one encoding');
});

it('fault 6: many such rows refuse the file', async () => {
  const { refusal } = await readAll(csv, mixed('id;n;q', 6), { encoding: 'cp850' });
  expect(refusal?.rule).toContain('"Wei▀lack"');
});

it('fault 6: a header with such a letter refuses the file', async () => {
  const header = encode('id;Maß;q\n', 'windows-1252');
  const bytes = Buffer.concat([header, encode(dos.join(''), 'cp850')]);
  const { refusal } = await readAll(csv, bytes, { encoding: 'cp850' });
  expect(refusal?.rule).toContain('"Ma▀"');
});

it('fault 6: such a row of fixed width is rejected, too', async () => {
  const row = (id: string, name: string) => `${id.padEnd(4)}${name.padEnd(12)}5\n`;
  const text = Array.from({ length: 40 }, (_, at) => row(`${at}`, names[at % 4] ?? '')).join('');
  const bytes = Buffer.concat([
    encode(text, 'cp850'),
    encode(row('x', 'Weißlack'), 'windows-1252'),
  ]);
  const columns = [
    { name: 'id', start: 1, length: 4 },
    { name: 'n', start: 5, length: 12 },
    { name: 'q', start: 17, length: 1 },
  ];
  const { refusal, rows, complaints } = await readAll(fixed, bytes, { encoding: 'cp850', columns });
  expect(refusal).toBeUndefined();
  expect(rows).toHaveLength(40);
  expect(complaints).toMatchObject([{ code: 'FILE_ENCODING', row: 41 }]);
});
