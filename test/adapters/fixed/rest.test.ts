import { describe, expect, it } from 'vitest';
import { fixed } from '../../../adapters/fixed/read.ts';
import { fileOf, readAll } from '../text/reading.ts';

const columns = [
  { name: 'ArtNr', start: 1, length: 4 },
  { name: 'Name', start: 5, length: 8 },
  { name: 'Menge', start: 13, length: 4 },
];
const rows = ['A001Rohr       7', 'A002Knie      14', 'A003Muffe    140'];

async function faultsOf(text: string): Promise<readonly (readonly number[])[]> {
  const opened = await fixed.open({ files: [fileOf('a.txt', text)], options: { columns } });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  const faults: (readonly number[])[] = [];
  for await (const { records } of opened.reader.batches())
    for (const record of records) {
      const cells = record.cells();
      faults.push('rule' in cells ? [-1] : [...(cells.faults?.keys() ?? [])]);
    }
  return faults;
}

describe('text behind the last column', () => {
  it('of one row tells that all behind its first field has moved', async () => {
    expect(await faultsOf(`${[...rows, 'A004Kabel ca  50  3'].join('\n')}\n`)).toEqual([
      [],
      [],
      [],
      [1, 2],
    ]);
  });

  it.each(['    ', '\0\0', '\x1a', '\t'])('is none where it is blank: %j', async (tail) => {
    expect(await faultsOf(`${rows.join('\n')}${tail}\n`)).toEqual([[], [], []]);
  });

  it('of most rows is a column of its own', async () => {
    const text = `${rows.map((row, at) => `${row} EUR${at}`).join('\n')}\nA004Kabel      3\n`;
    const read = await readAll(fixed, text, { columns });
    expect(read.columns).toEqual(['ArtNr', 'Name', 'Menge', 'text behind the last column']);
    expect(read.rows.map(({ cells }) => cells[3])).toEqual(['EUR0', 'EUR1', 'EUR2', '']);
  });
});
