import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

const withStock = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Bestand } }`;
const apart = `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Bestand } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

useRoom();

describe('a source that gives content and stock', () => {
  const articles = (...rows: string[]) => ({ 'artikel.csv': ['Nr;Name;Bestand', ...rows] });

  it('sends a row whose content and stock change as one upsert', async () => {
    await open(withStock);
    await passOver(articles('A;Nagel;5', 'B;Mutter;6'));
    const { calls, runs } = await passOver(articles('A;Nagel lang;7', 'B;Mutter;6'));
    expect(calls).toEqual([['upsert', { externalId: 'A', name: 'Nagel lang', availableQty: 7 }]]);
    expect(runs).toMatchObject([{ read: 2, sent: 1, unchanged: 1, held: 0, final: true }]);
  });

  it('never sends a stock that alone has changed as an upsert', async () => {
    await open(withStock);
    await passOver(articles('A;Nagel;5', 'B;Mutter;6'));
    const { calls, runs } = await passOver(articles('A;Nagel;5', 'B;Mutter;1.006,125'));
    expect(calls).toEqual([['stock', { externalId: 'B', availableQty: 1006.125 }]]);
    expect(runs).toMatchObject([{ sent: 1, unchanged: 1 }]);
  });

  it('says nothing of a stock whose cell is empty', async () => {
    await open(withStock);
    await passOver(articles('A;Nagel;5'));
    expect((await passOver(articles('A;Nagel;'))).calls).toEqual([]);
    expect((await passOver(articles('A;Nagel lang;'))).calls).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel lang' }],
    ]);
    expect((await room.market.products())[0]).toMatchObject({ availableQty: 5 });
  });

  it('sends a row that was changed and is as before again, and then nothing', async () => {
    await open(withStock);
    await passOver(articles('A;Nagel;5'));
    await passOver(articles('A;Nagel lang;5'));
    expect((await passOver(articles('A;Nagel;5'))).calls).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel', availableQty: 5 }],
    ]);
    expect((await passOver(articles('A;Nagel;5 '))).calls).toEqual([]);
  });

  it('reads a file again when its bytes changed, though no row did', async () => {
    await open(withStock);
    await passOver(articles('A;Nagel;5', 'B;Mutter;6'));
    const { calls, runs } = await passOver(articles('B;Mutter;6,0', 'A;Nagel;5'));
    expect(calls).toEqual([]);
    expect(runs).toMatchObject([{ read: 2, unchanged: 2, sent: 0, final: true }]);
  });
});

