import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { fixed } from '../../../adapters/fixed/read.ts';
import { readAll } from '../text/reading.ts';

const columns = [
  { name: 'ArtNr', start: 1, length: 8 },
  { name: 'Name', start: 9, length: 20 },
  { name: 'Bestand', start: 29, length: 8 },
  { name: 'Preis', start: 37, length: 8 },
  { name: 'Text', start: 45, length: 60 },
];

type Filled = 'bytes' | 'characters';
/** Bestand and Preis as an ERP fills them up. */
const numbers = {
  zeros: (value: string, places: number) => value.replace('.', '').padStart(places, '0'),
  right: (value: string, places: number) => value.padStart(places),
  left: (value: string, places: number) => value.padEnd(places),
};
type Numbers = keyof typeof numbers;

interface Style {
  readonly by: Filled;
  readonly numbers: Numbers;
}

/** `Name|Bestand|Preis|Text`; the last field is not filled up. */
function fileOf(rows: readonly string[], style: Style): string {
  return rows.map((row, at) => `${`A${at + 1}`.padEnd(8)}${lineOf(row, style)}\n`).join('');
}

function lineOf(row: string, { by, numbers: filled }: Style): string {
  const [name = '', stock = '', price = '', text = ''] = row.split('|');
  const length = by === 'bytes' ? Buffer.byteLength(name) : name.length;
  const blanks = ' '.repeat(20 - length);
  return `${name}${blanks}${numbers[filled](stock, 8)}${numbers[filled](price, 8)}${text}`;
}

/** Rows whose columns are all read, and the columns of the others that are at fault. */
async function read(text: string) {
  const opened = await readAll(fixed, text, { columns });
  expect(opened.complaints).toEqual([]);
  const found: Record<string, string> = {};
  for await (const { records } of opened.reader!.batches()) {
    for (const record of records) {
      const cells = record.cells();
      if ('rule' in cells) throw new Error(cells.rule);
      const faults = [...(cells.faults?.keys() ?? [])].map((column) => columns[column]?.name);
      found[cells[0] ?? ''] = faults.length > 0 ? faults.join() : (cells[2] ?? '');
    }
  }
  return found;
}

const some = ['Hammer|7|5.00|Stahl', 'Säge|12|13.01|aus Holz', 'Nut und Feder|140|1.90|12 mm'];
const greek = ['Κλειδί|12|13.01|χάλυβας', 'Σφυρί|7|5.00|ξύλο', 'Βίδα|140|1.90|12 mm'];
const digits = ['Größe|12|13.01|12er Pack', 'Hammer|7|5.00|6er Pack', 'Öl|140|1.90|2 Stück'];
const styles = Object.keys(numbers) as Numbers[];

describe('fields of UTF-8 that are filled up by bytes, in rows of any length', () => {
  it.each(styles)('are at fault, those before them are read: numbers %s', async (style) => {
    const found = await read(fileOf(some, { by: 'bytes', numbers: style }));
    expect(found['A1']).toMatch(/^0*7$/);
    expect(found['A2']).toMatch(/Bestand|Preis/);
    expect(found['A3']).toMatch(/^0*140$/);
  });

  it.each(styles)('are at fault where each row is beyond ASCII: numbers %s', async (style) => {
    const found = await read(fileOf(greek, { by: 'bytes', numbers: style }));
    for (const faults of Object.values(found)) expect(faults).toMatch(/Bestand|Preis/);
  });

  it('are at fault where a number follows that reads on from the numbers before it', async () => {
    const found = await read(fileOf(digits, { by: 'bytes', numbers: 'zeros' }));
    expect(found).toEqual({
      A1: 'Name,Bestand,Preis,Text',
      A2: '00000007',
      A3: 'Name,Bestand,Preis,Text',
    });
  });

  it('are seen far within the file, where the first rows beyond ASCII stand', async () => {
    const many = Array.from({ length: 20_000 }, () => 'Hammer|7|5.00|Stahl');
    const rows = [...many, 'Größe|12|13.01|aus Holz', 'Säge im Koffer, rot|12|13.01|5 Teile'];
    const found = await read(fileOf(rows, { by: 'bytes', numbers: 'zeros' }));
    expect(found).toMatchObject({
      A20001: 'Name,Bestand,Preis,Text',
      A20002: 'Name,Bestand,Preis,Text',
    });
  });

  it('are not where a letter beyond ASCII stands in the last of them alone', async () => {
    const rows = [...some, 'Zange|5|2.00|für Küchen'];
    const found = await read(fileOf(rows, { by: 'bytes', numbers: 'zeros' }));
    expect(found['A4']).toBe('00000005');
  });

  it('are told with a page that has the letters', async () => {
    const text = fileOf(['Молоток|7|5.00|12 мм', 'Пила|12|13.01|5 мм'], {
      by: 'bytes',
      numbers: 'right',
    });
    const { reader } = await readAll(fixed, text, { columns });
    for await (const { records } of reader!.batches()) {
      const cells = records[0]!.cells();
      expect('rule' in cells ? cells : cells.faults?.get(2)).toMatchObject({
        remedy: expect.stringContaining('(windows-1251)'),
      });
    }
  });

  it('are shown as both ways cut them', async () => {
    const text = fileOf(['Hammer|7|5.00|Stahl', 'Größe|12|13.01|aus Holz'], {
      by: 'bytes',
      numbers: 'zeros',
    });
    const { reader } = await readAll(fixed, text, { columns });
    for await (const { records } of reader!.batches()) {
      const cells = records[1]!.cells();
      expect('rule' in cells ? cells : cells.faults?.get(2)).toEqual({
        code: 'ROW_STRUCTURE',
        value: '00001200',
        rule: 'would be "00000012" cut by bytes, and by bytes this file fills up its fields: they are not at their places.',
        remedy:
          'Have the fields filled up by characters, or export in an encoding of one byte a character (windows-1252) and name it with encoding:.',
      });
    }
  });
});

describe('fields of UTF-8 that are filled up by characters', () => {
  const files = { some, greek, digits, one: ['Größe|12|13.01|aus Holz'] };
  const cases = styles.flatMap((style) =>
    Object.entries(files).map(([name, rows]) => ({ name, rows, style })),
  );

  it.each(cases)('are read: $name, numbers $style', async ({ rows, style }) => {
    const found = await read(fileOf(rows, { by: 'characters', numbers: style }));
    const stocks = Object.values(found).map(Number);
    expect(stocks).toEqual(rows.map((row) => Number(row.split('|')[1])));
  });

  it('are read beside a row whose number stands otherwise', async () => {
    const rows = [...some, 'Größe|5       |2.00|Öl', 'Über|-3|1.00|', 'Öse||1.00|1 kg'];
    const found = await read(fileOf(rows, { by: 'characters', numbers: 'right' }));
    expect(found).toMatchObject({ A2: '12', A4: '5', A5: '-3', A6: '' });
  });
});
