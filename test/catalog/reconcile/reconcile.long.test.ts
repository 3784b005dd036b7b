import { describe, expect, it } from 'vitest';
import {
  type DifferenceClass,
  differenceClasses,
} from '../../../src/catalog/reconcile/reconcile-classes.ts';
import type { ReconcileReport } from '../../../src/catalog/reconcile/reconcile-report.ts';
import { reconcileText } from '../../../src/cli/reconcile-text.ts';
import type { OpenOrder } from '../../../src/domain/open-orders.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const catalog = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, brand: Marke } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

/** The long run reads a hundred thousand products; the suite a thousand. */
const [products, planted] = process.env['STOCKHAND_LONG'] ? [100_000, 1_002] : [1_000, 60];
const timeout = process.env['STOCKHAND_LONG'] ? 1_800_000 : 180_000;

useRoom();

const id = (index: number): string => `ART-${index}`;
const all = [...Array(products).keys()];
const few = all.slice(0, 9);

function write(version: number, rows = all): void {
  const name = (index: number): string =>
    `Artikel ${index}${index % 2 === 0 ? ` v${version}` : ''}`;
  room.write('artikel.csv', ['Nr;Name;Marke', ...rows.map((n) => `${id(n)};${name(n)};M`)]);
  room.write('bestand.csv', ['Nr;Menge', ...rows.map((n) => `${id(n)};${100 + version}`)]);
}

const edit = (index: number, fields: Record<string, unknown>) =>
  room.market.sandbox.control('PATCH', `/sandbox/products/${id(index)}`, fields);

const reconcile = (fix = false) => room.catalog.reconcile({ fix, quietMs: 5_000 });

function counts({ classes }: ReconcileReport): Partial<Record<DifferenceClass, number>> {
  return Object.fromEntries(
    differenceClasses.flatMap((kind) => {
      const { count } = classes[kind];
      return count === 0 ? [] : [[kind, count]];
    }),
  );
}

const order = (quantity: number, more: Partial<OpenOrder> = {}): OpenOrder => ({
  orderNumber: 'O-1',
  quantity: quantity * 1_000,
  taken: 0,
  takenAt: null,
  state: 'reserved',
  ...more,
});

