import { describe, expect, it } from 'vitest';
import { repeatedColumns } from '../../../src/catalog/mapping/repeated-columns.ts';
import { declaredSource } from '../declared.ts';

async function told(stock: string, columns: readonly string[]): Promise<readonly string[]> {
  const source = await declaredSource(`{ externalId: id, name: n, availableQty: ${stock} }`);
  return repeatedColumns(source, columns).map(({ column, rule }) => `${column} ${rule}`);
}

describe('a mapped element of a tree that repeats within a record', () => {
  it.each([
    ['q', ['id', 'q', 'q[2]'], 'q is in a record up to 2 times, and of these "q[2]" is not read.'],
    [
      'stock/w',
      ['id', 'stock/w', 'stock/w[2]', 'stock/w[3]', 'stock/w/@id', 'stock/w[2]/@id'],
      'stock/w is in a record up to 3 times, and of these "stock/w[2]", "stock/w[3]" are not read.',
    ],
    [
      'stock/w',
      ['stock/w', 'stock[2]/w'],
      'stock/w is in a record up to 2 times, and of these "stock[2]/w" is not read.',
    ],
    [
      'stock.q',
      ['stock.q', 'stock[1].q', 'stock[2].q'],
      'stock.q is in a record up to 2 times, and of these "stock[2].q" is not read.',
    ],
    [
      '{ sum: [q, "q[2]"] }',
      ['q', 'q[2]', 'q[3]'],
      'q is in a record up to 3 times, and of these "q[3]" is not read.',
    ],
  ])('is reported: %s', async (stock, columns, words) => {
    expect((await told(stock, columns))[0]).toBe(words);
  });

  it.each([
    ['q', ['id', 'q', 'p', 'p[2]']],
    ['{ sum: [q, "q[2]"] }', ['id', 'q', 'q[2]']],
    ['stock.q', ['stock.q', 'stock[1].q']],
    ['{ sum: ["stock[1].q", "stock[2].q"] }', ['stock.q', 'stock[1].q', 'stock[2].q']],
  ])('is not told where all is read: %s', async (stock, columns) => {
    expect(await told(stock, columns)).toEqual([]);
  });
});
