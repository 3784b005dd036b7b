import { describe, expect, it } from 'vitest';
import { openCatalogStore } from '../../src/store/catalog-store.ts';

const refusal = { hash: 42, code: 'VALIDATION_ERROR', message: 'too long', at: 1 };
function open() {
  const store = openCatalogStore(':memory:');
  store.mirror.add(1, 'A');
  store.mirror.add(2, 'B');
  return store;
}

describe('the mirror', () => {
  it('I5: knows nothing of a product until an answer confirms it', () => {
    const { mirror } = open();
    expect(mirror.find('A')).toMatchObject({
      id: 1,
      content_hash: null,
      quantity: null,
      basis: 'confirmed',
    });
    expect(mirror.get(3)).toBeUndefined();
    expect(mirror.counts()).toEqual({ known: 2, confirmed: 0, parked: 0 });
  });

  it('fault 8: tells ids apart by their exact bytes', () => {
    const { mirror } = open();
    for (const [id, name] of [
      [3, 'a'],
      [4, 'A '],
      [5, 'é'],
      [6, 'e\u0301'],
    ] as const)
      mirror.add(id, name);
    expect(['a', 'A', 'A ', 'é', 'e\u0301'].map((name) => mirror.find(name)?.id)).toEqual([
      3, 1, 4, 5, 6,
    ]);
    expect(() => mirror.add(9, 'A')).toThrow();
  });

  it('takes a confirmation for what it carried and nothing else', () => {
    const { mirror } = open();
    mirror.confirm({ product: 1, contentHash: 9_007_199_254_740_991 }, { run: 7, request: 77 });
    expect(mirror.get(1)).toMatchObject({
      content_hash: 9_007_199_254_740_991,
      content_run: 7,
      quantity: null,
    });
    mirror.confirm({ product: 1, quantity: 0 }, { run: 8, request: 78 });
    expect(mirror.get(1)).toMatchObject({ content_run: 7, quantity: 0, quantity_run: 8 });
    mirror.confirm(
      { product: 1, contentHash: 5, quantity: 3, quantityRun: 2 },
      { run: 9, request: 79 },
    );
    expect(mirror.get(1)).toMatchObject({ content_run: 9, quantity: 3, quantity_run: 2 });
  });

  it('remembers a refusal until something of the product is confirmed or a person lets it go', () => {
    const { mirror } = open();
    for (const product of [1, 2]) mirror.refuse({ product, ...refusal });
    expect(mirror.refused()).toEqual([1, 2]);
    expect(mirror.counts().parked).toBe(2);
    mirror.confirm({ product: 1, quantity: 5 }, { run: 1, request: 71 });
    expect(mirror.get(1)).toMatchObject({
      refused_hash: null,
      refused_code: null,
      refused_at: null,
    });
    mirror.clearRefusal(2);
    expect(mirror.refused()).toEqual([]);
  });

  it('forgets content and stock of a product that was unpublished', () => {
    const { mirror } = open();
    mirror.confirm({ product: 1, contentHash: 5, quantity: 3 }, { run: 1, request: 71 });
    mirror.forget(1, 9);
    expect(mirror.get(1)).toMatchObject({
      content_hash: null,
      content_run: 9,
      quantity: null,
      quantity_run: null,
    });
  });

  it('takes over at first sight what was said last of the stock of an article, once', () => {
    const { mirror, unknownStock } = open();
    for (const [run, quantity] of [5, 5, 7].entries()) unknownStock.say('C', quantity, run);
    unknownStock.say('D', 9, 1);
    unknownStock.takeBack(1);
    for (const [id, name] of ['C', 'D'].entries()) mirror.add(id + 3, name);
    expect(mirror.find('C')).toMatchObject({ exported_quantity: 7, exported_run: 2 });
    expect(mirror.find('D')).toMatchObject({ exported_quantity: null, exported_run: null });
    expect(unknownStock.clear()).toBe(0);
  });

  it('lists published products whose stock is unknown or more than nothing', () => {
    const { mirror } = open();
    for (const [id, quantity] of [
      [1, 0],
      [2, 5],
    ] as const)
      mirror.confirm({ product: id, contentHash: 1, quantity }, { run: 1, request: 71 });
    mirror.add(3, 'C');
    mirror.confirm({ product: 3, contentHash: 1 }, { run: 1, request: 71 });
    mirror.add(4, 'D');
    expect(mirror.publishedWithStock()).toEqual([2, 3]);
  });

  it('lists one whose stock was 0 before a request of which no answer tells', () => {
    const { mirror } = open();
    mirror.confirm({ product: 1, contentHash: 1, quantity: 0 }, { run: 1, request: 71 });
    mirror.doubt(1, { content: false, quantity: true });
    expect(mirror.publishedWithStock()).toEqual([1]);
  });

  it('keeps apart what each source exported of the stock of an article, and what is confirmed of it', () => {
    const { mirror, runs } = open();
    const runOf = (source: string) => runs.begin({ source, file: 'a', sha256: 'a', started_at: 1 });
    const [older, own, other] = [runOf('stock'), runOf('stock'), runOf('more')];
    type Stock = readonly [quantity: number, run: number];
    const known = (id: number, exported?: Stock, confirmed?: Stock | 'no stock') => {
      if (id > 2) mirror.add(id, `P${id}`);
      if (exported !== undefined) mirror.setExported(id, ...exported);
      if (confirmed === undefined) return;
      const stock = confirmed === 'no stock' ? {} : { quantity: confirmed[0] };
      const run = confirmed === 'no stock' ? own : confirmed[1];
      mirror.confirm({ product: id, contentHash: 1, ...stock }, { run, request: 71 });
    };
    known(1, [5, own], [4, older]);
    known(2, [5, own], [5, own]);
    known(3, [5, own], 'no stock');
    known(4, [0, own], [5, other]);
    known(5, [5, own]);
    known(6, [5, other], 'no stock');
    known(7, undefined, 'no stock');
    known(8);
    expect(mirror.stockToGive('stock')).toEqual([1, 3, 4]);
    expect([mirror.offeredBy('stock'), mirror.offeredBy('more')]).toEqual([2, 1]);
    expect(mirror.exportedStock()).toEqual([1, 2, 3, 5, 6]);
    const unstocked = (run: number) => mirror.unstocked(run).map(({ id }) => id);
    expect([unstocked(own), unstocked(other)]).toEqual([[8], [5, 8]]);
    const exported = () =>
      [1, 2, 3, 4, 5, 6].filter((id) => {
        const { exported_quantity: quantity, exported_run: run } = mirror.get(id)!;
        return quantity !== null || run !== null;
      });
    mirror.forgetUncreated(other);
    expect(exported()).toEqual([1, 2, 3, 4, 5, 6]);
    mirror.forgetUncreated(own);
    expect(exported()).toEqual([1, 2, 3, 4, 6]);
    mirror.forgetExported('stock');
    expect(exported()).toEqual([6]);
  });

  it('finds rows that it read ahead as they are after a change', () => {
    const { mirror } = open();
    for (let id = 3; id < 400; id += 1) mirror.add(id, `A${id}`);
    const found = (id: number) => mirror.find(`A${id}`);
    for (let id = 3; id < 300; id += 1) {
      expect(found(id)).toEqual(mirror.get(id));
      if (id % 7 === 0) mirror.confirm({ product: id + 1, quantity: id }, { run: 1, request: 71 });
      if (id % 11 === 0) mirror.refuse({ product: id + 2, ...refusal });
    }
    mirror.add(500, 'new');
    expect([mirror.find('new')?.id, mirror.find('none')]).toEqual([500, undefined]);
  });

  it('I4: counts the wishes of each product upward', () => {
    const { mirror } = open();
    expect([1, 2, 99].map(mirror.nextWish)).toEqual([1, 1, 0]);
    mirror.setRequest([1], 76);
    mirror.setRequest([1, 2], 77);
    expect([1, 2].map(mirror.nextWish)).toEqual([3, 2]);
    mirror.setExported(1, 500, 3);
    expect(mirror.get(1)).toMatchObject({
      wish: 2,
      last_request: 77,
      exported_quantity: 500,
      exported_run: 3,
    });
    expect(mirror.newestId()).toBe(2);
  });
});

