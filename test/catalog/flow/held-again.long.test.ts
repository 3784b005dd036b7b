import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const articles = (mapping: string, keys = '') => `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, ${keys} mapping: { externalId: Nr, ${mapping} } }`;
const stock = (keys = '') => `
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", ${dialect}, ${keys} mapping: { externalId: Nr, availableQty: Menge } }`;
const rows = (count: number, cells: (n: number) => unknown, ids = 'A'): string[] =>
  Array.from({ length: count }, (_, n) => `${ids}${n};${cells(n)}`);
const named = (count: number): string[] => ['Nr;Name', ...rows(count, (n) => `Nagel ${n}`)];
const quantities = (...lines: string[]): string[] => ['Nr;Menge', ...lines];

useRoom();

/** What the marketplace is told after these exports, and what waits for a yes then. */
async function passed(files: Readonly<Record<string, readonly string[]>> = {}) {
  const since = await ledgerEnd(room.market);
  for (const [name, lines] of Object.entries(files)) room.write(name, lines);
  await room.pass();
  const calls = await callsSince(room.market, since);
  const told = calls.flatMap(([what, ...items]) =>
    items.length === 0
      ? [what]
      : items.map((item) => `${item['externalId']}=${item['availableQty']}`),
  );
  return { told, held: (await room.catalog.held()).map(({ sentence }) => sentence) };
}

async function yes(like: RegExp) {
  const hold = (await room.catalog.held()).find(({ sentence }) => like.test(sentence));
  await room.catalog.release(hold!.id, 'clerk');
  return passed();
}

const ordered = (externalId: string) =>
  room.catalog.setOpenOrders(
    [
      [
        externalId,
        [{ orderNumber: 'O-1', quantity: 1_000, taken: 0, takenAt: null, state: 'placed' }],
      ],
    ],
    1,
  );

