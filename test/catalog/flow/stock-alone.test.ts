import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/domain/exchange.ts';
import { open, passFile, room, useRoom } from '../one-room.ts';
import { essence, ledgerEnd, passSince } from '../room.ts';

const dialect = 'stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56", encoding: utf-8';
const articles = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, leadTimeDays: Tage, availableQty: Menge } }`;
const brands = `
    - { name: brands, folder: ./out, files: "marken.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke } }`;

interface Of {
  readonly days: number;
  readonly stock?: (n: number) => number;
  readonly name?: string;
}

const five = () => 5;
/** Three of them are sold out by now. */
const soldOut = (n: number) => (n < 3 ? 0 : 5);
const file = ({ days, stock = five, name = 'Schlüssel' }: Of) => [
  'Nr;Name;Tage;Menge',
  ...Array.from({ length: 10 }, (_, n) => `A${n};${name} ${n};${days};${stock(n)}`),
];
const zeros = [0, 1, 2].map((n) => ({ externalId: `A${n}`, availableQty: 0 }));
const answered = (body: unknown): Verdict => ({
  kind: 'answered',
  attempts: 1,
  answer: { kind: 'answer', status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) },
});

useRoom();

const passOver = (of: Of) => passFile('artikel.csv', file(of));

const countedRun = () => {
  const { sources, runs } = room.catalog.store;
  return runs.get(sources.acceptedRun('articles') ?? 0);
};

async function release(id: string) {
  const since = await ledgerEnd(room.market);
  await room.catalog.release(id, 'clerk');
  return passSince(room, since);
}