describe('kept fields', () => {
  const part = (run: number, fields: string, firstWhole = 0) => ({
    product: 1,
    source: 'articles',
    run,
    firstWhole,
    fields,
  });

  it('count from the run that was accepted', () => {
    const { parts } = open();
    parts.put(part(1, 'one'));
    expect(parts.get(1, 'articles', 0)).toBeUndefined();
    expect(parts.get(1, 'articles', 1)).toBe('one');
    parts.put(part(2, 'two', 1));
    expect(parts.get(1, 'articles', 1)).toBe('one');
    expect(parts.get(1, 'articles', 5)).toBe('two');
    expect(parts.get(1, 'stock', 5)).toBeUndefined();
  });

  it('of a file that was refused half-way leave the ones before as they were', () => {
    const { parts } = open();
    parts.put(part(1, 'one'));
    parts.put(part(2, 'two', 1));
    parts.dropRun('articles', 2);
    expect(parts.get(1, 'articles', 2)).toBe('one');
  });

  it('from before all runs that can be taken back are dropped', () => {
    const { parts, database } = open();
    for (const run of [1, 2, 3, 4]) parts.put(part(run, String(run), run - 1));
    expect(database.prepare('SELECT run FROM product_part').pluck().all()).toEqual([2, 3, 4]);
    parts.put(part(4, 'again', 4));
    expect(parts.get(1, 'articles', 4)).toBe('again');
  });
});

it('counts the products once, however often it is asked, until something changes', () => {
  const { mirror, requests } = openCatalogStore(':memory:');
  mirror.add(1, 'A');
  const before = mirror.counts();
  expect(before).toEqual({ known: 1, confirmed: 0, parked: 0 });
  expect(mirror.counts()).toBe(before);
  expect(requests.refusedBeside()).toBe(requests.refusedBeside());
  mirror.confirm({ product: 1, contentHash: 7 }, { run: 1, request: 1 });
  expect(mirror.counts()).toEqual({ known: 1, confirmed: 1, parked: 0 });
});
