import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { fixed } from '../../../adapters/fixed/read.ts';
import { xml } from '../../../adapters/xml/read.ts';
import { adapterOptions } from '../../../src/catalog/export/open-export.ts';
import { nullWords } from '../../../src/domain/null-words.ts';
import { declaredSource } from '../../catalog/declared.ts';
import { readAll } from './reading.ts';

describe('a cell that says with a word of a program that it has no value', () => {
  it('is empty in CSV', async () => {
    const text = 'a;b;c\nNULL;\\N;(null)\n NULL ;  \\N;<null>  \n';
    const { rows } = await readAll(csv, text);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['', '', ''],
      ['', '', ''],
    ]);
  });

  it.each(['null', 'undefined', 'NaN', 'nan', 'NaT', '<NA>'])(
    'is empty as Java, JavaScript and pandas write it: %s',
    async (cell) => {
      expect((await readAll(csv, `a;b\n${cell};1\n`)).rows[0]?.cells).toEqual(['', '1']);
    },
  );

  it('is empty in XML as JavaScript writes it, and none in the place of a stock', async () => {
    const row = '<Nr>1</Nr><Name>null</Name><Menge>NaN</Menge><Menge>NULL</Menge>';
    const options = { path: 'row', quantities: ['Menge'] };
    const { columns, rows } = await readAll(xml, `<list><row>${row}</row></list>`, options);
    const [cells = []] = rows.map((one) => one.cells);
    expect(Object.fromEntries(columns.map((name, at) => [name, cells[at]]))).toEqual({
      Nr: '1',
      Name: '',
      Menge: 'NaN',
      'Menge[2]': '',
    });
  });

  it.each(['undefined', 'NaN', 'nan'])(
    'is none in the place of a stock, which nobody knows then: %s',
    async (cell) => {
      const options = { quantities: ['Menge', 'Reserviert'] };
      const text = `Nr;Name;Menge;Reserviert\n1;${cell};${cell};NULL\n`;
      expect((await readAll(csv, text, options)).rows[0]?.cells).toEqual(['1', '', cell, '']);
      const columns = [
        { name: 'Name', start: 1, length: 9 },
        { name: 'Menge', start: 10, length: 9 },
      ];
      const { rows } = await readAll(fixed, cell.padEnd(9).repeat(2), { ...options, columns });
      expect(rows[0]?.cells).toEqual(['', cell]);
    },
  );

  it('is empty in a fixed layout', async () => {
    const columns = [
      { name: 'a', start: 1, length: 6 },
      { name: 'b', start: 7, length: 6 },
    ];
    const { rows } = await readAll(fixed, 'A1    NULL  \n   \\N (null)\n', { columns });
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['A1', ''],
      ['', ''],
    ]);
  });

  it.each(['Null', 'None', 'NA', 'NULL 5', 'NULLEN', '\\n', 'N', '(null', ' x'])(
    'is none as %j',
    async (cell) => {
      expect((await readAll(csv, `a;b\n${cell};1\n`)).rows[0]?.cells).toEqual([cell, '1']);
    },
  );

  it('is told of every column of a stock', async () => {
    const sum = '{ sum: [L1, L2], minus: [Res] }';
    const mapping = `{ externalId: Nr, name: Name, availableQty: ${sum} }`;
    expect(adapterOptions(await declaredSource(mapping)).quantities).toEqual(['L1', 'L2', 'Res']);
  });

  it('keeps its word where the source says what that means', async () => {
    const keptOf = async (mapping: string, keys = '') => {
      const words = adapterOptions(await declaredSource(mapping, keys)).nullWords ?? [];
      return nullWords.filter((word) => !words.includes(word));
    };
    expect(await keptOf('{ externalId: Nr, name: Name }')).toEqual([]);
    const stock = '{ column: Menge, translate: { "NULL": 0 } }';
    expect(await keptOf(`{ externalId: Nr, name: Name, availableQty: ${stock} }`)).toEqual([
      'NULL',
    ]);
    const where = "where: { column: Gesperrt, equals: '\\N' }";
    expect(await keptOf('{ externalId: Nr, name: Name }', where)).toEqual(['\\N']);
    const financed = '{ externalId: Nr, name: Finanzierung, description: nullText }';
    expect(await keptOf(financed)).toEqual([]);
  });
});
