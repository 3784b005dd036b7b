import { describe, expect, it } from 'vitest';
import type { OpenOrder } from '../../../src/domain/open-orders.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd, quantities } from '../room.ts';

useRoom();

const catalogOf = (keys: string) => `  openOrders: subtract
  sources:
    - { name: art, folder: ./out, files: "art.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stk, kind: stock, ${keys}, folder: ./out, files: "s*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

let version = 0;
/** Three pieces are ordered of each of these articles, and nothing of others. */
function ordered(articles: readonly string[], state: OpenOrder['state'] = 'placed') {
  version += 1;
  const order = { orderNumber: 'O-1', quantity: 3_000, taken: 0, takenAt: null, state };
  return room.catalog.setOpenOrders(
    articles.map((article) => [article, [order]]),
    version,
  );
}
const sent = async (...files: Parameters<typeof passOver>) =>
  quantities((await passOver(...files)).calls);

/** A has 10; the newest file names B alone. */
async function opened(keys: string, newest: readonly string[] = ['B;21']): Promise<void> {
  await open(catalogOf(keys));
  await passOver({ 'art.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] });
  await passOver({ 's1.csv': ['Nr;Menge', 'A;10', 'B;20'] });
  await passOver({ 's2.csv': ['Nr;Menge', ...newest] });
}

describe('an order of an article that the newest stock file does not name', () => {
  it('waits while a plan is applied, which sends nothing beside itself', async () => {
    await opened('contents: delta');
    room.write('art.csv', ['Nr;Name', 'A;Nagel', 'B;Mutter M8']);
    const { plan } = await room.catalog.plan();
    await ordered(['A']);
    const since = await ledgerEnd(room.market);
    await room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
    expect(await callsSince(room.market, since)).toMatchObject([['upsert', { externalId: 'B' }]]);
    expect(await sent()).toEqual([7]);
  });

  it('sends nothing where only a stock file has named the article, or none', async () => {
    await opened('contents: delta');
    await passOver({ 's3.csv': ['Nr;Menge', 'C;10'] });
    await ordered(['C', 'D'], 'reserved');
    expect(await sent()).toEqual([]);
    expect(await sent({ 'art.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter', 'C;Keil'] })).toEqual([7]);
  });

  it('I13: is kept out of a stock that a release would set to 0, and not given back meanwhile', async () => {
    await opened('missing: zero', []);
    expect(await room.catalog.held()).toMatchObject([
      { sentence: expect.stringMatching(/holds 0 rows.*would set to zero 2 articles/) },
    ]);
    await ordered(['A']);
    expect(await sent()).toEqual([7]);
    await ordered([]);
    expect(await sent()).toEqual([]);
    const needs = (await room.catalog.needsYou()).map(({ id }) => id);
    expect(needs).not.toContain('order-stock-refused');
    await room.catalog.release((await room.catalog.held())[0]!.id, 'clerk');
    expect(await sent()).toEqual([0, 0]);
  });
});