describe('reconcile', () => {
  it(
    'tells planted differences of every class apart, and with fix the next one is empty',
    async () => {
      await open(catalog);
      for (const version of [1, 2]) {
        write(version);
        expect((await room.pass(60_000)).isBusy).toBe(false);
      }
      expect(counts(await reconcile())).toEqual({});
      const each = planted / 6;
      const group = (nth: number): number[] => all.slice(nth * each, (nth + 1) * each);
      for (const n of group(0)) await edit(n, { brand: 'Portal' });
      for (const n of group(1)) await edit(n, { availableQty: 7 });
      for (const n of group(2))
        await room.market.sandbox.control('POST', `/sandbox/products/${id(n)}/unpublish`);
      // What was there before our last change: the name of even articles and every stock had another value.
      for (const n of group(3))
        await edit(n, n % 2 === 0 ? { name: `Artikel ${n} v1` } : { availableQty: 101 });
      for (const n of group(4)) await edit(n, { availableQty: 99 });
      const reserved = group(4).map((n) => [id(n), [order(3)]] as const);
      await room.catalog.setOpenOrders(reserved, 1);
      await room.market.sandbox.control('POST', '/sandbox/products', { count: each, prefix: 'X-' });
      const found = await reconcile();
      expect(counts(found)).toEqual({
        notOurs: each,
        missing: each,
        edited: each,
        lostCall: each,
        stockDiffers: each,
        stockReserved: each,
      });
      expect(found).toMatchObject({
        differences: 4 * each,
        fixed: 0,
        underWay: 0,
        unknownContent: 0,
      });
      expect(found.classes.edited.examples[0]).toEqual({
        externalId: id(0),
        text: 'differs in brand',
      });

      const since = await ledgerEnd(room.market);
      expect(await reconcile(true)).toMatchObject({ fixed: 4 * each });
      const calls = await callsSince(room.market, since);
      const touched = calls.flatMap(([, ...items]) => items.map((item) => item['externalId']));
      expect(touched).toHaveLength(4 * each);
      for (const n of group(4)) expect(touched).not.toContain(id(n));
      expect(touched.filter((sent) => String(sent).startsWith('X-'))).toEqual([]);
      const after = await reconcile();
      expect(after.differences).toBe(0);
      expect(counts(after)).toEqual({ notOurs: each, stockReserved: each });
    },
    timeout,
  );

  it('never sends the stock of a product with a reservation, whatever else differs there', async () => {
    await open(catalog);
    write(1, few);
    await room.pass();
    await edit(0, { availableQty: 50, brand: 'Portal' });
    await room.catalog.setOpenOrders([[id(0), [order(3)]]], 1);
    const since = await ledgerEnd(room.market);
    expect(await reconcile(true)).toMatchObject({ differences: 2, fixed: 1 });
    const calls = await callsSince(room.market, since);
    expect(calls).toEqual([['upsert', { externalId: id(0), name: 'Artikel 0 v1', brand: 'M' }]]);
    expect(await room.catalog.needsYou()).toMatchObject([{ id: 'reconcile' }]);
    // The ERP took the order before its newest stock, so the marketplace is wrong.
    await room.catalog.setOpenOrders([[id(0), [order(3, { taken: 3_000, takenAt: 1 })]]], 2);
    expect(await reconcile(true)).toMatchObject({ differences: 1, fixed: 1 });
    expect(await room.catalog.needsYou()).toEqual([]);
  });

  it('counts what is there although nothing of it was confirmed, and what no export names is left alone', async () => {
    await open(catalog);
    write(1, few);
    room.post.intercept(() => ({
      kind: 'answered',
      attempts: 1,
      answer: {
        kind: 'answer',
        status: 200,
        headers: {},
        body: Buffer.from(
          JSON.stringify({
            results: [],
            errors: few.map((n) => ({
              externalId: id(n),
              status: 'failed',
              errorCode: 'ERROR',
              error: 'x',
            })),
          }),
        ),
      },
    }));
    await room.pass();
    room.post.intercept(undefined);
    await room.market.sandbox.control('POST', '/sandbox/products', { count: 3, prefix: 'ART-' });
    expect(counts(await reconcile())).toEqual({ neverConfirmed: 3 });
    expect(await reconcile(true)).toMatchObject({ fixed: 3 });
    expect(counts(await reconcile())).toEqual({});
    room.write('artikel.csv', ['Nr;Name;Marke', 'ART-1;Artikel 1;M']);
    await room.pass();
    await edit(2, { brand: 'Portal' });
    const since = await ledgerEnd(room.market);
    const left = await reconcile(true);
    expect([left.differences - left.fixed, await callsSince(room.market, since)]).toEqual([1, []]);
  });

  it('does not compare what `only` leaves out, because nothing of it would be sent', async () => {
    await open(`  only: [ART-0, ART-4]\n${catalog}`);
    write(1, few);
    await room.pass();
    const { shop } = room;
    const { only: _all, ...whole } = shop.config.catalog!;
    await room.restart({ ...shop, config: { ...shop.config, catalog: whole } });
    await room.pass();
    await room.restart(shop);
    await edit(0, { brand: 'Portal' });
    for (const n of [1, 2]) await edit(n, { brand: 'Portal', availableQty: 7 });
    await room.market.sandbox.control('POST', `/sandbox/products/${id(3)}/unpublish`);
    await room.market.sandbox.control('POST', '/sandbox/products', { count: 2, prefix: 'X-' });
    const found = await reconcile(true);
    expect(found).toMatchObject({ listed: 10, compared: 2, outsidePilot: 8 });
    expect(counts(found)).toEqual({ edited: 1 });
    expect(found).toMatchObject({ differences: 1, fixed: 1 });
    expect(reconcileText(found)).toContain(
      '8 were left out: not named by only: of the configuration.',
    );
    expect(await room.catalog.needsYou()).toEqual([]);
  });

  it('begins again where the cursor is refused, and gives up in words where it always is', async () => {
    await open(catalog);
    write(1, few);
    await room.pass(60_000);
    await room.market.sandbox.control('POST', '/sandbox/products', { count: 250, prefix: 'X-' });
    const refuse = { kind: 'cursorRefused', method: 'GET', path: '^.*/products' };
    const { sandbox } = room.market;
    await sandbox.control('POST', '/sandbox/weather', [{ ...refuse, skip: 2, count: 1 }]);
    expect(await reconcile()).toMatchObject({ listed: 259, compared: 9, differences: 0 });
    await sandbox.control('POST', '/sandbox/weather', [{ ...refuse, skip: 1 }]);
    await expect(reconcile()).rejects.toMatchObject({ code: 'LIST_UNREADABLE' });
    expect(await room.catalog.facts()).toMatchObject({ reconcile: { differences: 0 } });
  });
});
