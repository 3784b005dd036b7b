import { describe, expect, it } from 'vitest';
import { bindRows } from '../../../src/catalog/mapping/mapping.ts';
import { declaredSource } from '../declared.ts';
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
    '#ÜBERLAUF!',
    '#KALK!',
    '#PROPAGATION!',
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
    for (const [cell, rule] of [
      ['########', /too narrow/],
      ['######## ', /too narrow/],
      ['#NV', /is an error/],
    ] as const) {
      const [row] = await read(cell);
      expect(row?.kind === 'rejected' && row.complaints[0]?.rule, cell).toMatch(rule);
    }
  });

  it.each([
    '#1 in tools',
    '#',
    '###',
    '#NVX',
    'Nr. #NV',
    'Typ:502',
    '##### 5',
    'T Err:502',
    'Err:5021',
  ])('is none: %s', async (cell) => {
    expect(await read(cell)).toMatchObject([{ kind: 'row', fields: { name: cell } }]);
  });

  it('says nothing where the mapping does not read it, and as a key is reported', async () => {
    const [row] = await read('#NV', '{ externalId: Nr, name: Text }');
    const [key] = await read('#NV', '{ externalId: Name, name: Text }');
    expect([row?.kind, complaintsOf(key!)]).toEqual(['row', ['ROW_ERROR_CELL Name']]);
  });

  it.each([
    ['#NV;0;J;J;1', 0, false],
    ['#NV;5;J;J;1', 5_000, false],
    ['#NV;5;N;J;1', 0, true],
    ['Bohrer;#NV;J;J;1', undefined, false],
    ['Bohrer;5;#NV;J;1', undefined, false],
    ['#NV;5;N;#NV;1', undefined, false],
    ['Bohrer;5;J;J;bald', 5_000, false],
    ['Bohrer;5;N;J;bald', 0, true],
    ['Bohrer;5;N;j;1', undefined, false],
    ['Bohrer;viel;J;J;1', undefined, false],
  ])('says its stock where nothing puts that in doubt: %s', async (cells, quantity, isInactive) => {
    const number = 'availableQty: { column: Menge, translate: { "#NV": 0 } }, leadTimeDays: Tage';
    const written = `{ externalId: Nr, name: Name, isActive: Aktiv, ${number} }`;
    const text = `Nr;Name;Menge;Aktiv;Web;Tage\nA1;${cells}\n`;
    const keys = 'delimiter: ";", where: { column: Web, equals: J }';
    const [row] = await mapRows(text, written, keys);
    expect(row).toMatchObject({ kind: 'rejected', externalId: 'A1', quantity, isInactive });
  });
});

it.each([
  ['', 'N', 0, true],
  ['', 'J', 5_000, false],
  ['', '', 5_000, false],
  ['where: { column: Aktiv, equals: J }', 'J', undefined, false],
  ['', 'N', 0, true, `{ expression: 'row["Aktiv"] == "J" && row["Sperre"] == ""' }`],
])(
  'an unusable record says its stock where no where: may leave it out: %s, %s',
  async (keys, active, ...[
    quantity,
    isInactive,
    isActive = '{ column: Aktiv, default: false }',
  ]) => {
    const columns = ['Nr', 'Menge', 'Aktiv', 'Sperre'];
    const written = `{ externalId: Nr, name: Nr, availableQty: Menge, isActive: ${isActive} }`;
    const file = { columns, column: (name: string) => columns.indexOf(name) };
    const unusable = { code: 'ROW_STRUCTURE', rule: 'is not whole.', remedy: '' } as const;
    const map = bindRows(await declaredSource(written, keys), file);
    const mapped = map(Object.assign(['A1', '5', active, ''], { unusable }));
    expect(mapped).toMatchObject({
      kind: 'rejected',
      complaints: [unusable],
      quantity,
      isInactive,
    });
  },
);

it.each([
  ['"Name":"a","Name":"b","Menge":0', 'ROW_STRUCTURE Name', 0],
  ['"Name":"a","Menge":9,"Menge":0', 'ROW_STRUCTURE Menge', undefined],
  ['"Name":"\\ud800","Menge":0', 'ROW_CHARACTER Name', 0],
])(
  'quirk 21: an element of JSON whose value counts for nothing still names its article, which has not vanished: %s',
  async (rest, complaint, quantity) => {
    const written = '{ externalId: Nr, name: Name, availableQty: Menge }';
    const [row] = await mapRows(`[{"Nr":"A1",${rest}}]`, written, 'format: json');
    expect(row).toMatchObject({ kind: 'rejected', externalId: 'A1', quantity });
    expect(complaintsOf(row!)).toEqual([complaint]);
    const [other] = await mapRows(
      `[{"Nr":"A1",${rest}}]`,
      '{ externalId: Nr, name: Nr }',
      'format: json',
    );
    expect(other).toMatchObject({ kind: 'row', externalId: 'A1' });
  },
);
