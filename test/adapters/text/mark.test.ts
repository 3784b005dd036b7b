import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { fixed } from '../../../adapters/fixed/read.ts';
import { ndjson } from '../../../adapters/json/ndjson.ts';
import { encode } from '../../../adapters/text/encode.ts';
import { readAll } from './reading.ts';

const mark = '\ufeff';
const cellsOf = async (...given: Parameters<typeof readAll>) => {
  const { rows, complaints, refusal } = await readAll(...given);
  expect([complaints, refusal]).toEqual([[], undefined]);
  return rows.map(({ cells }) => cells);
};

describe('quirk 3: the byte order mark of a file that was written behind another one is no text', () => {
  const quoted = (...rows: (readonly string[])[]) =>
    rows.map((row) => `${row.map((cell) => `"${cell}"`).join(';')}\r\n`).join('');
  const rows = [
    ['A2', 'Öl; lose'],
    ['A3', 'zwei\nZeilen'],
  ];
  const parts = [
    [
      ['Nr', 'Name'],
      ['A1', 'Säge'],
    ],
    rows,
    rows,
  ].map((part) => quoted(...part));

  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)(
    'in quoted cells, in %s',
    async (encoding) => {
      const text = encode(mark + parts.join(mark), encoding);
      expect(await cellsOf(csv, text)).toEqual([['A1', 'Säge'], ...rows, ...rows]);
    },
  );

  it.each([
    ['cells without quotes', `Nr;Name\nA1;x\n${mark}A2;y\n`],
    ['two marks', `${mark}${mark}"Nr";"Name"\n"A1";"x"\n${mark}${mark}"A2";"y"\n`],
    ['nothing behind it', `Nr;Name\nA1;x\nA2;y\n${mark}`],
    ['a blank line behind it', `Nr;Name\nA1;x\n${mark}\nA2;y\n`],
    ['rows that end in CR', `Nr;Name\rA1;x\r${mark}"A2";y\r`],
  ])('nor with %s', async (_, text) => {
    expect(await cellsOf(csv, text)).toEqual([
      ['A1', 'x'],
      ['A2', 'y'],
    ]);
  });

  it('nor in a file of a code page', async () => {
    const bytes = Buffer.concat([
      encode('"Nr";"Name"\n"A1";"Säge"\n', 'windows-1252'),
      Buffer.from(`${mark}"A2";"Rohr"\n`),
    ]);
    const read = await cellsOf(csv, bytes, { encoding: 'windows-1252' });
    expect(read.at(-1)).toEqual(['A2', 'Rohr']);
  });

  it.each([
    ['lines', `A1Rohr\n${mark}A2Knie\n`, {}],
    ['records back to back', `A1Rohr${mark}A2Knie`, { recordLength: 6 }],
  ])('nor in fixed columns of %s', async (_, text, options) => {
    const columns = [
      { name: 'Nr', start: 1, length: 2 },
      { name: 'Name', start: 3, length: 4 },
    ];
    expect(await cellsOf(fixed, text, { encoding: 'utf-8', columns, ...options })).toEqual([
      ['A1', 'Rohr'],
      ['A2', 'Knie'],
    ]);
  });

  it('nor before a line of JSON', async () => {
    expect(await cellsOf(ndjson, `{"Nr":"A1"}\n${mark}{"Nr":"A2"}\n`)).toEqual([['A1'], ['A2']]);
  });
});

it('letters of a page whose bytes are two of the three of a mark stay', async () => {
  const rows = ['п»A;1', 'пAї;2', 'A»ї;3'];
  const bytes = encode(`Nr;Name\n${rows.join('\n')}\n`, 'windows-1251');
  const read = await cellsOf(csv, bytes, { encoding: 'windows-1251' });
  expect(read.map((cells) => cells.join(';'))).toEqual(rows);
});

it('a mark behind a last row without a line end is reported with its row', async () => {
  const text = `"Nr";"Name"\n"A1";"x"${mark}"A2";"y"\n`;
  expect((await readAll(csv, text)).complaints).toMatchObject([{ code: 'ROW_STRUCTURE', row: 2 }]);
});
