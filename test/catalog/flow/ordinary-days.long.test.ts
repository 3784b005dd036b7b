import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaredSource } from '../declared.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { ledgerEnd, passSince, refusal } from '../room.ts';

const source = (keys: string) => `{ folder: ./out, ${dialect}, ${keys} }`;
const sources = (...of: string[]): string => `  sources:\n    - ${of.join('\n    - ')}`;
const articles = source(
  'name: articles, files: "art*.csv", mapping: { externalId: Nr, name: Name }',
);
const stock = (keys: string) =>
  source(`name: stock, kind: stock, ${keys} mapping: { externalId: Nr, availableQty: Menge }`);
const rows = (count: number, cells: (n: number) => unknown, ids = 'A'): string[] =>
  Array.from({ length: count }, (_, n) => `${ids}${n};${cells(n)}`);
const named = (count: number, ids?: string): string[] => rows(count, (n) => `Nagel ${n}`, ids);

useRoom();

async function passed(files: Readonly<Record<string, readonly string[]>> = {}) {
  const since = await ledgerEnd(room.market);
  for (const [name, lines] of Object.entries(files)) room.write(name, lines);
  const { run, calls } = await passSince(room, since);
  const held = (await room.catalog.held()).map(({ sentence }) => sentence);
  return { run, calls, held };
}

async function yes(): Promise<Awaited<ReturnType<typeof passed>>> {
  for (const { id } of await room.catalog.held()) await room.catalog.release(id, 'clerk');
  return passed();
}

const quantities = (...lines: string[]): string[] => ['Nr;Menge', ...lines];
const items = (calls: Awaited<ReturnType<typeof passed>>['calls']): number =>
  calls.reduce((sum, [, ...of]) => sum + of.length, 0);

describe('an ordinary file of changes', () => {
  it('takes a sold-out article off sale, though all its rows are changes', async () => {
    await open(sources(articles, stock('contents: delta, files: "b*.csv",')));
    const all = quantities(...rows(500, (n) => n + 20));
    await passed({ 'art.csv': ['Nr;Name', ...named(500)], 'b1.csv': all });
    const changes = quantities(...rows(29, (n) => n + 17), 'A30;0');
    expect(await passed({ 'b2.csv': changes })).toMatchObject({ held: [], run: { sent: 30 } });
  });

  it('renames a few articles of many', async () => {
    const delta = articles.replace('files:', 'contents: delta, files:');
    await open(sources(delta));
    await passed({ 'art1.csv': ['Nr;Name', ...named(500)] });
    const changes = ['Nr;Name', ...rows(25, (n) => `Mutter ${n}`)];
    expect(await passed({ 'art2.csv': changes })).toMatchObject({ held: [], run: { sent: 25 } });
  });
});

describe('an ordinary list of fresh goods', () => {
  it('takes what is sold out off sale, though nearly every stock changes each day', async () => {
    await open(sources(articles, stock('files: "b.csv",')));
    const day = (sold: number) =>
      quantities(...rows(30, (n) => (n === sold ? 0 : 40 + n - 7 * sold)));
    await passed({ 'art.csv': ['Nr;Name', ...named(30)], 'b.csv': day(0) });
    for (const sold of [1, 2, 3])
      expect(await passed({ 'b.csv': day(sold) })).toMatchObject({ held: [], run: { sent: 30 } });
  });

  it('fault 5: keeps what falls to zero where the stocks are nothing like they were', async () => {
    await open(sources(articles, stock('files: "b.csv",')));
    const first = quantities(...rows(30, (n) => 40 + n));
    await passed({ 'art.csv': ['Nr;Name', ...named(30)], 'b.csv': first });
    const other = quantities(...rows(30, (n) => (n < 3 ? 0 : (n * 37) % 19)));
    const { held } = await passed({ 'b.csv': other });
    expect(held).toEqual([expect.stringContaining('30 of 30 quantities change at once')]);
  });
});

