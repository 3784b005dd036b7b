import { describe, expect, it } from 'vitest';
import { listFrom } from '../../support/catalog.ts';
import { open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const catalog = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;

useRoom();

const all = [...Array(80).keys()];
const id = (index: number): string => `ART-${index}`;
const stock = (index: number): number => 20 + index;
const name = (index: number): string => `Artikel ${index}`;

interface Row {
  readonly name: string;
  readonly quantity: number;
}

async function exported(row: (index: number) => Partial<Row> = () => ({})): Promise<void> {
  const rows = all.map((index) => ({ name: name(index), quantity: stock(index), ...row(index) }));
  const lines = rows.map((each, index) => `${id(index)};${each.name};${each.quantity}`);
  room.write('artikel.csv', ['Nr;Name;Menge', ...lines]);
  await room.pass();
}

const edit = (index: number, fields: Record<string, unknown>) =>
  room.market.sandbox.control('PATCH', `/sandbox/products/${id(index)}`, fields);
const reconcile = (fix = false) => room.catalog.reconcile({ fix, quietMs: 5_000 });
const held = async () => (await room.catalog.held()).map(({ items }) => items);
const shown = async (field: 'availableQty' | 'name') =>
  new Map((await room.market.products()).map((each) => [each.externalId, each[field]]));
const asConfirmed = new Map(all.map((index) => [id(index), stock(index)]));

/** The request that waited has its answer, and the mirror knows it. */
async function answered(): Promise<void> {
  room.post.letGo();
  await room.pass();
}

describe('reconcile --fix beside a brake', () => {
  it.each([
    { what: 'zeroed stock', items: 70, wrong: 25, of: (n: number) => (n < 70 ? 0 : stock(n)) },
    { what: 'a stock that jumps', items: 80, wrong: 80, of: (n: number) => stock(n) * 10 },
  ])(
    'restores the stock that differs and lets nothing of $what go (I13)',
    async ({ items, wrong, of }) => {
      await open(catalog);
      await exported();
      await exported((index) => ({ quantity: of(index) }));
      expect(await held()).toEqual([items]);
      for (const index of all.slice(0, wrong))
        await edit(index, { availableQty: stock(index) - 1 });
      const since = await ledgerEnd(room.market);
      expect(await reconcile(true)).toMatchObject({ differences: wrong, fixed: wrong });
      const calls = await callsSince(room.market, since);
      expect(calls.flatMap(([, ...sent]) => sent.map((item) => item['externalId'])).sort()).toEqual(
        all.slice(0, wrong).map(id).sort(),
      );
      expect(await shown('availableQty')).toEqual(asConfirmed);
      expect((await reconcile()).differences).toBe(0);
      await exported((index) => ({
        quantity: of(index),
        name: index === 79 ? 'Neu' : name(index),
      }));
      expect([await held(), await shown('availableQty')]).toEqual([[items], asConfirmed]);
    },
  );

  it('restores stock that an older delta file exported', async () => {
    await open(catalog.replace('files: "artikel.csv"', 'contents: delta, files: "a*.csv"'));
    await exported();
    room.write('artikel_2.csv', ['Nr;Name;Menge', `${id(0)};${name(0)};7`]);
    await room.pass();
    await edit(5, { availableQty: 777 });
    expect(await reconcile(true)).toMatchObject({ differences: 1, fixed: 1 });
    expect((await shown('availableQty')).get(id(5))).toBe(stock(5));
  });

  it('restores stock, names and removed articles while all new names are held', async () => {
    await open(catalog);
    await exported();
    await exported((index) => ({ name: `Other ${index}` }));
    for (const index of all) await edit(index, { availableQty: stock(index) + 500 });
    await edit(3, { name: 'Portal' });
    await room.market.sandbox.control('POST', `/sandbox/products/${id(4)}/unpublish`);
    const report = await reconcile(true);
    expect(report.differences - report.fixed).toBe(0);
    expect(await shown('availableQty')).toEqual(asConfirmed);
    expect(await shown('name')).toEqual(new Map(all.map((index) => [id(index), name(index)])));
    expect([(await reconcile()).differences, await held()]).toEqual([0, [80]]);
  });

  it('restores from the export what is no longer stored as it was confirmed', async () => {
    await open(catalog);
    await exported();
    // From the second one on the bytes of a row are known, and it is not read.
    await exported((index) => (index === 79 ? { name: 'Neu' } : {}));
    room.catalog.store.database.exec('UPDATE request SET body = NULL');
    await edit(3, { name: 'Portal' });
    expect(await reconcile(true)).toMatchObject({ differences: 1, fixed: 1, unsent: {} });
    expect((await shown('name')).get(id(3))).toBe(name(3));
  });

  it.each([
    ['has a request under way', async () => undefined],
    ['had one when the comparison began', answered],
  ])('leaves alone what %s', async (_, meanwhile) => {
    await open(catalog);
    await exported();
    const list = listFrom(room.market.url);
    await room.restart(room.shop, room.post.send, {
      async list(...of) {
        const page = await list(...of);
        await meanwhile();
        return page;
      },
    });
    await edit(3, { name: 'Portal', availableQty: 7 });
    room.post.hold();
    room.write('artikel.csv', [
      'Nr;Name;Menge',
      ...all.map((n) => `${id(n)};${n === 3 ? 'Neu' : name(n)};${stock(n)}`),
    ]);
    await room.pass(200);
    const before = room.post.sent.length;
    const found = await room.catalog.reconcile({ fix: true, quietMs: 200 });
    expect(found).toMatchObject({ underWay: 1, differences: 0 });
    expect(room.post.sent.slice(before)).toEqual([]);
    room.post.letGo();
    await room.pass();
    expect((await shown('name')).get(id(3))).toBe('Neu');
  });

  it('says what it did not send, and so does the next one', async () => {
    await open(catalog);
    await exported();
    await edit(3, { availableQty: 7 });
    await room.catalog.setPaused(undefined, true);
    expect(await reconcile(true)).toMatchObject({
      differences: 1,
      fixed: 0,
      unsent: { paused: 1 },
    });
    expect((await reconcile()).differences).toBe(1);
    expect(await room.catalog.needsYou()).toMatchObject([{ id: 'reconcile' }]);
    await room.catalog.setPaused(undefined, false);
    expect(await reconcile(true)).toMatchObject({ differences: 1, fixed: 1, unsent: {} });
  });

  it('counts a refused article as not sent', async () => {
    await open(catalog);
    await exported();
    await edit(3, { availableQty: 7 });
    room.post.intercept(() => ({
      kind: 'answered',
      attempts: 1,
      answer: { kind: 'answer', status: 422, headers: {}, body: Buffer.from('{}') },
    }));
    expect(await reconcile(true)).toMatchObject({ differences: 1, fixed: 0, unsent: { held: 1 } });
  });
});

describe('a stock that is in doubt', () => {
  it('stays the measure of the brakes: what was never answered lets no zeroing go', async () => {
    await open(catalog);
    await exported();
    room.post.intercept(() => ({
      kind: 'exhausted',
      attempts: 9,
      answer: { kind: 'answer', status: 503, headers: {}, body: Buffer.from('') },
    }));
    await exported((index) => ({ quantity: stock(index) + (index < 25 ? 1 : 0) }));
    room.post.intercept(undefined);
    await exported((index) => ({ quantity: index < 70 ? 0 : stock(index) }));
    expect(await held()).toEqual([70]);
    expect([...(await shown('availableQty')).values()]).not.toContain(0);
  });
});
