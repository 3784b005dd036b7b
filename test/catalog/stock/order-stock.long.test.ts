import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/domain/exchange.ts';
import type { OpenOrder } from '../../../src/domain/open-orders.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';
import { callsSince, essence, itemsOf, ledgerEnd, quantities } from '../room.ts';

useRoom();

const names = `{ name: art, folder: ./out, files: "art.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const stock = (keys: string) =>
  `    - ${names}\n    - { name: stk, kind: stock, ${keys}, folder: ./out, files: "s*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const articles = `    - { name: all, contents: delta, folder: ./out, files: "s*.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const catalogOf = (sources: string, openOrders = 'subtract') =>
  `  openOrders: ${openOrders}\n  sources:\n${sources}`;

let version = 0;
const order = (quantity: number, more: Partial<OpenOrder> = {}): OpenOrder => ({
  ...{ orderNumber: 'O-1', quantity: quantity * 1_000, taken: 0, takenAt: null, state: 'placed' },
  ...more,
});
/** Tells the orders of A, and answers what a pass sends of stock. */
async function ordered(...ofA: OpenOrder[]) {
  version += 1;
  await room.catalog.setOpenOrders(ofA.length === 0 ? [] : [['A', ofA]], version);
  return quantities((await passOver()).calls);
}
const exported = async (file: string, ...rows: string[]) =>
  quantities((await passOver({ [file]: ['Nr;Menge', ...rows] })).calls);
/** Takes back the first of some runs with its stock: the runs of that, and the stock that it sends. */
async function undone([first]: Awaited<ReturnType<typeof passOver>>['runs']) {
  const since = await ledgerEnd(room.market);
  const { plan } = await room.catalog.undo({ run: String(first?.run), quantities: true });
  const { runs } = await room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
  return { runs, sent: quantities(await callsSince(room.market, since)) };
}
const why = async () => (await room.catalog.why('A')).next;

/** A has 10; the newest file names B alone. */
async function opened(keys = 'contents: delta'): Promise<void> {
  await open(catalogOf(stock(keys)));
  await passOver({ 'art.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] });
  await exported('s1.csv', 'A;10', 'B;20');
  await exported('s2.csv', 'B;21');
}
async function openedArticles(openOrders?: string): Promise<void> {
  await open(catalogOf(articles, openOrders));
  await passOver({ 's1.csv': ['Nr;Name;Menge', 'A;Nagel;10', 'B;Mutter;20'] });
  await passOver({ 's2.csv': ['Nr;Name;Menge', 'B;Mutter;21'] });
}
async function startedWith(openOrders: 'ignore' | 'subtract') {
  const { config } = room.shop;
  const catalog = { ...config.catalog!, openOrders };
  await room.restart({ ...room.shop, config: { ...config, catalog } });
  return quantities((await passOver()).calls);
}

describe('an order of an article that the newest stock file does not name', () => {
  it.each([
    ['a file of changes', () => opened()],
    ['a full file that leaves it out', () => opened('missing: keep')],
    ['a products source of changes that owns the stock', () => openedArticles()],
  ])('is kept out of what was exported last, and given back at its end: %s', async (_, start) => {
    await start();
    expect(await ordered(order(3))).toEqual([7]);
    expect(await ordered(order(3, { state: 'reserved' }))).toEqual([7]);
    expect(await ordered(order(30))).toEqual([0]);
    expect(await ordered(order(2))).toEqual([8]);
    await room.restart();
    version = 0;
    expect(await ordered(order(2))).toEqual([]);
    expect(await ordered()).toEqual([10]);
    expect(await ordered()).toEqual([]);
    expect(await why()).toMatch(/^Nothing: it is in step/);
  });

  it('counts against the export that named it last, though it said the same as the one before', async () => {
    await opened();
    await ordered(order(3));
    const taken = { taken: 3_000, takenAt: Date.now() - 1 };
    expect(await ordered(order(3, taken))).toEqual([]);
    expect(await exported('s3.csv', 'A;10')).toEqual([10]);
    expect(await exported('s4.csv', 'B;22')).toEqual([22]);
    expect(await ordered(order(3, { ...taken, state: 'reserved' }))).toEqual([10]);
  });

  it('is forgotten by no end of the program, before or after it was sent', async () => {
    await opened();
    version += 1;
    await room.catalog.setOpenOrders([['A', [order(3)]]], version);
    await room.restart();
    room.post.hold();
    await room.pass(50);
    await room.restart();
    room.post.letGo();
    await passOver();
    const [first, second, ...more] = room.post.sent.slice(-2).map(essence);
    expect(second).toEqual(first);
    expect([more, quantities([['stock', ...itemsOf(room.post.sent.at(-1)!.body)]])]).toEqual([
      [],
      [7],
    ]);
  });

  it('waits while the source is paused', async () => {
    await opened();
    await room.catalog.setPaused('stk', true, 'clerk');
    expect(await ordered(order(3))).toEqual([]);
    await room.catalog.setPaused('stk', false, 'clerk');
    expect(quantities((await passOver()).calls)).toEqual([7]);
  });

  it('is kept out while a rejected row would say its stock, and given back with the next one', async () => {
    await opened();
    await exported('s3.csv', 'A;viele', 'B;22');
    expect(await ordered(order(3))).toEqual([7]);
    expect(await ordered(order(2))).toEqual([]);
    expect(await ordered(order(3))).toEqual([]);
    expect(await exported('s4.csv', 'B;23')).toEqual([23]);
    expect(await exported('s5.csv', 'A;9')).toEqual([6]);
    expect(await exported('s6.csv', 'B;24')).toEqual([24]);
    expect(await ordered()).toEqual([9]);
  });

  it('I13: is kept out of what is confirmed while its stock is held, and of what a release sends', async () => {
    await opened();
    const rows = (factor: number) => ['A', 'C', 'D', 'E'].map((nr) => `${nr};${10 * factor}`);
    await passOver({ 'art.csv': ['Nr;Name', ...['A', 'B', 'C', 'D', 'E'].map((nr) => `${nr};N`)] });
    await exported('s3.csv', ...rows(1));
    expect(await exported('s4.csv', ...rows(10))).toEqual([]);
    await exported('s5.csv', 'B;22');
    expect(await ordered(order(3))).toEqual([7]);
    expect(await ordered()).toEqual([]);
    expect(await ordered(order(3))).toEqual([]);
    for (const { id } of await room.catalog.held()) await room.catalog.release(id, 'clerk');
    expect(quantities((await passOver()).calls)).toEqual([97, 100, 100, 100]);
  });

  it('is parked where the marketplace refuses it, and goes again after a retry', async () => {
    await opened();
    const refused = { externalId: 'A', status: 'FAILED', errorCode: 'NO', error: 'no' };
    const body = Buffer.from(JSON.stringify({ results: [refused], succeeded: 0 }));
    const answer = { kind: 'answer', status: 200, headers: {}, body } as const;
    room.post.intercept((): Verdict => ({ kind: 'answered', attempts: 1, answer }));
    await ordered(order(3));
    room.post.intercept(undefined);
    expect(quantities((await passOver()).calls)).toEqual([]);
    expect(await room.catalog.needsYou()).toMatchObject([
      { id: 'order-stock-refused', cause: expect.stringMatching(/^First: A: /) },
    ]);
    await room.catalog.retry('A');
    expect(quantities((await passOver()).calls)).toEqual([7]);
    expect(await room.catalog.needsYou()).toEqual([]);
  });

  it('is kept out of what an undo has put back, not of what it took back', async () => {
    await opened();
    const { runs } = await passOver({ 's3.csv': ['Nr;Menge', 'A;40'] });
    await undone(runs);
    expect(await ordered(order(3))).toEqual([7]);
    expect(await ordered()).toEqual([10]);
  });

  it.each([
    ['not taken by the ERP', () => null],
    ['taken before the undo', () => Date.now()],
  ])('that came between a run and its undo is not sold again: %s', async (_, takenAt) => {
    await opened();
    const { runs } = await passOver({ 's3.csv': ['Nr;Menge', 'A;40'] });
    const more = { takenAt: takenAt() };
    expect(await ordered(order(3, more))).toEqual([37]);
    expect((await undone(runs)).sent).toEqual([7]);
    expect(await ordered(order(4, more))).toEqual([6]);
    expect(await ordered()).toEqual([10]);
  });

  it.each([
    ['a stock source', () => opened(), ['Nr;Menge', 'A;20']],
    [
      'a stock source whose rows add up',
      () => opened('contents: delta, duplicates: sum'),
      ['Nr;Menge', 'A;12', 'A;8'],
    ],
    [
      'a products source that owns the stock',
      () => openedArticles(),
      ['Nr;Name;Menge', 'A;Nagel;20'],
    ],
  ])('that came before a run is kept out once by its undo: %s', async (_, start, rows) => {
    await start();
    expect(await ordered(order(4))).toEqual([6]);
    const { runs, calls } = await passOver({ 's3.csv': rows });
    expect(quantities(calls)).toEqual([16]);
    expect((await undone(runs)).sent).toEqual([6]);
    expect((await room.catalog.why('A')).exportedQuantity).toBe('10');
    expect(await ordered()).toEqual([10]);
  });

  it('is kept out once by undos of undos', async () => {
    await opened();
    expect(await ordered(order(4))).toEqual([6]);
    let { runs } = await passOver({ 's3.csv': ['Nr;Menge', 'A;20'] });
    for (const stock of [6, 16, 6]) {
      const undo = await undone(runs);
      expect(undo.sent).toEqual([stock]);
      runs = undo.runs;
    }
    expect(await ordered()).toEqual([10]);
  });

  it('is kept out once by the undo of an export that came after an undo', async () => {
    await opened();
    expect(await ordered(order(4))).toEqual([6]);
    await undone((await passOver({ 's3.csv': ['Nr;Menge', 'A;20'] })).runs);
    const { runs } = await passOver({ 's4.csv': ['Nr;Menge', 'A;30'] });
    expect((await undone(runs)).sent).toEqual([6]);
    expect(await ordered()).toEqual([10]);
  });

  it('is kept out of the first stock of an article by the file that named it, not by a newer one', async () => {
    await open(catalogOf(stock('contents: delta')));
    await exported('s1.csv', 'A;10');
    const taken = { taken: 3_000, takenAt: Date.now() };
    await ordered(order(3, taken));
    await exported('s2.csv', 'B;20');
    const { calls } = await passOver({ 'art.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] });
    expect(quantities(calls)).toEqual([7, 20]);
    expect(await ordered(order(4, taken))).toEqual([6]);
    expect(await exported('s3.csv', 'A;10')).toEqual([9]);
  });

  it('is kept out of a stock that went alone, because the name beside it is held', async () => {
    await open(catalogOf(articles));
    const all = (name: string, menge: number) =>
      ['A', 'B', 'C', 'D', 'E', 'F'].map((nr) => `${nr};${name} ${nr};${menge}`);
    await passOver({ 's1.csv': ['Nr;Name;Menge', ...all('Nägel', 10)] });
    const { calls } = await passOver({ 's2.csv': ['Nr;Name;Menge', ...all('Någ¥l', 4)] });
    expect(quantities(calls)).toEqual([4, 4, 4, 4, 4, 4]);
    await passOver({ 's3.csv': ['Nr;Name;Menge', 'G;Mutter;21'] });
    expect(await ordered(order(3))).toEqual([1]);
  });
});

describe('another openOrders at a start', () => {
  it.each([
    ['a full file', () => opened('missing: zero').then(() => exported('s3.csv', 'A;10', 'B;21'))],
    ['a file of changes', () => opened()],
    ['a products source of changes', () => openedArticles()],
  ])('gives back or keeps out what open orders take: %s', async (_, start) => {
    await start();
    await ordered(order(3));
    expect(await startedWith('ignore')).toEqual([10]);
    expect(await startedWith('ignore')).toEqual([]);
    expect(await startedWith('subtract')).toEqual([7]);
    expect(await startedWith('subtract')).toEqual([]);
  });

  it('takes orders off what was sent under ignore, and off no older export', async () => {
    await openedArticles();
    await startedWith('ignore');
    await passOver({ 's3.csv': ['Nr;Name;Menge', 'A;Nagel;4'] });
    await passOver({ 's4.csv': ['Nr;Name;Menge', 'B;Mutter;22'] });
    await startedWith('subtract');
    version = 0;
    expect(await ordered(order(3))).toEqual([1]);
    expect(await ordered()).toEqual([4]);
  });
});

describe('a stock source that comes beside articles which had told the stock', () => {
  it('leaves a new article the stock of its own row, not what an older one said', async () => {
    const art = names.replace('name: Name', 'name: Name, availableQty: Menge');
    const both = catalogOf(stock('missing: keep').replace(names, art));
    await open(`  vanished: unpublish\n${both}`);
    const { config } = room.shop;
    const sources = config.catalog!.sources.filter(({ name }) => name === 'art');
    await room.restart({
      ...room.shop,
      config: { ...config, catalog: { ...config.catalog!, sources } },
    });
    await passOver({ 'art.csv': ['Nr;Name;Menge', 'A;Nagel;10', 'B;Mutter;20'] });
    await passOver({ 'art.csv': ['Nr;Name;Menge', 'B;Mutter;20'] });
    await room.restart();
    const { calls } = await passOver({ 'art.csv': ['Nr;Name;Menge', 'A;Nagel;4', 'B;Mutter;20'] });
    expect(calls).toEqual([['upsert', { externalId: 'A', name: 'Nagel', availableQty: 4 }]]);
  });
});