describe('I13: what a file holds, when the file is looked at again', () => {
  it('waits where so much of the stock no longer changes at once, because the rest has gone', async () => {
    await open(articles('name: Name') + stock());
    await passed({
      'artikel.csv': named(30),
      'bestand.csv': quantities(...rows(30, (n) => n + 5)),
    });
    const { held } = await passed({
      'bestand.csv': quantities(...rows(30, (n) => (n < 5 ? 0 : n + 100)), 'B1;4'),
    });
    expect(held).toEqual([
      'bestand.csv would set the stock of 5 of 30 articles to zero (30 of 30 quantities change at once); buyers can still order these.',
    ]);
    const again = await passed({ 'artikel.csv': [...named(30), 'B1;Neu'] });
    expect(again).toEqual({ told: ['B1=4'], held });
    const all = await yes(/zero/);
    expect(all).toEqual({ told: expect.arrayContaining(['A0=0', 'A4=0']), held: [] });
    expect(all.told).toHaveLength(5);
  });

  it('waits where the share has become smaller, because others have their first stock by now', async () => {
    await open(`  openOrders: subtract\n${articles('name: Name')}${stock()}`);
    await passed({
      'artikel.csv': named(300),
      'bestand.csv': quantities(...rows(250, (n) => n + 50)),
    });
    const { held } = await passed({
      'bestand.csv': quantities(...rows(300, (n) => (n < 51 ? 0 : n + 50))),
    });
    expect(held).toEqual([expect.stringContaining('51 of 250 articles to zero')]);
    await ordered('A200');
    expect(await passed()).toEqual({ told: ['A200=249'], held });
  });

  it('waits where it has vanished, and articles of the same file are new', async () => {
    await open(`  vanished: unpublish\n${articles('name: Name, availableQty: Menge')}
    - { name: more, folder: ./out, files: "mehr.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`);
    const of = (from: number, to: number): string[] => [
      'Nr;Name;Menge',
      'S;x;1',
      ...rows(to, (n) => `Nm ${n};5`).slice(from),
    ];
    await passed({ 'artikel.csv': of(0, 100), 'mehr.csv': ['Nr;Marke', 'A5;M'] });
    const { held } = await passed({ 'artikel.csv': of(3, 200) });
    expect(held).toEqual([expect.stringContaining('would unpublish 3 of 101 articles')]);
    const again = await passed({ 'mehr.csv': ['Nr;Marke', 'A5;M', 'A6;M', 'Z1;M'] });
    expect(again.held).toEqual(held);
    expect(again.told.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it.each(['a new article', 'an order', 'a restart'])('waits as a jump after %s', async (what) => {
    await open(`  openOrders: subtract\n${articles('name: Name')}${stock()}`);
    const tenfold = (less: number): string[] => rows(40, (n) => (n + 50) * 10 - less);
    await passed({
      'artikel.csv': named(40),
      'bestand.csv': quantities(...rows(40, (n) => n + 50)),
    });
    await passed({ 'bestand.csv': quantities(...tenfold(0)) });
    const { held } = await passed({ 'bestand.csv': quantities(...tenfold(1), 'B1;4') });
    expect(held).toEqual([expect.stringContaining('jump by about ×10')]);
    if (what === 'an order') await ordered('A20');
    if (what === 'a restart') await room.restart();
    const isNew = what === 'a new article';
    const again = await passed(isNew ? { 'artikel.csv': [...named(40), 'B1;Neu'] } : {});
    expect(again.held).toEqual(held);
    expect(again.told.filter((call) => /^A\d+=\d{3,}/.test(call))).toEqual([]);
  });
});

describe('I13: a release', () => {
  it('lets go what its own sentence says, and not what other numbers hold of the same file', async () => {
    const isActive = 'isActive: { column: Aktiv, translate: { J: true, N: false } }';
    await open(
      `  vanished: unpublish\n${articles(`name: Name, availableQty: Menge, ${isActive}`)}`,
    );
    const of = (lines: string[]) => ({ 'artikel.csv': ['Nr;Name;Menge;Aktiv', ...lines] });
    await passed(of(rows(200, (n) => `Nagel ${n};${n + 5};J`)));
    const moved = rows(199, (n) => `Mutter ${n};${n < 2 ? 0 : n + 5};${n === 150 ? 'N' : 'J'}`);
    expect((await passed(of(moved))).held).toHaveLength(4);
    const names = await yes(/names/);
    expect(names.held).toEqual([
      expect.stringContaining('unpublish 1 of 200'),
      expect.stringContaining('deactivate 1 of'),
      expect.stringContaining('zero'),
    ]);
    expect(names.told).toHaveLength(196);
    expect((await yes(/unpublish/)).told).toEqual(['DELETE A199']);
    expect((await yes(/deactivate/)).told).toEqual(['A150=155']);
    expect((await yes(/zero/)).told.sort()).toEqual(['A0=0', 'A1=0']);
    expect(await passed()).toEqual({ told: [], held: [] });
  });

  it('is none for what the same file would take away later', async () => {
    await open(articles('name: Name, availableQty: Menge') + stock('missing: zero,'));
    const list = ['Nr;Name;Menge', ...rows(100, (n) => `Nagel ${n};7`)];
    await passed({ 'artikel.csv': list, 'bestand.csv': quantities(...rows(100, (n) => n + 50)) });
    await passed({ 'bestand.csv': quantities(...rows(95, (n) => n + 50), 'N0;4') });
    expect((await yes(/set to zero 5 of 100/)).told).toHaveLength(5);
    const later = await passed({
      'artikel.csv': [...list, ...rows(50, (n) => `Neu ${n};9`, 'N')],
    });
    expect(later.told.filter((call) => /^N\d+=0$/.test(call))).toEqual([]);
    expect(later.held).toEqual([expect.stringContaining('would set to zero 49 of')]);
    expect((await yes(/zero/)).told).toHaveLength(49);
  });
});
