import { describe, expect, it, vi } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const sources = (vanished: string, keys = '') => `  vanished: ${vanished}
  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name, brand: Marke, attributes: { Farbe: Farbe } } }`;
const head = 'Nr;Name;Marke;Farbe';
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `B${n + from};Mutter;;`);

useRoom();

async function callsOver(rows: readonly string[]) {
  const since = await ledgerEnd(room.market);
  room.write('artikel.csv', [head, ...rows]);
  const pass = await room.pass();
  expect(pass.isBusy).toBe(false);
  return callsSince(room.market, since);
}
const productOf = async (id: string) =>
  (await room.market.products()).find(({ externalId }) => externalId === id);

describe('a vanished row', () => {
  const first = ['A;Nagel;M;rot', ...many(9)];
  const hidden = {
    externalId: 'A',
    name: 'Nagel',
    brand: 'M',
    attributes: { Farbe: 'rot' },
    isActive: false,
  };

  it('costs no time of its own: what is left to vanish is written once for each answer', async () => {
    await open(
      sources('hide').replace('hide', 'hide\n  brake: { vanished: { share: 100%, count: 99 } }'),
    );
    await callsOver(many(30));
    const write = vi.spyOn(room.catalog.store.index, 'removeFromTail');
    expect((await callsOver(many(20)))[0]).toHaveLength(11);
    expect(write).toHaveBeenCalledTimes(1);
    expect(room.catalog.store.index.tail('articles')).toHaveLength(0);
  });

  it('is left alone under ignore', async () => {
    await open(sources('ignore'));
    await callsOver(first);
    expect(await callsOver(many(9))).toEqual([]);
    expect(await room.catalog.held()).toEqual([]);
    // More of them are said, though nothing is taken away (lessons 10).
    room.write('artikel.csv', [head, ...many(5)]);
    expect((await room.pass()).notes).toEqual([
      'articles: artikel.csv has 5 rows, last time it had 9: what was sent of the others stays.',
    ]);
  });

  it('is deleted once under unpublish, and created again when it returns', async () => {
    await open(sources('unpublish'));
    await callsOver(first);
    expect(await callsOver(many(9))).toEqual([['DELETE A']]);
    expect(await callsOver(many(9, 0).toReversed())).toEqual([]);
    expect(await callsOver(first)).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', brand: 'M', attributes: { Farbe: 'rot' } }],
    ]);
  });

  it('is reported as held, as unpublished and as back', async () => {
    await open(sources('unpublish'));
    await callsOver(many(10));
    await callsOver(many(5));
    const next = async () => (await room.catalog.why('B9')).next;
    const [held] = await room.catalog.held();
    expect(await next()).toBe(
      `It is held: export again, or allow it: stockhand release ${held?.id}`,
    );
    await room.catalog.release(held!.id, 'clerk');
    await room.pass();
    expect(await next()).toContain('it was unpublished');
    await callsOver(many(10));
    expect(await next()).toBe('Nothing: it is in step.');
  });

  it.each(['empty: keep,', 'empty: clear,'])(
    'is sent whole with isActive false and the fields of its last export under hide (%s)',
    async (keys) => {
      await open(sources('hide', keys));
      await callsOver(first);
      expect(await callsOver(many(9))).toEqual([['upsert', hidden]]);
      expect(await callsOver(many(9).toReversed())).toEqual([]);
      expect(await productOf('A')).toMatchObject({ isActive: false, name: 'Nagel', brand: 'M' });
    },
  );

  it('hides cleared fields as cleared', async () => {
    await open(sources('hide', 'empty: clear,'));
    await callsOver(['A;Nagel;;', ...many(9)]);
    expect(await callsOver(many(9))).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', brand: '', attributes: {}, isActive: false }],
    ]);
  });

  it.each(['clears', 'keeps'] as const)(
    'is seen again when it returns after hide, where an omitted field %s',
    async (omitted) => {
      await open(sources('hide'), { omitted });
      await callsOver(first);
      await callsOver(many(9));
      expect(await callsOver(first)).toHaveLength(1);
      expect(await productOf('A')).toMatchObject({ isActive: true, name: 'Nagel' });
      expect(await callsOver(first.toReversed())).toEqual([]);
    },
  );

  it('can be hidden after a file in between that lacked it too', async () => {
    await open(sources('hide', 'empty: clear,'));
    await callsOver([...first, 'C;Bolzen;;', 'D;Niete;;', 'E;Keil;;']);
    expect(await callsOver(many(9))).toEqual([]);
    expect(await callsOver(many(9).toReversed())).toEqual([]);
    const [held] = await room.catalog.held();
    expect(held?.items).toBe(4);
    const since = await ledgerEnd(room.market);
    await room.catalog.release(held!.id, 'clerk');
    await room.pass();
    const [call] = await callsSince(room.market, since);
    expect(call).toHaveLength(5);
    expect(call).toContainEqual(hidden);
  });

  it('that is rejected has not vanished', async () => {
    await open(sources('unpublish'));
    await callsOver(first);
    expect(await callsOver(['A;;M;rot', ...many(9)])).toEqual([]);
  });

  it('is held when some row has no readable key: it may be that one', async () => {
    await open(sources('unpublish'));
    await callsOver(first);
    expect(await callsOver([';Nagel;M;rot', ...many(9)])).toEqual([]);
    expect(await room.catalog.held()).toMatchObject([
      {
        items: 1,
        sentence:
          'artikel.csv would unpublish 1 of 10 articles (1 row has no readable article number); the rest of the file is sent.',
      },
    ]);
    expect(await room.catalog.needsYou()).toContainEqual(
      expect.objectContaining({ effect: '1 article stays on the marketplace as it is.' }),
    );
  });

  it('goes where no more rows are without a key than always, and is held where one more is', async () => {
    await open(sources('unpublish'));
    const postage = ';Versandkosten;;';
    await callsOver([...first, postage]);
    expect(await callsOver([...many(9), postage])).toEqual([['DELETE A']]);
    expect(await callsOver([...many(8), ';Mutter;;', postage])).toEqual([]);
    expect(await room.catalog.held()).toMatchObject([{ items: 1 }]);
  });

  it('survives the next file while it is held, and is deleted when it is released', async () => {
    await open(sources('unpublish'));
    await callsOver(many(12));
    expect(await callsOver(many(6))).toEqual([]);
    expect(await callsOver([...many(6), 'N;Neu;;'])).toHaveLength(1);
    const [held] = await room.catalog.held();
    expect(held).toMatchObject({ items: 6 });
    await room.catalog.release(held!.id, 'clerk');
    expect((await room.pass()).calls.delete).toBe(6);
    expect((await room.market.products()).filter(({ deleted }) => deleted === true)).toHaveLength(
      6,
    );
  });

  it('fault 53: that is gone from the marketplace already counts as deleted', async () => {
    await open(sources('unpublish'));
    await callsOver(first);
    await room.market.sandbox.control('POST', '/sandbox/products/A/unpublish');
    expect(await callsOver(many(9))).toEqual([['DELETE A']]);
    expect((await room.catalog.facts()).products).toEqual({ known: 10, confirmed: 9, parked: 0 });
    expect(await callsOver(many(9).toReversed())).toEqual([]);
  });

  it('whose DELETE is refused is not asked for again until a person says so', async () => {
    await open(sources('unpublish'));
    await callsOver(first);
    await room.market.sandbox.control('POST', '/sandbox/weather', {
      kind: 'status',
      method: 'DELETE',
      status: 409,
      type: 'DATA_INTEGRITY_VIOLATION',
    });
    expect(await callsOver(many(9))).toEqual([['DELETE A']]);
    await room.market.sandbox.control('DELETE', '/sandbox/weather');
    expect(await callsOver(many(9).toReversed())).toEqual([]);
    expect(await room.catalog.retry('A')).toMatchObject({ items: 1 });
    expect((await room.pass()).calls.delete).toBe(1);
  });
});