describe('content and stock from two sources', () => {
  const articles = (...rows: string[]) => ({ 'artikel.csv': ['Nr;Name;Bestand', ...rows] });
  const stock = (...rows: string[]) => ({ 'bestand.csv': ['Nr;Menge', ...rows] });

  it('fault 138: gives the exported stock to the upsert that creates the product', async () => {
    await open(apart);
    const { calls, runs } = await passOver({
      ...stock('A;7'),
      ...articles('A;Nagel;5', 'B;Mutter;6'),
    });
    expect(calls).toEqual([
      [
        'upsert',
        { externalId: 'A', name: 'Nagel', availableQty: 7 },
        { externalId: 'B', name: 'Mutter', availableQty: 6 },
      ],
    ]);
    expect(runs).toMatchObject([
      { source: 'articles', sent: 2 },
      { source: 'stock', sent: 1, skipped: 0, final: true },
    ]);
  });

  it('uses the stock of the products source for that creating upsert and never again', async () => {
    await open(apart);
    await passOver(articles('A;Nagel;5'));
    expect((await passOver(articles('A;Nagel;9'))).calls).toEqual([]);
    expect((await passOver(articles('A;Nagel lang;9'))).calls).toEqual([
      ['upsert', { externalId: 'A', name: 'Nagel lang' }],
    ]);
    expect((await room.market.products())[0]).toMatchObject({ availableQty: 5 });
  });

  it('lets stock of unknown articles wait, and sends it once the article is there', async () => {
    await open(apart);
    const first = await passOver({ ...stock('A;7', 'B;8'), ...articles('A;Nagel;') });
    expect(first.runs.find(({ source }) => source === 'stock')).toMatchObject({
      read: 2,
      sent: 1,
      skipped: 1,
      rejected: 0,
    });
    const second = await passOver(articles('A;Nagel;', 'B;Mutter;'));
    expect(second.calls).toEqual([
      ['upsert', { externalId: 'B', name: 'Mutter', availableQty: 8 }],
    ]);
  });

  describe('of files of changes', () => {
    const changes = apart.replace('kind: stock,', 'kind: stock, contents: delta,');
    const waiting = 'Nothing: only a stock export names it; it is created when a products export';
    const created = (externalId: string, availableQty: number) => [
      ['upsert', { externalId, name: 'Mutter', availableQty }],
    ];

    it.each([0, 40])('keeps %i of an article for the upsert that creates it', async (quantity) => {
      await open(changes);
      await passOver({ ...articles('A;Nagel;5'), 'bestand-1.csv': ['Nr;Menge', 'A;5'] });
      const { runs } = await passOver({ 'bestand-2.csv': ['Nr;Menge', `B;${quantity}`, 'A;6'] });
      expect(runs).toMatchObject([{ read: 2, sent: 1, skipped: 1, final: true }]);
      await passOver({ 'bestand-3.csv': ['Nr;Menge', 'A;7'] });
      expect((await room.catalog.why('B')).next).toContain(waiting);
      expect((await room.catalog.why('NOBODY')).next).toContain('No export names it. Give');
      expect(await room.catalog.needsYou()).toEqual([]);
      await room.restart();
      const { calls } = await passOver(articles('A;Nagel;5', 'B;Mutter;50'));
      expect(calls).toEqual(created('B', quantity));
      expect((await passOver({})).calls).toEqual([]);
    });

    it('leaves an article without a stock of which it cannot be read, and tells it', async () => {
      await open(changes);
      await passOver({ ...articles('A;Nagel;5'), 'bestand-1.csv': ['Nr;Menge', 'A;5'] });
      await passOver({ 'bestand-2.csv': ['Nr;Menge', 'B;?', 'A;6'] });
      await passOver({ 'bestand-3.csv': ['Nr;Menge', 'A;7'] });
      expect(await room.catalog.needsYou()).toEqual([]);
      const { calls } = await passOver(articles('A;Nagel;5', 'B;Mutter;50'));
      expect(calls).toEqual([['upsert', { externalId: 'B', name: 'Mutter' }]]);
      const [need] = await room.catalog.needsYou();
      expect(need?.cause).toBe('First: B in bestand-2.csv row 2.');
      await passOver({ 'bestand-4.csv': ['Nr;Menge', 'B;8'] });
      expect(await room.catalog.needsYou()).toEqual([]);
      expect((await room.market.products())[1]).toMatchObject({ availableQty: 8 });
    });

    it('counts them for no brake', async () => {
      await open(changes);
      const ids = ['A', 'B', 'C', 'D'];
      const others = Array.from({ length: 20 }, (_, n) => `X${n};5`);
      await passOver({
        ...articles(...ids.map((id) => `${id};Nagel;`)),
        'bestand-1.csv': ['Nr;Menge', ...ids.map((id) => `${id};5`), ...others],
      });
      await passOver({ 'bestand-2.csv': ['Nr;Menge', ...ids.map((id) => `${id};50`), ...others] });
      const [hold] = await room.catalog.held();
      expect(hold?.sentence).toContain('4 of 4 changed quantities of bestand-2.csv jump');
    });

    it('rejects one that has lost its zeros, also where it was read before its article', async () => {
      await open(changes);
      await passOver({ 'bestand-1.csv': ['Nr;Menge', '3;7'] });
      await passOver(articles('003;Nagel;5'));
      const { runs } = await passOver({ 'bestand-2.csv': ['Nr;Menge', '3;8'] });
      expect(runs).toMatchObject([{ rejected: 1 }]);
    });

    it('is nothing of ours on the marketplace before a products export names it', async () => {
      await open(changes);
      const made = { count: 1, prefix: 'X-' };
      await room.market.sandbox.control('POST', '/sandbox/products', made);
      const [other] = await room.market.products();
      const rows = ['Nr;Menge', 'A;5', `${other?.externalId};8`];
      await passOver({ ...articles('A;Nagel;5'), 'bestand-1.csv': rows });
      const found = await room.catalog.reconcile({ fix: false, quietMs: 5_000 });
      expect(found).toMatchObject({ listed: 2, compared: 1, differences: 0 });
    });
  });

  it('sends both changes of one product one after the other', async () => {
    await open(apart);
    await passOver({ ...stock('A;7'), ...articles('A;Nagel;') });
    const { calls, runs } = await passOver({ ...stock('A;8'), ...articles('A;Nagel lang;') });
    expect(calls).toHaveLength(2);
    expect(calls).toContainEqual(['stock', { externalId: 'A', availableQty: 8 }]);
    expect(calls).toContainEqual(['upsert', { externalId: 'A', name: 'Nagel lang' }]);
    expect(runs).toMatchObject([
      { sent: 1, final: true },
      { sent: 1, final: true },
    ]);
  });
});
