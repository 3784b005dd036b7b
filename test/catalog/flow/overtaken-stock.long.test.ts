import { describe, expect, it } from 'vitest';
import type { Mutation } from '../../../src/domain/exchange.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { answered, idsOf } from '../room.ts';

useRoom();

const shop = (stock: string) => `  sources:
    - { name: articles, folder: ./out, files: "n.csv", ${dialect}, mapping: { externalId: Nr, name: Nr } }
    - { name: stock, kind: stock, ${stock}, folder: ./out, files: "b*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

async function drop(name: string, ...rows: readonly string[]): Promise<void> {
  room.write(name, ['Nr;Menge', ...rows]);
  await room.pass(200);
}

/**
 * What creates both articles has left and is not answered; a file says the stock of one anew, and the next only of the
 * other.
 */
async function overtaken(stock: string): Promise<void> {
  await open(shop(stock));
  await drop('b1.csv', 'A1;21', 'A2;5');
  room.post.hold();
  room.write('n.csv', ['Nr', 'A1', 'A2']);
  await room.pass(200);
  await drop('b2.csv', 'A1;2');
  await drop('b3.csv', 'A2;7');
}

/** The first request, which is under way already, is answered without a name. */
function answerNobodyOnce() {
  const answers = [answered(200, { succeeded: 0, errors: [] })];
  return () => answers.pop();
}

const stocks = async () => (await room.market.products()).map(({ availableQty }) => availableQty);

describe('stock that comes while the request that creates its article is not answered', () => {
  it.each([
    ['files of changes', 'contents: delta'],
    ['whole files that keep what they leave out', 'missing: keep'],
  ])(
    'goes after the answer, also where a newer file does not say it again: %s',
    async (_, stock) => {
      await overtaken(stock);
      room.post.letGo();
      expect((await room.pass()).isBusy).toBe(false);
      expect([await stocks(), await room.catalog.needsYou()]).toEqual([[2, 7], []]);
      expect((await room.pass()).runs).toEqual([]);
    },
  );

  it('goes after a restart, too', async () => {
    await overtaken('contents: delta');
    await room.restart();
    room.post.letGo();
    expect((await room.pass()).isBusy).toBe(false);
    expect(await stocks()).toEqual([2, 7]);
  });

  it('is none where a newer whole file leaves the article out and that says so', async () => {
    await overtaken('missing: zero');
    room.post.letGo();
    expect((await room.pass()).isBusy).toBe(false);
    expect(await stocks()).toEqual([0, 7]);
  });
});

describe('stock of articles on sale that a newer whole file leaves out before it is sent (missing: keep)', () => {
  /** Both are on sale; the stock of one has left and is not answered, and the next files do not say it again. */
  async function leftOut(...files: readonly (readonly string[])[]): Promise<void> {
    await open(shop('missing: keep'));
    room.write('n.csv', ['Nr', 'A1', 'A2']);
    await drop('b1.csv', 'A1;21', 'A2;5');
    room.post.hold();
    for (const [index, rows] of files.entries()) await drop(`b${index + 2}.csv`, ...rows);
  }

  it('goes by itself, and is reported as missing no more', async () => {
    await leftOut(['A1;2'], ['A1;4', 'A2;7'], ['A2;8']);
    room.post.letGo();
    expect((await room.pass()).isBusy).toBe(false);
    expect([await stocks(), await room.catalog.needsYou()]).toEqual([[4, 8], []]);
  });

  it('goes in portions where it is of more articles than may wait in a lane', async () => {
    await open(shop('missing: keep'));
    await room.restart(room.shop, room.post.send, { stocksTogether: 2 });
    const numbers = ['A1', 'A2', 'A3', 'A4', 'A5'];
    room.write('n.csv', ['Nr', ...numbers]);
    await drop('b1.csv', ...numbers.map((number) => `${number};21`));
    room.post.hold();
    await drop('b2.csv', ...numbers.map((number) => `${number};20`));
    await drop('b3.csv', 'A5;19');
    const before = room.post.sent.length;
    room.post.letGo();
    room.post.intercept(answerNobodyOnce());
    expect((await room.pass()).isBusy).toBe(false);
    expect([await stocks(), await room.catalog.needsYou()]).toEqual([[20, 20, 20, 20, 19], []]);
    const ids = room.post.sent.slice(before).map((mutation) => idsOf(mutation).join());
    expect(ids).toEqual(['A5', 'A1,A2', 'A3,A4']);
  });

  it.each([
    ['does not name it (fault 46)', []],
    ['names a change by another at that moment (fault 87)', ['CONFLICT_OPTIMISTIC_LOCK']],
  ])('goes once more where the answer %s', async (_, codes) => {
    await leftOut(['A1;2'], ['A2;7']);
    const errors = codes.map((errorCode) => ({ externalId: 'A1', errorCode, error: 'changed' }));
    const answers = [answered(200, { succeeded: 0, errors })];
    room.post.intercept(() => answers.pop());
    room.post.letGo();
    expect((await room.pass()).isBusy).toBe(false);
    expect([await stocks(), await room.catalog.needsYou()]).toEqual([[2, 7], []]);
  });
});

describe('stock of a file of changes that goes without a row', () => {
  const isOfA1 = ({ path, body }: Mutation) =>
    path.endsWith('/stock') && Buffer.from(body ?? []).includes('A1');

  it.each([
    ['goes again where the answer does not name it (fault 46)', { times: 1, after: [[2, 7], []] }],
    ['is told where three answers do not', { times: 9, after: [[21, 7], ['refused-beside']] }],
  ])('%s', async (_, { times, after }) => {
    await overtaken('contents: delta');
    const answers = Array.from({ length: times }, () => answered(200, { succeeded: 0 }));
    room.post.intercept((mutation) => (isOfA1(mutation) ? answers.pop() : undefined));
    room.post.letGo();
    expect((await room.pass()).isBusy).toBe(false);
    const needs = await room.catalog.needsYou();
    expect([await stocks(), needs.map(({ id }) => id)]).toEqual(after);
  });
});
