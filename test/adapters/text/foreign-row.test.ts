import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { fixed } from '../../../adapters/fixed/read.ts';
import { encode } from '../../../adapters/text/encode.ts';
import type { CodePage } from '../../../src/domain/encoding.ts';
import { fileOf, readAll } from './reading.ts';

const german = ['Säge', 'Möbelgriff', 'Türschloss', 'Hammer', 'Größe 5', 'Böden', 'weiß', 'Übel'];

interface Rows {
  readonly names: readonly string[];
  readonly many: number;
  readonly page: CodePage;
}

function rowsOf({ names, many, page }: Rows): Uint8Array {
  const rows = Array.from(
    { length: many },
    (_, at) => `${page}-${at};${names[at % names.length]};5`,
  );
  return encode(`${rows.join('\n')}\n`, page);
}

function mixed(own: Rows, other: Rows): Uint8Array {
  return Buffer.concat([encode('id;n;q\n', own.page), rowsOf(own), rowsOf(other)]);
}

/** Row, column, code and value of each cell that says that it is of another encoding. */
async function faultsIn(content: Uint8Array, encoding: CodePage): Promise<readonly string[]> {
  const opened = await csv.open({ files: [fileOf('a.csv', content)], options: { encoding } });
  if ('refusal' in opened) return [`refused: ${opened.refusal.rule}`];
  const found: string[] = [];
  for await (const { records } of opened.reader.batches()) {
    for (const record of records) {
      const cells = record.cells();
      if ('rule' in cells) throw new Error(cells.rule);
      for (const [at, { code, value }] of cells.faults ?? [])
        found.push(`${record.row} ${opened.reader.columns[at]} ${code} ${value}`);
    }
  }
  return found;
}

const windows: Rows = { names: german, many: 40, page: 'windows-1252' };
const dosNames = ['Tür', 'Gerät', 'Möbel', 'Maß'];

it('fault 6: a few rows of DOS in a file of Windows are told by their cell, and all else is read', async () => {
  const own: Rows = { ...windows, names: [...german, 'Škoda', 'Jøtul'] };
  const faults = await faultsIn(
    mixed(own, { names: dosNames, many: 4, page: 'cp850' }),
    'windows-1252',
  );
  expect(faults).toEqual([
    '42 n FILE_ENCODING T\ufffdr',
    '43 n FILE_ENCODING Ger„t',
    '44 n FILE_ENCODING M”bel',
    '45 n FILE_ENCODING Maá',
  ]);
});

it('fault 6: so are rows of DOS in Cyrillic letters', async () => {
  const names = ['Болт', 'Гайка', 'Шайба'];
  const own: Rows = { names: [...names, 'Ключ', 'Молоток'], many: 40, page: 'windows-1251' };
  const faults = await faultsIn(mixed(own, { names, many: 3, page: 'cp866' }), 'windows-1251');
  expect(faults).toHaveLength(3);
});

it('fault 6: so is a byte that no page reads as a letter there', async () => {
  const broken = Buffer.from('x;Gr\x9dn;1\n', 'latin1');
  const content = Buffer.concat([encode('id;n;q\n', 'windows-1252'), rowsOf(windows), broken]);
  expect(await faultsIn(content, 'windows-1252')).toEqual(['42 n FILE_ENCODING Gr\ufffdn']);
  const last = Buffer.concat([rowsOf(windows), Buffer.from('x;\x81 5;1', 'latin1')]);
  expect(await faultsIn(last, 'windows-1252')).toEqual(['41 Säge FILE_ENCODING \ufffd 5']);
});

it('fault 6: a file that is mostly so is refused', async () => {
  const few: Rows = { ...windows, many: 8 };
  for (const own of [few, { ...windows, names: ['Rohr Ø 5', 'Winkel 90°'] }]) {
    const content = mixed(own, { names: dosNames, many: 8, page: 'cp850' });
    expect(await faultsIn(content, 'windows-1252')).toEqual([
      expect.stringMatching(/^refused: .*byte 81/),
    ]);
  }
});

it('fault 6: brands and signs of trades beside no row of DOS are read', async () => {
  const names = ['Citroën', 'Jøtul', 'Škoda', 'Málaga', '3M™VHB', 'rot–blau'];
  const content = mixed(windows, { names, many: 12, page: 'windows-1252' });
  expect(await faultsIn(content, 'windows-1252')).toEqual([]);
});

it('fault 6: a header of another page refuses the file', async () => {
  const content = Buffer.concat([encode('id;Stück;q\n', 'cp850'), rowsOf(windows)]);
  expect(await faultsIn(content, 'windows-1252')).toEqual([
    expect.stringMatching(/^refused: .*byte 81/),
  ]);
});

it('fault 6: a row of DOS of fixed width is told by its column, too', async () => {
  const row = (id: string, name: string) => `${id.padEnd(4)}${name.padEnd(12)}5\n`;
  const own = Array.from({ length: 40 }, (_, at) => row(`${at}`, german[at % 8] ?? '')).join('');
  const content = Buffer.concat([encode(own, 'windows-1252'), encode(row('x', 'Tür'), 'cp850')]);
  const columns = [
    { name: 'id', start: 1, length: 4 },
    { name: 'n', start: 5, length: 12 },
    { name: 'q', start: 17, length: 1 },
  ];
  const { reader, refusal } = await readAll(fixed, content, { encoding: 'windows-1252', columns });
  expect(refusal).toBeUndefined();
  for await (const { records } of reader?.batches() ?? []) {
    const cells = records.at(-1)?.cells() ?? [];
    if ('rule' in cells) throw new Error(cells.rule);
    expect([...cells]).toEqual(['x', 'T\ufffdr', '5']);
    expect([...(cells.faults ?? [])]).toMatchObject([
      [1, { code: 'FILE_ENCODING', value: 'T\ufffdr' }],
    ]);
  }
});
