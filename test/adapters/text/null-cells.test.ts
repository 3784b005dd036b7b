import { describe, expect, it } from 'vitest';
import { csv } from '../../../adapters/csv/read.ts';
import { fixed } from '../../../adapters/fixed/read.ts';
import { adapterOptions } from '../../../src/catalog/export/open-export.ts';
import { nullWords } from '../../../src/domain/null-words.ts';
import { declaredSource } from '../../catalog/declared.ts';
import { readAll } from './reading.ts';

describe('a cell that says with a word of a program that it has no value', () => {
  it('is empty in CSV', async () => {
    const text = 'a;b;c\nNULL;\\N;(null)\n NULL ;  \\N;(null)  \n';
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
