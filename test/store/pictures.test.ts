import { expect, it } from 'vitest';
import { noPicture } from '../../src/domain/picture.ts';
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

it('a picture that came while the one before was being taken away is still due', () => {
  const { pictures } = open();
  pictures.gone(1, 'delete');
  pictures.read({ product: 1, file: 'A', look: '', at: 2, wished: 'C', fault: null });
  pictures.confirm(1, noPicture);
  expect(pictures.due(0, 1)).toMatchObject([{ external_id: 'A', wished: 'C' }]);
});

it('failed tries count for one picture, and another one begins anew', () => {
  const { pictures } = open();
  const again = { product: 1, file: 'A', look: 'x', at: 2, fault: null };
  pictures.tried(1);
  pictures.read({ ...again, wished: 'A' });
  expect(pictures.tried(1)).toBe(2);
  pictures.read({ ...again, wished: 'C' });
  expect(pictures.tried(1)).toBe(1);
});

it('what a person has released is taken away and held no more', () => {
  const { pictures } = open();
  pictures.gone(1, { hold: 5 });
  expect([pictures.heldBy(5), pictures.due(0, 1)[0]?.external_id]).toEqual([[1], 'B']);
  pictures.releaseHold(5);
  expect(pictures.heldBy(5)).toEqual([]);
  expect(pictures.due(0, 1)).toMatchObject([{ external_id: 'A', wished: noPicture, hold: null }]);
});

it('an article that somebody removed in the portal gets its picture once it is there again', () => {
  const { mirror, pictures } = open();
  const refusal = { product: 1, hash: 2, message: '', at: 2 };
  for (const [code, due] of [
    ['PRODUCT_NOT_FOUND', 'B'],
    ['VALIDATION_ERROR', 'A'],
  ] as const) {
    mirror.refuse({ ...refusal, code });
    mirror.doubt(1, { content: true, quantity: false });
    expect(pictures.due(0, 1)[0]?.external_id).toBe(due);
  }
});