describe('what a release has settled', () => {
  it('is not asked again of a warehouse that has no rows by now', async () => {
    await open(sources(articles, stock('pick: union, duplicates: sum, files: "b*.csv",')));
    const one = (plus: number) => quantities(...rows(30, (n) => n + plus));
    await passed({ 'art.csv': ['Nr;Name', ...named(30)], 'b1.csv': one(20), 'b2.csv': one(50) });
    const cleared = await passed({ 'b2.csv': quantities() });
    expect(cleared.held).toEqual([expect.stringContaining('b2.csv has no rows')]);
    await yes();
    expect(await passed({ 'b1.csv': one(21) })).toMatchObject({ held: [], run: { sent: 30 } });
  });

  it('is not asked again of a warehouse that is empty now and then, unless it had many rows', async () => {
    await open(sources(articles, stock('pick: union, duplicates: sum, files: "b*.csv",')));
    const all = quantities(...rows(30, (n) => n + 20));
    const returns = (count: number) => ({ 'b2.csv': quantities(...rows(count, () => 1)) });
    await passed({ 'art.csv': ['Nr;Name', ...named(30)], 'b1.csv': all, ...returns(2) });
    expect((await passed(returns(0))).held).toEqual([expect.stringContaining('has no rows')]);
    await yes();
    for (const count of [3, 0, 25]) expect((await passed(returns(count))).held).toEqual([]);
    const { held } = await passed(returns(0));
    expect(held).toEqual([expect.stringContaining('0 rows, last time it had 25')]);
  });

  it('is not asked again where no row counts any more', async () => {
    const where = articles.replace('mapping:', 'where: { column: Web, equals: J }, mapping:');
    await open(sources(where));
    const file = (web: string) => ({
      'art.csv': ['Nr;Name;Web', ...rows(30, (n) => `Nagel ${n};${web}`)],
    });
    await passed(file('J'));
    expect((await passed(file('N'))).held).toHaveLength(1);
    await yes();
    expect((await passed(file('F'))).held).toEqual([]);
  });

  it('lets an empty stock export take the stock of those that it was shown for alone', async () => {
    const both = articles.replace('name: Name }', 'name: Name, availableQty: Menge }');
    await open(sources(both, stock('missing: zero, files: "b*.csv",')));
    const list = (...more: string[]) => ['Nr;Name;Menge', ...rows(30, () => 'Nagel;9'), ...more];
    await passed({ 'art.csv': list(), 'b.csv': quantities(...rows(30, (n) => n + 20)) });
    expect((await passed({ 'b.csv': quantities('X;1') })).held).toHaveLength(1);
    expect(items((await yes()).calls)).toBe(30);
    const later = await passed({ 'art.csv': list(...rows(60, () => 'Neu;9', 'N')) });
    expect(later.held).toEqual([expect.stringContaining('would set to zero 60 of')]);
  });

  it('is what its sentence said, though the file would take away more by now', async () => {
    const both = articles.replace('name: Name }', 'name: Name, availableQty: Menge }');
    await open(sources(both, stock('missing: zero, files: "b*.csv",')));
    const list = (...more: string[]) => ['Nr;Name;Menge', ...rows(100, () => 'Nagel;9'), ...more];
    await passed({ 'art.csv': list(), 'b.csv': quantities(...rows(100, (n) => n + 20)) });
    const fewer = quantities(...rows(97, (n) => n + 20), ...rows(300, () => 7, 'N'));
    const { held } = await passed({ 'b.csv': fewer });
    expect(held).toEqual([expect.stringContaining('would set to zero 3 of 100')]);
    const more = await passed({ 'art.csv': list(...rows(302, () => 'Neu;9', 'N')) });
    expect(more.held).toEqual(held);
    expect(await room.catalog.held()).toMatchObject([{ items: 3 }]);
  });
});

describe('a corrected configuration', () => {
  it('lets what later files of changes say is sold out go, though nobody has answered for the first', async () => {
    await open(sources(articles, stock('contents: delta, files: "b*.csv",')));
    const all = quantities(...rows(100, (n) => n + 20));
    await passed({ 'art.csv': ['Nr;Name', ...named(100)], 'b1.csv': all });
    const { config } = room.shop;
    const [first, second] = config.catalog!.sources;
    const { mapping } = await declaredSource('{ externalId: Nr, name: N, availableQty: Bestand }');
    const renamed = { ...second!, mapping: { ...mapping, name: undefined } } as never;
    const catalog = { ...config.catalog!, sources: [first!, renamed] };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    const { held } = await passed({ 'b2.csv': ['Nr;Bestand', 'A1;0'] });
    expect(held).toContainEqual(
      expect.stringContaining('(the configuration or the program was changed)'),
    );
    expect(await passed({ 'b3.csv': ['Nr;Bestand', 'A2;0'] })).toMatchObject({
      held,
      calls: [['stock', { externalId: 'A2', availableQty: 0 }]],
    });
    expect((await yes()).calls).toEqual([['stock', { externalId: 'A1', availableQty: 0 }]]);
  });
});

describe('new articles that no stock export names yet', () => {
  it('get no stock under missing: zero, and nobody is asked: they never had one', async () => {
    await open(sources(articles, stock('missing: zero, files: "b.csv",')));
    const all = quantities(...rows(100, (n) => n + 20));
    const first = await passed({ 'art.csv': ['Nr;Name', ...named(120)], 'b.csv': all });
    expect(first.held).toEqual([]);
    const more = await passed({ 'art.csv': ['Nr;Name', ...named(170)], 'b.csv': [...all, ''] });
    expect(more.held).toEqual([]);
    const fewer = await passed({ 'b.csv': quantities(...rows(90, (n) => n + 20)) });
    expect(fewer.held).toEqual([expect.stringContaining('would set to zero 10 of')]);
  });
});

