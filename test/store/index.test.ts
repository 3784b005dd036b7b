import { describe, expect, it } from 'vitest';
import { openCatalogStore } from '../../src/store/catalog-store.ts';

const ids = (length: number, first = 0): Int32Array =>
  Int32Array.from({ length }, (_, n) => first + n);

const bytes = (list: Int32Array): Buffer =>
  Buffer.from(list.buffer, list.byteOffset, list.byteLength);

describe('the index of a source', () => {
  it('gives back 200,000 ids in file order, with holes and a tail', () => {
    const { index } = openCatalogStore(':memory:');
    const rows = ids(200_000).map((id) => (id % 7 === 0 ? 0 : id));
    const tail = ids(70_000, 500_000);
    index.write('articles', { rows, tail });
    const read = index.read('articles');
    expect(bytes(read.rows).equals(bytes(rows))).toBe(true);
    expect(bytes(read.tail).equals(bytes(tail))).toBe(true);
    expect(index.tail('articles')).toEqual(read.tail);
  });

  it.each([0, 1, 65_535, 65_536, 65_537, 131_072])(
    'gives back %i ids, on both sides of a chunk',
    (length) => {
      const { index } = openCatalogStore(':memory:');
      index.write('articles', { rows: ids(length), tail: new Int32Array() });
      const { rows, tail } = index.read('articles');
      expect(bytes(rows).equals(bytes(ids(length)))).toBe(true);
      expect(tail).toHaveLength(0);
    },
  );

  it('is empty before the first file', () => {
    const { index } = openCatalogStore(':memory:');
    expect(index.read('articles')).toEqual({ rows: new Int32Array(), tail: new Int32Array() });
  });

  it('keeps nothing of a longer one that it replaces, and nothing of another source', () => {
    const { index } = openCatalogStore(':memory:');
    index.write('stock', { rows: ids(3), tail: ids(2) });
    index.write('articles', { rows: ids(100_000), tail: ids(5) });
    index.write('articles', { rows: ids(2), tail: new Int32Array() });
    expect(index.read('articles')).toEqual({ rows: ids(2), tail: new Int32Array() });
    expect(index.read('stock')).toEqual({ rows: ids(3), tail: ids(2) });
  });

  it('takes new hashes of the same rows: an old one would pass over a row that is otherwise now', () => {
    const { index } = openCatalogStore(':memory:');
    const known = { basis: 'b', request: 1, run: 1, blocks: ids(2), filled: Buffer.of(1, 2) };
    const tail = new Int32Array();
    for (const first of [0, 1]) {
      const hashes = ids(4, first);
      index.write('articles', { rows: ids(2, 1), tail, known: { ...known, hashes } });
      expect(index.known('articles')).toMatchObject({ hashes, rows: ids(2, 1) });
    }
    const later = { ...known, request: 2, run: 2, hashes: ids(4), filled: Buffer.of(1, 3) };
    index.write('articles', { rows: ids(2, 1), tail, known: later });
    expect(index.known('articles')).toMatchObject(later);
    index.write('articles', { rows: ids(2, 1), tail });
    expect(index.known('articles')).toBeUndefined();
  });

  it('can be written from a part of a larger array', () => {
    const { index } = openCatalogStore(':memory:');
    index.write('articles', { rows: ids(10).subarray(3, 6), tail: ids(10).subarray(8) });
    expect(index.read('articles')).toEqual({ rows: ids(3, 3), tail: ids(2, 8) });
  });

  it('lets ids go from the tail alone', () => {
    const { index } = openCatalogStore(':memory:');
    index.write('articles', { rows: ids(4), tail: ids(4, 2) });
    index.removeFromTail('articles', new Set([3, 5, 99]));
    expect(index.read('articles')).toEqual({ rows: ids(4), tail: Int32Array.of(2, 4) });
    index.removeFromTail('articles', new Set([2, 4]));
    expect(index.read('articles').tail).toEqual(new Int32Array());
    index.removeFromTail('nowhere', new Set([1]));
  });
});
