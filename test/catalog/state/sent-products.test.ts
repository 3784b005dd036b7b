import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { createSentProducts } from '../../../src/catalog/state/sent-products.ts';
import type { Product } from '../../../src/domain/product.ts';
import { batchUpsert } from '../../marketplace/batches.ts';

const attributes = { externalId: 'B', zwei: '},{"externalId":"B"', __proto__x: 'p' };
const products: Product[] = [
  { externalId: 'A', name: 'Nagel', attributes },
  { externalId: 'B', name: 'Mutter "M8",', minOrderQty: 1_500, stepQty: 1, availableQty: 7_000 },
  { externalId: 'B"', name: 'Bolzen', brand: '', leadTimeDays: 3, isActive: false },
];
const { body } = batchUpsert(products);
const sentIn = (bodies: ReadonlyMap<number, Uint8Array>) => {
  const asked: number[] = [];
  const bodyOf = (id: number) => {
    asked.push(id);
    return bodies.get(id);
  };
  return { asked, ...createSentProducts({ bodyOf }) };
};

describe('what was sent of a product', () => {
  it.each(products)('is found in the request that carried it: $externalId', (product) => {
    const { externalId, availableQty: _, ...fields } = product;
    expect(sentIn(new Map([[5, body as Uint8Array]])).in(5, externalId)).toEqual(fields);
  });

  it('is found in a batch of one', () => {
    const [product] = products;
    const alone = batchUpsert([product as Product]).body as Uint8Array;
    expect(sentIn(new Map([[5, alone]])).in(5, 'A')).toEqual({ name: 'Nagel', attributes });
  });

  it.each([
    [null, 'A'],
    [undefined, 'A'],
    [6, 'A'],
    [5, 'a'],
    [5, 'Mutter'],
    [7, 'A'],
  ])('is nothing in request %j for %s', (request, externalId) => {
    const stock = Buffer.from('{"items":[{"externalId":"A","availableQty":5}]}');
    const bodies = new Map([
      [5, body as Uint8Array],
      [7, stock],
    ]);
    expect(sentIn(bodies).in(request, externalId)).toBeUndefined();
  });

  it('is read once for neighbours, and keeps few bodies', () => {
    const sent = sentIn(new Map([[5, body as Uint8Array]]));
    for (const { externalId } of products) sent.in(5, externalId);
    expect(sent.asked).toEqual([5]);
    for (let id = 10; id < 20; id += 1) sent.in(id, 'A');
    sent.in(5, 'A');
    expect(sent.asked.filter((id) => id === 5)).toHaveLength(2);
  });
});
