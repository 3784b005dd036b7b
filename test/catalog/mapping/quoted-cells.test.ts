import { describe, expect, it } from 'vitest';
import { complaintsOf, mapRows } from '../mapped.ts';

const read = (cell: string, written = '{ externalId: Nr, name: Name, description: Text }') =>
  mapRows(`Nr\tName\tText\nA1\t${cell}\tlang\n`, written, 'delimiter: tab, quote: none');

describe('a cell that is quoted where quote marks mean nothing', () => {
  it.each(['"Rohr 32/2"" verz."', '"3/4"""', '"""Rohr"""'])(
    'rejects its row, with what to do: %s',
    async (cell) => {
      expect(await read(cell)).toMatchObject([
        {
          kind: 'rejected',
          externalId: 'A1',
          complaints: [
            {
              code: 'ROW_QUOTED',
              column: 'Name',
              value: cell,
              remedy: `Set quote: '"' in the source.`,
            },
          ],
        },
      ]);
    },
  );

  it.each(['Rohr 32/2" verz.', 'Rohr 3/4""', '"Rohr"', '""', '"3/4" x 1/2"', '""Rohr""'])(
    'is none with bare marks: %s',
    async (cell) => {
      expect(await read(cell)).toMatchObject([{ kind: 'row', fields: { name: cell } }]);
    },
  );

  it('says nothing where the mapping does not read it', async () => {
    const [row] = await read('"32/2"""', '{ externalId: Nr, name: Text }');
    expect(row?.kind).toBe('row');
  });

  it('as a key is reported, too', async () => {
    const [row] = await read('"32/2"""', '{ externalId: Name, name: Text }');
    expect(complaintsOf(row!)).toEqual(['ROW_QUOTED Name']);
  });
});

describe('a row that has too few fields', () => {
  const remedies = async (text: string) =>
    (await mapRows(text, '{ externalId: Nr, name: Name }')).map((one) =>
      one.kind === 'rejected' ? one.complaints[0]?.remedy : one.kind,
    );

  it('is cut off where the file ends within it, and nothing else is advised', async () => {
    expect(await remedies('Nr,Name,Text\nA1,Rad,x\nA2,Ro')).toEqual([
      'row',
      'The file ends within this row: was the export cut off? Export again.',
    ]);
  });

  it('is none that was cut off where a line end is behind it', async () => {
    expect(await remedies('Nr,Name,Text\nA1,Rad,x\nA2,Ro\n')).toEqual([
      'row',
      expect.stringContaining('quote the field that holds a line end'),
    ]);
  });
});