describe('the stock of rows whose content is held', () => {
  it('fault 7: goes alone, so that nobody buys what is sold out; a release sends the content with it', async () => {
    await open(articles);
    await passOver({ days: 1 });
    const { run, held, calls } = await passOver({ days: 10, stock: soldOut });
    expect(calls).toEqual([['stock', ...zeros]]);
    expect(run).toMatchObject({
      read: 10,
      held: 10,
      waiting: 0,
      sent: 0,
      unchanged: 0,
      final: true,
    });
    expect(held).toMatchObject([{ items: 10 }]);
    const after = await release(held[0]!.id);
    const [[kind, ...items] = ['']] = after.calls;
    expect([after.calls.length, kind, items.length]).toEqual([1, 'upsert', 10]);
    for (const [n, item] of items.entries())
      expect(item).toMatchObject({ leadTimeDays: 10, availableQty: soldOut(n) });
    expect(countedRun()).toMatchObject({ read: 10, braked: 0, waiting: 0, sent: 10 });
    expect(after.held).toEqual([]);
  });

  it('is what the newest file says: it withdraws the hold and sends no content', async () => {
    await open(articles);
    await passOver({ days: 1 });
    await passOver({ days: 10, stock: soldOut });
    const again = await passOver({ days: 10, stock: (n) => (n < 3 ? 2 : 5) });
    expect(again.calls).toEqual([
      ['stock', ...zeros.map((item) => ({ ...item, availableQty: 2 }))],
    ]);
    expect(again.run).toMatchObject({ held: 10 });
    const whole = await passOver({ days: 1, stock: (n) => (n < 1 ? 3 : n < 3 ? 2 : 5) });
    expect(whole.calls).toEqual([['stock', { externalId: 'A0', availableQty: 3 }]]);
    expect(whole).toMatchObject({ held: [], run: { read: 10, unchanged: 9, sent: 1, held: 0 } });
  });

  it('goes under the same key after a crash, and the books balance', async () => {
    await open(articles);
    await passOver({ days: 1 });
    const since = await ledgerEnd(room.market);
    room.post.hold();
    const asked = room.post.sent.length;
    room.write('artikel.csv', file({ days: 10, stock: soldOut }));
    void room.pass(0);
    await expect.poll(() => room.post.sent.length).toBe(asked + 1);
    await room.restart();
    room.post.letGo();
    const { held, calls } = await passSince(room, since);
    expect(held).toMatchObject([{ items: 10 }]);
    const [asStood, ...others] = room.post.sent.slice(asked).map(essence);
    expect(others).toEqual([asStood]);
    expect(calls[0]).toEqual(['stock', ...zeros]);
    expect(countedRun()).toMatchObject({ read: 10, braked: 10, waiting: 0, sent: 0, rejected: 0 });
  });

  it('goes beside letters that are in doubt as well', async () => {
    await open(articles);
    await passOver({ days: 1 });
    const { calls, held } = await passOver({ days: 1, stock: soldOut, name: 'SchlÃ¼ssel' });
    expect(calls).toEqual([['stock', ...zeros]]);
    expect(held).toMatchObject([{ items: 10 }]);
  });

  it('fault 44: goes beside content of which no answer has told whether it came', async () => {
    await open(articles);
    await passOver({ days: 1 });
    const { mirror } = room.catalog.store;
    for (const { externalId } of zeros)
      mirror.doubt(mirror.find(externalId)!.id, { content: true, quantity: false });
    const { calls, held } = await passOver({ days: 10, stock: soldOut });
    expect(calls).toEqual([['stock', ...zeros]]);
    expect(held).toMatchObject([{ items: 10 }]);
  });

  const tight = '\n  brake: { zeroed: { share: 10%, count: 2 } }';
  it.each([
    { where: 'jumps itself', stock: (n: number) => (n < 5 ? 50 : 5), holds: 2 },
    { where: 'falls to zero in too many rows', brake: tight, stock: soldOut, holds: 2 },
    { where: 'jumps up in two rows only', stock: (n: number) => (n < 2 ? 50 : 5), holds: 1 },
  ])('waits where it $where', async ({ brake = '', stock, holds }) => {
    await open(articles + brake);
    await passOver({ days: 1 });
    const { calls, held } = await passOver({ days: 10, stock });
    expect([calls, held.length]).toEqual([[], holds]);
  });

  it('waits with rows whose columns may have moved', async () => {
    await open(articles);
    const long = (of: Of) => [
      ...file(of),
      ...Array.from({ length: 11 }, (_, n) => `B${n};${of.name} ${n};${of.days};5`),
    ];
    room.write('artikel.csv', long({ days: 1, name: 'Schraube' }));
    await room.pass();
    const since = await ledgerEnd(room.market);
    room.write('artikel.csv', long({ days: 10, name: 'Mutter', stock: (n) => (n < 3 ? 2 : 5) }));
    const { calls, held } = await passSince(room, since);
    expect([calls, held.length]).toEqual([[], 2]);
  });

  it('is not sent again once it is refused, and that is no refusal of the content', async () => {
    await open(articles);
    await passOver({ days: 1 });
    const errors = [{ externalId: 'A0', errorCode: 'VALIDATION_ERROR', error: 'no' }];
    room.post.intercept(({ path }) =>
      path.endsWith('/stock') ? answered({ succeeded: 2, errors }) : undefined,
    );
    expect((await passOver({ days: 10, stock: soldOut })).run).toMatchObject({ held: 10 });
    room.post.intercept(undefined);
    await passOver({ days: 100, stock: soldOut });
    expect(await passOver({ days: 10, stock: soldOut })).toMatchObject({ calls: [] });
    const [hold] = await room.catalog.held();
    const { calls } = await release(hold!.id);
    expect(calls[0]).toHaveLength(11);
    expect(calls[0]?.[1]).toMatchObject({ externalId: 'A0', leadTimeDays: 10, availableQty: 0 });
  });

  it('is told by the plan before it goes', async () => {
    await open(articles);
    await passOver({ days: 1 });
    room.write('artikel.csv', file({ days: 10, stock: soldOut }));
    expect(await room.catalog.plan()).toMatchObject({ held: 10, stock: 3, changed: 0 });
  });

  it('leaves the held content unwished: what another source says of the article goes without it', async () => {
    await open(articles + brands);
    room.write('marken.csv', ['Nr;Marke', 'A0;Alt']);
    await passOver({ days: 1 });
    const { calls } = await passOver({ days: 10, stock: soldOut });
    expect(calls).toEqual([['stock', ...zeros]]);
    const since = await ledgerEnd(room.market);
    room.write('marken.csv', ['Nr;Marke', 'A0;Neu']);
    const after = await passSince(room, since);
    const items = after.calls.flatMap(([, ...all]) => all);
    expect(items).toMatchObject([{ externalId: 'A0', brand: 'Neu', leadTimeDays: 1 }]);
    expect(items[0]?.['availableQty'] ?? 0).toBe(0);
  });
});
