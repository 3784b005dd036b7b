import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenOrder } from '../../../src/domain/open-orders.ts';
import { callsSince, ledgerEnd, openRoom, type Room } from '../room.ts';

const dialect = 'stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56"';
const catalog = `  openOrders: subtract
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

let room: Room;
let version = 0;
afterEach(() => room.close());

async function sentBy(work: () => unknown) {
  const since = await ledgerEnd(room.market);
  await work();
  expect((await room.pass()).isBusy).toBe(false);
  return callsSince(room.market, since);
}

const order = (quantity: number, more: Partial<OpenOrder> = {}): OpenOrder => ({
  orderNumber: 'O-1',
  quantity: quantity * 1_000,
  taken: 0,
  takenAt: null,
  state: 'placed',
  ...more,
});

const orders = (...open: (readonly [string, readonly OpenOrder[]])[]) => {
  version += 1;
  return room.catalog.setOpenOrders(open, version);
};
const stock = (...rows: string[]) => room.write('bestand.csv', ['Nr;Menge', ...rows]);
const wroteStock = (writtenAt: number) => {
  const file = path.join(room.shop.folder, 'out', 'bestand.csv');
  fs.utimesSync(file, writtenAt / 1_000, writtenAt / 1_000);
};
const inDays = (days: number): number => Date.now() + days * 86_400_000;

/** A and B are there with 10 and 20. */
async function open(yaml = catalog): Promise<void> {
  room = await openRoom(yaml);
  room.write('artikel.csv', ['Nr;Name', 'A;Nagel', 'B;Mutter']);
  stock('A;10', 'B;20');
  await room.pass();
}

describe('openOrders: subtract', () => {
  it('keeps the quantity of an open order out of the stock, until an export knows of it', async () => {
    await open();
    expect(await sentBy(() => orders(['A', [order(3)]]))).toEqual([
      ['stock', { externalId: 'A', availableQty: 7 }],
    ]);
    expect(await room.catalog.why('A')).toMatchObject({
      exportedQuantity: '10',
      confirmed: { quantity: '7' },
      openOrders: { keptOut: true, orders: [{ orderNumber: 'O-1', quantity: '3' }] },
    });
    // The ERP has just taken the order, but its last export was written before: nothing changes.
    const taken = { taken: 3_000, takenAt: Date.now() };
    expect(await sentBy(() => orders(['A', [order(3, taken)]]))).toEqual([]);
    // Its next export has the order in it.
    expect(await sentBy(() => stock('A;7', 'B;20', ''))).toEqual([]);
    expect(await sentBy(() => stock('A;12', 'B;20'))).toEqual([
      ['stock', { externalId: 'A', availableQty: 12 }],
    ]);
  });

  it('is in the example of a plan, too', async () => {
    await open();
    await sentBy(() => orders(['A', [order(3)]]));
    stock('A;9', 'B;20');
    const [planned] = (await room.catalog.plan()).sources;
    expect(planned?.examples).toEqual({ stock: 'A  availableQty: 7 -> 6' });
  });

  it('keeps an order out of an export that was written before the ERP took it and is read after', async () => {
    await open();
    const takenAt = Date.now() - 60_000;
    await sentBy(() => orders(['A', [order(3, { taken: 3_000, takenAt })]]));
    const before = () => {
      stock('A;12', 'B;20');
      wroteStock(takenAt - 1_000);
    };
    expect(await sentBy(before)).toEqual([['stock', { externalId: 'A', availableQty: 9 }]]);
    const after = () => {
      stock('A;11', 'B;20');
      wroteStock(takenAt + 1_000);
    };
    expect(await sentBy(after)).toEqual([['stock', { externalId: 'A', availableQty: 11 }]]);
  });

  it('keeps an order out of an export that was being written when the ERP took it', async () => {
    await open();
    const takenAt = Date.now() - 60_000;
    await sentBy(() => orders(['A', [order(3, { taken: 3_000, takenAt })]]));
    const write = (at: number) => {
      stock('A;12', 'B;20');
      wroteStock(at);
    };
    write(takenAt - 1_000);
    let looks = 0;
    await room.restart(room.shop, room.post.send, {
      files: (real) => ({
        ...real,
        async scan(request) {
          const seen = await real.scan(request);
          looks += 1;
          if (looks === 2) write(takenAt + 1_000);
          return seen;
        },
      }),
    });
    version = 0;
    expect(await sentBy(() => undefined)).toEqual([
      ['stock', { externalId: 'A', availableQty: 9 }],
    ]);
    expect(looks).toBeGreaterThan(2);
  });

  it('takes an export that is dated ahead for one of the moment in which it was read', async () => {
    await open();
    const ahead = () => {
      stock('A;12', 'B;20');
      wroteStock(inDays(2));
    };
    await sentBy(ahead);
    const taken = { taken: 3_000, takenAt: inDays(1) };
    expect(await sentBy(() => orders(['A', [order(3, taken)]]))).toEqual([
      ['stock', { externalId: 'A', availableQty: 9 }],
    ]);
  });

  it('sends the stock again where an order ends, and never below nothing', async () => {
    await open();
    await sentBy(() => orders(['A', [order(30)]]));
    expect(await room.market.products()).toMatchObject([{ availableQty: 0 }, { availableQty: 20 }]);
    await room.restart();
    version = 0;
    expect(await sentBy(() => orders())).toEqual([
      ['stock', { externalId: 'A', availableQty: 10 }],
    ]);
    expect(await sentBy(() => room.catalog.setOpenOrders([['A', [order(1)]]], version))).toEqual(
      [],
    );
  });

  it('takes of an order that was changed only what the ERP does not know yet', async () => {
    await open();
    const before = { taken: 3_000, takenAt: 1 };
    expect(await sentBy(() => orders(['A', [order(5, before)]]))).toEqual([
      ['stock', { externalId: 'A', availableQty: 8 }],
    ]);
  });

  it('leaves the stock as it is where the ERP takes a later version of an order that it knows', async () => {
    await open();
    const first = { taken: 3_000, takenAt: Date.now() - 60_000 };
    expect(await sentBy(() => orders(['A', [order(3, first)]]))).toEqual([]);
    const paid = { taken: 3_000, takenAt: inDays(1), takenBefore: [first] };
    expect(await sentBy(() => orders(['A', [order(3, paid)]]))).toEqual([]);
    expect(await sentBy(() => orders(['A', [order(5, paid)]]))).toEqual([
      ['stock', { externalId: 'A', availableQty: 8 }],
    ]);
    const fewer = { taken: 2_000, takenAt: inDays(1), takenBefore: [first] };
    expect(await sentBy(() => orders(['A', [order(2, fewer)]]))).toEqual([
      ['stock', { externalId: 'A', availableQty: 10 }],
    ]);
  });

  it('sends the same stock once more when an order is accepted: the marketplace may have taken it off twice', async () => {
    await open();
    await sentBy(() => orders(['A', [order(3)]]));
    expect(await sentBy(() => orders(['A', [order(3, { state: 'reserved' })]]))).toEqual([
      ['stock', { externalId: 'A', availableQty: 7 }],
    ]);
    await room.restart();
    expect(await sentBy(() => orders(['A', [order(3, { state: 'reserved' })]]))).toEqual([]);
  });

  it.each([
    ['is cancelled', undefined],
    ['asks for less', order(1, { state: 'reserved', taken: 3_000, takenAt: 1 })],
    ['is delivered', order(3, { state: 'delivered', taken: 3_000, takenAt: 1 })],
  ])(
    'sends the same stock once more when an accepted order that the export knows %s: the marketplace may have put it back',
    async (_, then) => {
      await open();
      await sentBy(() =>
        orders(['A', [order(3, { state: 'reserved', taken: 3_000, takenAt: 1 })]]),
      );
      await room.market.sandbox.control('PATCH', '/sandbox/products/A', { availableQty: 13 });
      const now = then === undefined ? [] : ([['A', [then]]] as const);
      expect(await sentBy(() => orders(...now))).toEqual([
        ['stock', { externalId: 'A', availableQty: 10 }],
      ]);
      expect(await sentBy(() => orders(...now))).toEqual([]);
    },
  );

  it('gives an article that it creates the stock that is left', async () => {
    room = await openRoom(catalog);
    await orders(['A', [order(3)]], ['C', [order(1, { state: 'delivered', takenAt: inDays(1) })]]);
    room.write('artikel.csv', ['Nr;Name', 'A;Nagel', 'C;Keil']);
    stock('A;10', 'C;5');
    expect(await sentBy(() => undefined)).toEqual([
      [
        'upsert',
        { externalId: 'A', name: 'Nagel', availableQty: 7 },
        { externalId: 'C', name: 'Keil', availableQty: 5 },
      ],
    ]);
    expect(await sentBy(() => undefined)).toEqual([]);
  });

  it('works where the products export owns the stock', async () => {
    const yaml = catalog.split('\n').slice(0, -1).join('\n');
    room = await openRoom(yaml.replace('name: Name }', 'name: Name, availableQty: Menge }'));
    room.write('artikel.csv', ['Nr;Name;Menge', 'A;Nagel;10']);
    await room.pass();
    expect(await sentBy(() => orders(['A', [order(4)]]))).toEqual([
      ['stock', { externalId: 'A', availableQty: 6 }],
    ]);
  });

  it('with ignore sends what was exported', async () => {
    await open(catalog.replace('subtract', 'ignore'));
    expect(await sentBy(() => orders(['A', [order(3)]]))).toEqual([]);
    expect(await room.catalog.why('A')).toMatchObject({ openOrders: { keptOut: false } });
  });
});
