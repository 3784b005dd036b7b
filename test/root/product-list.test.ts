import { describe, expect, it } from 'vitest';
import { walkList } from '../../src/catalog/reconcile/list-walk.ts';
import { isReservation } from '../../src/catalog/reconcile/reconcile-classes.ts';
import {
  differingFields,
  type ListPage,
  type ListReader,
  sumsOfListed,
  sumsOfSent,
} from '../../src/catalog/terms/listed.ts';
import { systemClock } from '../../src/clock.ts';
import { decodeProductPage } from '../../src/marketplace/page.ts';
import { readProductPage } from '../../src/product-list.ts';

const signal = new AbortController().signal;
const queue = { clock: systemClock, facts: () => ({ lanes: [] }) };

async function read(body: unknown): Promise<ListPage> {
  const decoded = decodeProductPage(Buffer.from(JSON.stringify(body)));
  if ('fault' in decoded) throw new Error(decoded.fault);
  const answer = { kind: 'answer', status: 200, headers: {}, body: new Uint8Array() } as const;
  return readProductPage(
    { reads: { productPage: async () => ({ ok: decoded.value, answer }) }, ...queue },
    undefined,
    signal,
  );
}

const page = (nextCursor: string): ListPage => ({
  items: [],
  unnamed: 0,
  nextCursor,
  hasMore: true,
});

async function walked(list: ListReader): Promise<number> {
  let steps = 0;
  for await (const _ of walkList({ list, clock: systemClock }, signal)) steps += 1;
  return steps;
}

describe('the product list', () => {
  it('fault 134: reads absent, null and empty as one, and pictures that cannot be read change nothing', async () => {
    const items = [
      { externalId: 'A', name: 'Nagel', minOrderQty: 2.5, availableQty: 3.25, images: '{broken' },
      { externalId: 'B', name: 'Mutter', brandName: null, description: '', availableQty: null },
      { name: 'made in the portal' },
    ];
    const found = await read({ items, hasMore: false });
    if ('failed' in found) throw new Error(found.failed);
    expect(found.unnamed).toBe(1);
    expect(found.items.map(({ externalId, quantity }) => [externalId, quantity])).toEqual([
      ['A', 3_250],
      ['B', null],
    ]);
    const sums = found.items.map(sumsOfListed);
    const sent = [
      { name: 'Nagel', minOrderQty: 2_500 },
      { name: 'Mutter', brand: '', description: '', barcode: '1' },
    ].map(sumsOfSent);
    expect(sent.map((of, index) => differingFields(of, sums[index] as Int32Array))).toEqual([
      [],
      ['barcode'],
    ]);
  });

  it('ends in words where it gives the same page again and again', async () => {
    await expect(walked(async () => page('c'))).rejects.toMatchObject({ code: 'LIST_UNREADABLE' });
    let pages = 0;
    expect(
      await walked(async () => {
        pages += 1;
        return { ...page(`c${pages}`), hasMore: pages < 3 } as ListPage;
      }),
    ).toBe(3);
  });
});

describe('a stock that is lower than confirmed', () => {
  it.each([
    { listed: 7, reserved: [3], is: true },
    { listed: 7, reserved: [3, 4], is: true },
    { listed: 3, reserved: [3, 4], is: true },
    { listed: 6, reserved: [3, 4], is: false },
    { listed: 8, reserved: [3], is: false },
    { listed: 13, reserved: [3], is: false },
    { listed: 7, reserved: [], is: false },
    { listed: null, reserved: [3], is: false },
  ])('is $is for 10 confirmed, $listed there and orders over $reserved', ({ is, ...facts }) => {
    expect(isReservation({ confirmed: 10, ...facts })).toBe(is);
  });
});
