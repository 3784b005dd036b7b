import { describe, expect, it } from 'vitest';
import { complaintsOf, mapRows } from '../mapped.ts';

const read = (cell: string, written = '{ externalId: Nr, name: Name, description: Text }') =>
  mapRows(`Nr;Name;Text\nA1;${cell};lang\n`, written, 'delimiter: ";"');

describe('a cell that a spreadsheet saved without its value', () => {
  it.each([
    '#NV',
    '#N/A',
    '#DIV/0!',
    '#BEZUG!',
    '#ЗНАЧ!',
    '#NAME?',
    '"#WERT!"',
    '#N/A ',
    ' #N/A',
    'Err:502 ',
    '#####',
    '#VALOR!',
    'Fehler:522',
  ])('quirk 24: rejects its row, with column, value and what to do: %s', async (cell) => {
    const value = cell.replaceAll('"', '');
    expect(await read(cell)).toMatchObject([
      {
        kind: 'rejected',
        externalId: 'A1',
        complaints: [
          { code: 'ROW_ERROR_CELL', column: 'Name', value, remedy: expect.stringMatching(/./) },
        ],
      },
    ]);
  });

  it('tells a column that was too narrow for its number', async () => {
    const [row] = await read('########');
    expect(row?.kind === 'rejected' && row.complaints[0]?.rule).toMatch(/too narrow/);
  });

  it.each(['#1 in tools', '#', '###', '#NVX', 'Nr. #NV', 'Typ:502'])(
    'is none: %s',
    async (cell) => {
      expect(await read(cell)).toMatchObject([{ kind: 'row', fields: { name: cell } }]);
    },
  );

  it('says nothing where the mapping does not read it, and as a key is reported', async () => {
    const [row] = await read('#NV', '{ externalId: Nr, name: Text }');
    const [key] = await read('#NV', '{ externalId: Name, name: Text }');
    expect([row?.kind, complaintsOf(key!)]).toEqual(['row', ['ROW_ERROR_CELL Name']]);
  });

  it.each([
    ['#NV', '0', 0],
    ['Bohrer', '#NV', undefined],
  ])('says the stock where no wrong cell may say it: %s;%s', async (name, stock, quantity) => {
    const written =
      '{ externalId: Nr, name: Name, availableQty: { column: Menge, translate: { "#NV": 0 } } }';
    const [row] = await mapRows(`Nr;Name;Menge\nA1;${name};${stock}\n`, written, 'delimiter: ";"');
    expect(row).toMatchObject({ kind: 'rejected', externalId: 'A1', quantity });
    expect(complaintsOf(row!)).toHaveLength(1);
  });
});