describe('a hidden product that two sources feed', () => {
  const two = `  vanished: hide
  sources:
    - { name: names, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: brands, folder: ./out, files: "marken.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;
  const brands = (brand: string) => room.write('marken.csv', ['Nr;Marke', `A;${brand}`]);

  it('is hidden with the fields of both, stays hidden when the other one changes, and returns with all', async () => {
    await open(two);
    brands('M');
    await callsOver(['A;Nagel;;', ...many(9)]);
    expect(await callsOver(many(9))).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', brand: 'M', isActive: false }],
    ]);
    brands('N');
    expect(await callsOver(many(9))).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', brand: 'N', isActive: false }],
    ]);
    expect(await callsOver(['A;Bolzen;;', ...many(9)])).toEqual([
      ['upsert', { externalId: 'A', name: 'Bolzen', brand: 'N', isActive: true }],
    ]);
  });
});

describe('stock that a full file leaves out', () => {
  const stockSources = (missing: string) => `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: ${missing}, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
  const stock = (...rows: string[]) => room.write('bestand.csv', ['Nr;Menge', ...rows]);
  const nine = Array.from({ length: 9 }, (_, n) => `B${n};5`);

  async function start(missing: string): Promise<number> {
    await open(stockSources(missing));
    stock('A;7', ...nine);
    await callsOver(['A;Nagel;;', ...many(9)]);
    return ledgerEnd(room.market);
  }

  it('is kept under missing: keep', async () => {
    const since = await start('keep');
    stock(...nine);
    await room.pass();
    expect(await callsSince(room.market, since)).toEqual([]);
  });

  it('is told under missing: keep where many are missing', async () => {
    await start('keep');
    stock(...nine.slice(0, 5));
    expect((await room.pass()).notes).toEqual([
      'stock: bestand.csv has 5 rows, last time it had 10: what was sent of the others stays.',
    ]);
  });

  it('goes to zero once under missing: zero', async () => {
    const since = await start('zero');
    stock(...nine);
    const { runs } = await room.pass();
    expect(runs).toMatchObject([{ read: 9, unchanged: 9, sent: 0 }]);
    const calls = await callsSince(room.market, since);
    expect(calls.at(-1)).toEqual(['stock', { externalId: 'A', availableQty: 0 }]);
    stock(...nine.toReversed());
    expect((await room.pass()).calls.batchStock).toBe(0);
    stock('A;3', ...nine);
    await room.pass();
    expect((await callsSince(room.market, since)).at(-1)).toEqual([
      'stock',
      { externalId: 'A', availableQty: 3 },
    ]);
  });

  it('stays at zero under missing: zero when its article is unpublished and comes back', async () => {
    await open(`  vanished: unpublish\n${stockSources('zero')}`);
    stock('A;7', ...nine);
    await callsOver(['A;Nagel;;', ...many(9)]);
    stock(...nine);
    await room.pass();
    await callsOver(many(9));
    const calls = await callsOver(['A;Nagel;;', ...many(9)]);
    expect(calls).toEqual([['upsert', { externalId: 'A', name: 'Nagel', availableQty: 0 }]]);
  });

  it('is held under missing: zero when too many rows are missing', async () => {
    const since = await start('zero');
    stock('A;7', ...nine.slice(0, 5));
    await room.pass();
    expect(await callsSince(room.market, since)).toEqual([]);
    const [held] = await room.catalog.held();
    expect(held?.sentence).toBe(
      'bestand.csv would set to zero 4 of 10 articles (limit: 2% or 50); the rest of the file is sent. If so many sell out at once every day, raise brake.vanished, which applies to all sources.',
    );
    await room.catalog.release(held!.id, 'clerk');
    await room.pass();
    expect((await callsSince(room.market, since))[0]).toHaveLength(5);
  });
});