describe('rows that the marketplace refuses', () => {
  it('are no reason to hold a file as a whole when it is looked at again', async () => {
    await open(sources(articles));
    await passed({ 'art.csv': ['Nr;Name', ...named(100)] });
    const changed = rows(100, (n) => (n < 15 ? `Mutter ${n}` : `Nagel ${n}`));
    room.post.intercept(() => refusal);
    const { run } = await passed({ 'art.csv': ['Nr;Name', ...changed] });
    expect(run).toMatchObject({ rejected: 15 });
    room.post.intercept(undefined);
    await room.catalog.retry('A0');
    expect(await passed()).toMatchObject({ held: [], calls: [['upsert', { externalId: 'A0' }]] });
  });
});

it('a content that was refused stays so when the stock of its article goes, and retry sends it', async () => {
  await open(sources(articles, stock('files: "b.csv",')));
  await passed({ 'art.csv': ['Nr;Name', ...named(3)], 'b.csv': quantities('A0;5', 'A1;5') });
  room.post.intercept(() => refusal);
  await passed({ 'art.csv': ['Nr;Name', ...named(2), 'A2;Mutter'] });
  room.post.intercept(undefined);
  await passed({ 'b.csv': quantities('A0;5', 'A2;4') });
  expect((await room.catalog.why('A2')).refused).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await room.catalog.retry('A2')).toMatchObject({ items: 1 });
  await passed();
  expect((await room.market.products())[2]).toMatchObject({ name: 'Mutter', availableQty: 4 });
});

it('a stock that was refused stays so when the content of its article goes, and retry sends it', async () => {
  await open(sources(articles, stock('files: "b.csv",')));
  await passed({ 'art.csv': ['Nr;Name', ...named(3)], 'b.csv': quantities('A0;5', 'A2;5') });
  room.post.intercept(() => refusal);
  await passed({ 'b.csv': quantities('A0;5', 'A2;0') });
  room.post.intercept(undefined);
  await passed({ 'art.csv': ['Nr;Name', ...named(2), 'A2;Mutter'] });
  expect((await room.catalog.why('A2')).refused).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await room.catalog.retry()).toMatchObject({ items: 1 });
  await passed();
  expect((await room.market.products())[2]).toMatchObject({ name: 'Mutter', availableQty: 0 });
});

it('a row that was refused goes by retry also when another products source has sent its article since', async () => {
  const brands = source('name: brands, files: "m.csv", mapping: { externalId: Nr, brand: Marke }');
  await open(sources(articles, brands));
  await passed({ 'art.csv': ['Nr;Name', ...named(2)], 'm.csv': ['Nr;Marke', 'A0;X', 'A1;X'] });
  room.post.intercept(() => refusal);
  await passed({ 'art.csv': ['Nr;Name', ...named(1), 'A1;Mutter'] });
  room.post.intercept(undefined);
  await passed({ 'm.csv': ['Nr;Marke', 'A0;X', 'A1;Y'] });
  expect(await room.catalog.retry('A1')).toMatchObject({ items: 1 });
  await passed();
  expect((await room.market.products())[1]).toMatchObject({ name: 'Mutter', brand: 'Y' });
  expect(await room.catalog.needsYou()).toEqual([]);
});

describe('a stock that was exported in a pause', () => {
  it('is given where the file that counts at its end leaves the article out', async () => {
    await open(sources(articles, stock('files: "b*.csv",')));
    await passed({
      'art.csv': ['Nr;Name', ...named(10)],
      'b.csv': quantities(...rows(10, () => 5)),
    });
    await room.catalog.setPaused('stock', true);
    const rest = rows(10, () => 5).slice(1);
    await passed({ 'b.csv': quantities('A0;0', ...rest) });
    await passed({ 'b.csv': quantities(...rest.slice(1), 'A1;7') });
    await room.catalog.setPaused('stock', false);
    await passed();
    const [first, second] = await room.market.products();
    expect([first, second].map((product) => product?.availableQty)).toEqual([0, 7]);
    expect(await room.catalog.needsYou()).toEqual([]);
  });
});

describe('an export that was read', () => {
  it('waits for nothing once its done file is cleared away', async () => {
    const done = dialect.replace('quiet: 0s', 'quiet: 0s, doneFile: "{name}.ok"');
    await open(sources(articles.replace(dialect, done)));
    room.shop.write('out/art.csv.ok', '');
    await passed({ 'art.csv': ['Nr;Name', ...named(3)] });
    fs.rmSync(path.join(room.shop.folder, 'out/art.csv.ok'));
    await passed();
    expect(room.catalog.facts).toBeDefined();
    const { sources: [one] = [] } = await room.catalog.facts();
    expect(one?.sentence).not.toContain('waits for its done file');
  });
});
