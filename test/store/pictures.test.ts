import { expect, it } from 'vitest';
import { openCatalogStore } from '../../src/store/catalog-store.ts';

/** A and B are on the marketplace, and each has a file. */
function open() {
  const store = openCatalogStore(':memory:');
  for (const [product, name] of [
    [1, 'A'],
    [2, 'B'],
  ] as const) {
    store.mirror.add(product, name);
    store.pictures.read({ product, file: name, look: '', at: 1, wished: name, fault: null });
  }
  const confirmBy = (run: number) =>
    store.database.prepare('UPDATE product SET content_hash = 1, content_run = ?').run(run);
  confirmBy(1);
  return { ...store, confirmBy };
}

it.each(['PRODUCT_NOT_FOUND', 'NOT_FOUND'])(
  'a picture that was refused by %s is due once its article is confirmed anew',
  (code) => {
    const { pictures, confirmBy } = open();
    for (const product of [1, 2])
      pictures.refuse({ product, wish: product === 1 ? 'A' : 'B', code, message: '', at: 2 });
    expect(pictures.due(0, 9)).toEqual([]);
    confirmBy(2);
    expect(pictures.due(0, 9).map((row) => row.external_id)).toEqual(['A', 'B']);
  },
);

it('of what a pilot leaves out no trouble is told, and no file is reviewed', () => {
  const { pictures } = open();
  const bad = { look: '', at: 1, wished: null, fault: '{}' };
  for (const [product, file] of [
    [1, 'A'],
    [2, 'B'],
  ] as const)
    pictures.read({ product, file, ...bad });
  expect(pictures.counts().faults).toBe(2);
  pictures.limitTo(['A']);
  expect(pictures.counts().faults).toBe(1);
  expect(pictures.troubled(9).map((row) => row.external_id)).toEqual(['A']);
  expect(pictures.oldest(9).map((row) => row.external_id)).toEqual(['A']);
  for (const [product, wish] of [
    [1, 'A'],
    [2, 'B'],
  ] as const) {
    pictures.read({ product, file: wish, look: '', at: 1, wished: wish, fault: null });
    pictures.refuse({ product, wish, code: 'X', message: '', at: 2 });
  }
  expect(pictures.counts()).toMatchObject({ faults: 0, refused: 1 });
});
