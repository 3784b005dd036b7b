import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { encode } from '../../adapters/text/encode.ts';
import type { Encoding } from '../../src/domain/encoding.ts';
import { type Look, lookAt } from '../../src/setup/look.ts';
import { sampleFile } from '../../src/setup/sample-file.ts';
import { temporaryFolder } from '../support/folder.ts';

interface Field {
  readonly name: string;
  readonly width: number;
  readonly isRight?: true;
  readonly cells: readonly string[];
}

const articles: readonly Field[] = [
  { name: 'ArtNr', width: 8, cells: ['A-100', 'A-1010', 'B2', 'C-7'] },
  { name: 'Bezeichnung', width: 24, cells: ['Schraube M8', 'Türgriff links', 'Öl 5 W 30', 'Nut'] },
  { name: 'Frei verw.', width: 11, isRight: true, cells: ['12', '1.500', '', '-3'] },
  { name: 'EAN', width: 13, cells: ['4006381333931', '', '4006381333948', ''] },
  { name: 'ME', width: 5, cells: ['Stk', 'Stk', 'l', 'Stk'] },
];

const filled = ({ width, isRight }: Field, cell: string): string =>
  isRight ? cell.padStart(width) : cell.padEnd(width);

function written(fields: readonly Field[], above: readonly string[]): string[] {
  const rows = (fields[0]?.cells ?? []).map((_, row) =>
    fields.map((field) => filled(field, field.cells[row] ?? '')).join(' '),
  );
  return [...above, ...rows];
}

const names = articles.map((field) => filled(field, field.name)).join(' ');
const drawn = (sign: string): string => articles.map(({ width }) => sign.repeat(width)).join(' ');

async function look(lines: readonly string[], encoding: Encoding = 'windows-1252'): Promise<Look> {
  const folder = temporaryFolder('fixed');
  fs.writeFileSync(path.join(folder, 'artikel.txt'), encode(`${lines.join('\r\n')}\r\n`, encoding));
  const seen = await lookAt(sampleFile('artikel.txt', folder)!, encoding);
  if ('refusal' in seen) throw new Error(`${seen.refusal.rule} ${seen.refusal.remedy}`);
  return seen;
}

const tableOf = ({ columns }: Look) => columns.map(({ name, cells }) => [name, ...cells]);
const expected = articles.map(({ name, cells }) => [name, ...cells]);

for (const encoding of ['utf-8', 'windows-1252', 'cp850'] as const) {
  it.each([
    ['sqlcmd', written(articles, [names, drawn('-')])],
    ['isql', written(articles, ['', names, drawn('=')])],
    ['a list with names', written(articles, [names])],
    ['a list with a title', written(articles, ['Artikelliste', '', names])],
    ['a list without blanks at the ends', written(articles, [names]).map((row) => row.trimEnd())],
    [
      'a list with a page of its own',
      [...written(articles, [names, drawn('-')]), '', names, drawn('-')],
    ],
  ])(`fixed width of %s is read cell for cell in ${encoding}`, async (_, lines) => {
    const seen = await look(lines, encoding);
    expect(seen.format).toBe('fixed');
    expect(tableOf(seen)).toEqual(expected);
    expect(seen.fixed?.doubts).toEqual([]);
  });
}

it('the drawn line of sqlcmd says the places exactly', async () => {
  const { options } = await look(written(articles, [names, drawn('-')]));
  expect(options.headerRow).toEqual([2]);
  expect(options.columns?.map(({ start, length }) => [start, length])).toEqual([
    [1, 8],
    [10, 24],
    [35, 11],
    [47, 13],
    [61, 5],
  ]);
});

it('PowerShell draws its line as long as the names, and numbers begin before it', async () => {
  const seen = await look(
    [
      'Nr    Name            Lager',
      '--    ----            -----',
      'A-100 Schraube M8  1234567',
      'A-101 Mutter M8        150',
    ].map((row, at) => (at < 2 ? row : row.replace(/(\d+)$/, (count) => count.padStart(8)))),
  );
  expect(tableOf(seen)[1]).toEqual(['Name', 'Schraube M8', 'Mutter M8']);
  expect(tableOf(seen)[2]).toEqual(['Lager', '1234567', '150']);
});

it('without names the columns are C1, C2, …, cut where all lines are blank', async () => {
  const seen = await look(written(articles, []));
  expect(tableOf(seen)).toEqual(articles.map(({ cells }, at) => [`C${at + 1}`, ...cells]));
  expect(seen.options.headerRow).toBeUndefined();
});

