import { describe, expect, it } from 'vitest';
import { fixed } from '../../../adapters/fixed/read.ts';
import type { Opened } from '../../../src/domain/adapter.ts';
import { fileOf } from '../text/reading.ts';

const columns = [
  { name: 'ArtNr', start: 1, length: 6 },
  { name: 'Bestand', start: 7, length: 5 },
  { name: 'Name', start: 12, length: 8 },
];
const whole = '000001 1200Schraube\n000002 1201Mutter  \n';
const trimmed = '000001 1200Schraube\n000002 1201Nut\n000003 1202\n';

/** What is said of the cells of the last row, by column. */
async function lastFaults(text: string, headerRow?: readonly number[]) {
  const options = { columns, ...(headerRow && { headerRow }) };
  return faultsOfLast(await fixed.open({ files: [fileOf('a.txt', text)], options }));
}

async function faultsOfLast(opened: Opened) {
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  const last = [];
  for await (const { records } of opened.reader.batches()) last.push(...records);
  const cells = last.at(-1)?.cells() ?? [];
  if ('rule' in cells) throw new Error(cells.rule);
  return cells.faults;
}

describe('the last row of a fixed-width file without a line end', () => {
  it.each([
    ['inside an article number', `${whole}00000`, [0, 1, 2]],
    ['right behind a field, before one that others have', `${whole}000003`, [1, 2]],
    ['inside a number', `${whole}000003   1`, [1, 2]],
    ['inside the last field', `${whole}000003 1202Nut`, [2]],
    ['inside a number, where others leave blanks away', `${trimmed}000004 12`, [1, 2]],
    ['inside a number, alone', '000003 12', [1, 2]],
    ['behind the first letter of a field, alone', '000003 1202N', [2]],
    [
      'behind the first letter of a field that others leave away',
      '000001 1200Schraube\n000002 1201\n000003 1202N',
      [2],
    ],
  ])('cannot be told where it ends %s', async (_, text, faulty) => {
    expect([...((await lastFaults(text))?.keys() ?? [])]).toEqual(faulty);
  });

  it.each([
    ['holds every field', `${whole}000003 1202Nut     `],
    ['ends in a field where others do', `${trimmed}000004 1203Dübel`],
    ['ends behind a field where others do', `${trimmed}000004 1203`],
    ['has fewer fields and stands alone', '000003 1202'],
    ['is blank', `${whole}   `],
    ['is a form feed', `${whole}\f`],
    ['ends with the Ctrl-Z of DOS', `${whole}000003 1202Nut\x1a`],
    ['has a line end after all', `${whole}000003 12\n`],
  ])('is read where it %s', async (_, text) => {
    expect(await lastFaults(text)).toBeUndefined();
  });

  it('cannot be told also where another number of it continues beside its field', async () => {
    const gap = [
      { name: 'ArtNr', start: 1, length: 6 },
      { name: 'Preis', start: 8, length: 5 },
      { name: 'Bestand', start: 14, length: 5 },
    ];
    const rows = Array.from({ length: 9 }, (_, n) => `A0000${n}    1,5  1200\n`).join('');
    const opened = await fixed.open({
      files: [fileOf('a.txt', `${rows}A00009123456  12`)],
      options: { columns: gap },
    });
    expect([...((await faultsOfLast(opened))?.keys() ?? [])]).toEqual([1, 2]);
  });

  it('is not held against a header', async () => {
    expect((await lastFaults(`Art\n${whole}00`, [1]))?.size).toBe(3);
    expect((await lastFaults('Art\n00', [1]))?.size).toBe(3);
  });

  it('fault 4: says of each field what of it is there', async () => {
    expect([...((await lastFaults(`${whole}000003 12`)) ?? [])]).toEqual([
      [
        1,
        {
          code: 'ROW_STRUCTURE',
          value: '12',
          rule: 'ends with the file, without a line end, after 3 of its 5 characters.',
          remedy:
            'Was the export cut off? Export again. If it is complete, let the ERP write a line end after the last row.',
        },
      ],
      [
        2,
        {
          code: 'ROW_STRUCTURE',
          rule: 'is missing: the file ends before it, without a line end.',
          remedy:
            'Was the export cut off? Export again. If it is complete, let the ERP write a line end after the last row.',
        },
      ],
    ]);
  });
});

const filled = whole.repeat(2);

describe('a row with a line end that ends within a field', () => {
  const faultsOf = async (text: string) => [...((await lastFaults(text))?.keys() ?? [])];

  it('fault 4: cannot be told where the others are filled up with blanks', async () => {
    expect(await faultsOf(`${filled}000003 1202Nu\n`)).toEqual([2]);
    expect(await faultsOf(`${filled}000003   1\n`)).toEqual([1, 2]);
    expect([...((await lastFaults(`${filled}000003 1202Nu\n`)) ?? [])]).toEqual([
      [
        2,
        {
          code: 'ROW_STRUCTURE',
          value: 'Nu',
          rule: 'ends with its line, while the others are filled up with blanks, after 2 of its 8 characters.',
          remedy: 'Was the row cut off? Export it again, filled up with blanks like the others.',
        },
      ],
    ]);
  });

  it.each([
    ['blanks at the ends of rows are left away', `${trimmed}000004 1203Dübel\n`],
    ['no row shows that they are not', `${'000001 1200Schraube\n'.repeat(3)}000004 1203Nut\n`],
    [
      'the last field is not filled up',
      `000001 1200Schrauben, kurz\n000002 1201Nut \n000003 1202Nu\n`,
    ],
    ['it ends right behind a field', `${filled}000003 1202\n`],
    ['what it ends in is blank', `${filled}000003 1202   \n`],
  ])('is read where %s', async (_, text) => {
    expect(await lastFaults(text)).toBeUndefined();
  });
});
