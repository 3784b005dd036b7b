import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { readAll } from '../text/reading.ts';

const read = async (text: string, more = {}) => {
  const { rows } = await readAll(csv, text, { escape: '\\', ...more });
  return rows.map(({ cells }) => cells);
};

describe('a CSV file with an escape sign', () => {
  it.each([
    [String.raw`1;"Rohr 6\" verz."`, ['1', 'Rohr 6" verz.']],
    [String.raw`1;"C:\\"`, ['1', 'C:\\']],
    [String.raw`1;"a ""b"" \"c\""`, ['1', 'a "b" "c"']],
    [String.raw`1;C:\Daten`, ['1', 'C:\\Daten']],
    [String.raw`1;a\;b`, ['1', 'a;b']],
    [String.raw`\N;x`, ['', 'x']],
    [String.raw`"\N";\\N`, ['', '']],
    ['1;"a\\\nb"', ['1', 'a\nb']],
    ['1;"\\"a\nb"', ['1', '"a\nb']],
    ['1\\;"a;b', ['1;"a', 'b']],
    ['1;a\\\r\nb', ['1', 'a\r\nb']],
  ])('reads %s', async (row, cells) => {
    expect(await read(`A;B\n${row}\n2;z\n`)).toEqual([cells, ['2', 'z']]);
  });

  it.each([
    [String.raw`1, "6\" long, black", x`, ['1', '6" long, black', ' x']],
    [String.raw`1, "C:\\" , ""`, ['1', 'C:\\', '']],
    [String.raw`1, 6" \\ 8", x`, ['1', ' 6" \\ 8"', ' x']],
    [String.raw`1, "6" \\ 8, x`, ['1', ' "6" \\ 8', ' x']],
  ])(
    'reads a field that is quoted behind a blank, as in rows without the sign: %s',
    async (row, cells) => {
      expect(await read(`A, "B", C\n${row}\n`, { delimiter: ',' })).toEqual([cells]);
    },
  );

  it('reads tabs and line ends behind it without quotes, as MySQL writes them', async () => {
    const text = 'A\tB\n1\ta\\\tb\\\nc\n2\t"z\n';
    expect(await read(text, { quote: 'none' })).toEqual([
      ['1', 'a\tb\nc'],
      ['2', '"z'],
    ]);
  });

  it('reads a text of two Windows lines in its first row, as MySQL writes it without a row of names', async () => {
    const text = '1\ta\r\\\nb\t5\n2\tz\t7\n';
    expect(await read(text, { quote: 'none', delimiter: '\t', headerRow: 'none' })).toEqual([
      ['1', 'a\r\nb', '5'],
      ['2', 'z', '7'],
    ]);
  });

  it('reads letters for tabs and line ends without quotes, as databases write them', async () => {
    const text = String.raw`1;zwei\nZeilen;a\tb\r\n;C:\\neu;C:\Daten`;
    const [cells] = await read(`A;B;C;D;E\n${text}\n`, { quote: 'none', delimiter: ';' });
    expect(cells).toEqual(['1', 'zwei\nZeilen', 'a\tb\r\n', 'C:\\neu', 'C:\\Daten']);
    expect((await read(`A;B;C;D;E\n${text}\n`))[0]?.[1]).toBe(String.raw`zwei\nZeilen`);
  });

  const parts = ['a', 'N', '\\', '"', ';', '\n', ' ', '\\\\', '\r\n'];
  const field = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((some) => some.join(''));
  const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
  const bare = (text: string): string => text.replace(/[\\;\n\r]/g, '\\$&');

  it.each([
    { title: 'quoted', written: quoted, quote: '"' },
    { title: 'bare', written: bare, quote: 'none' },
  ])('reads whatever was written $title', async ({ written, quote }) => {
    const isRead = fc.asyncProperty(fc.array(fc.tuple(field, field)), async (pairs) => {
      const rows = pairs.map(([one, other], at) => [`${at}${one}`, `x${other}`]);
      const text = ['A;B', ...rows.map((cells) => cells.map(written).join(';'))].join('\n');
      expect(await read(`${text}\n`, { delimiter: ';', quote })).toEqual(rows);
    });
    await fc.assert(isRead, { numRuns: 300 });
  });

  it('is refused where the sign is the quote or the delimiter', async () => {
    const { refusal } = await readAll(csv, 'A;B\n', { escape: ';', delimiter: ';' });
    expect(refusal).toMatchObject({ code: 'FILE_STRUCTURE' });
  });

  it('is told to be one where a backslash is before a quote mark within quotes', async () => {
    const { complaints } = await readAll(csv, 'A;B\n1;"Rohr 6\\" verz."\n2;z\n');
    expect(complaints[0]).toMatchObject({
      code: 'ROW_STRUCTURE',
      remedy: 'Its quote marks are behind a backslash: write escape: "\\\\" in the source.',
    });
  });
});