it('a number that grows to the left does not leave its column', async () => {
  const [key, , stock] = articles;
  const { options } = await look(
    written([key!, stock!], [`${'ArtNr'.padEnd(8)} ${'Bestand'.padStart(11)}`]),
  );
  expect(options.columns?.[1]).toEqual({ name: 'Bestand', start: 8, length: 13 });
});

it.each([
  [
    'numbers of several lengths',
    8,
    { width: 11, isRight: true, cells: ['12345678', '12', '1', '2'] },
  ],
  ['short numbers of one length', 8, { width: 11, isRight: true, cells: ['5', '7', '9', '1'] }],
  ['texts', 10, { width: 11, cells: ['Bolt', 'Nut M8', 'Disc', 'Ring'] }],
  ['texts of one length', 10, { width: 11, cells: ['Stk', 'Stk', 'Pck', 'Stk'] }],
] as const)('the blanks before %s belong to what grows into them', async (_, start, field) => {
  const column = { name: 'Bestand', ...field };
  const head = `${'ArtNr'.padEnd(8)} ${filled(column, column.name)}`;
  const { options } = await look(written([articles[0]!, column], [head]));
  expect(options.columns?.[1]).toMatchObject({ start });
});

it.each([
  ['of two columns', ['Nr ME', 'A1 Stk', 'A2 Pck', 'A3 Stk'], ['Nr', 'ME'], ''],
  ['of one', ['Item no', 'A100', 'A101', 'A102'], ['Item no'], ''],
  ['of one or two', ['Nr Foo', 'A1', 'A2', 'A3'], ['Nr Foo'], 'Nr Foo may be'],
])(
  'two words of a header with one blank between them are the names %s',
  async (...[, [head, ...rows], first, doubt]) => {
    const beside = rows.map((row, at) => `${row!.padEnd(10)}Schraube M${at}`);
    const seen = await look([`${head!.padEnd(10)}Bezeichnung   EAN`, ...beside]);
    expect(tableOf(seen).map(([name]) => name)).toEqual([...first, 'Bezeichnung', 'EAN']);
    expect(seen.fixed?.doubts.join()).toContain(doubt);
  },
);

it('without names a single blank behind codes that begin the line ends a column, and no other', async () => {
  const seen = await look(['A100 Bolt M8    5', 'A101 Disc M6   15', 'A102 Ring M4    7']);
  expect(tableOf(seen)[0]).toEqual(['C1', 'A100', 'A101', 'A102']);
  expect(tableOf(seen)[1]).toEqual(['C2', 'Bolt M8', 'Disc M6', 'Ring M4']);
});

it.each([
  [
    'a blank that all values have',
    ['Schraube M8', 'Schraube M6', 'Schraube M5'],
    'character 16 is blank in all lines',
  ],
])('%s is not taken for the end of a column, and is told', async (_, cells, doubt) => {
  const fields = [
    { name: '', width: 6, cells: ['A1', 'A10', 'A100'] },
    { name: '', width: 12, cells },
    { name: '', width: 5, isRight: true as const, cells: ['1', '10', '100'] },
  ];
  const seen = await look(written(fields, []));
  expect(seen.columns[1]?.cells).toEqual(cells);
  expect(seen.fixed?.doubts.join()).toContain(doubt);
});

it('a column without a name of its own is told', async () => {
  const seen = await look([
    'ArtNr  Bezeichnung          Bestand',
    'A-100  Schraube M8    Stk         5',
    'A-101  Mutter         Stk        15',
    'A-1020 Unterlegscheib Stk       115',
  ]);
  expect(seen.fixed?.doubts.join()).toContain('within Bezeichnung, which may be two columns');
});

it.each(['(3 rows affected)', '3 rows selected.', '3 Zeilen ausgewählt.', 'SQL> spool off'])(
  '%s below the rows is no row',
  async (line) => {
    const fields = [
      { name: 'ArtNr', width: 6, cells: ['A-100', 'A-101', 'A-102'] },
      { name: 'Bezeichnung', width: 20, cells: ['Schraube', 'Mutter', 'Scheibe'] },
    ];
    const head = fields.map((field) => filled(field, field.name)).join(' ');
    const seen = await look([...written(fields, [head]), '', line]);
    expect(tableOf(seen)).toEqual(fields.map(({ name, cells }) => [name, ...cells]));
  },
);

it('an inch mark in a line is no quote mark', async () => {
  const fields = [
    { name: 'ArtNr', width: 8, cells: ['A-100', 'A-101', 'A-102'] },
    { name: 'Bezeichnung', width: 20, cells: ['"M8" bolt', '"Rohr 3/4', 'Nut'] },
  ];
  const head = fields.map((field) => filled(field, field.name)).join(' ');
  expect((await look(written(fields, [head]))).columns[1]?.cells).toEqual(fields[1]?.cells);
});
