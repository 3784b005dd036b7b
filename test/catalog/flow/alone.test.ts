import { describe, expect, it } from 'vitest';
import { dialect, open, passOver as pass, room, useRoom } from '../one-room.ts';
import { answered, idsOf } from '../room.ts';

useRoom();

const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const many = (count: number, name = 'Artikel') =>
  Array.from({ length: count }, (_, n) => `A${n};${name} ${n};5`);

const articles = (...rows: string[]) => room.write('artikel.csv', ['Nr;Name;Menge', ...rows]);
const booksOf = async (run = 0) => (await room.catalog.runs(9)).find((books) => books.run === run);

async function passOver(...rows: string[]) {
  const { runs, calls } = await pass({ 'artikel.csv': ['Nr;Name;Menge', ...rows] });
  return { run: runs[0], calls };
}

describe('items that an answer does not name', () => {
  /** Names only articles with an even number, in whatever company. */
  const nameHalf = () =>
    room.post.intercept((mutation) => {
      const even = idsOf(mutation).filter((id) => Number(id.slice(1)) % 2 === 0);
      return answered(200, {
        results: even.map((externalId) => ({ externalId, status: 'CREATED' })),
        succeeded: even.length,
      });
    });

  it('fault 131: are sent again alone, and parked after the third time', async () => {
    await open(sources);
    nameHalf();
    const { run } = await passOver(...many(4));
    expect(run).toMatchObject({ read: 4, sent: 2, rejected: 2, held: 0, final: true });
    expect(room.post.sent.map(idsOf).map((ids) => ids.join())).toEqual([
      'A0,A1,A2,A3',
      'A1',
      'A3',
      'A1',
      'A3',
    ]);
    expect((await room.catalog.why('A1')).refused).toMatchObject({ code: 'ITEM_UNANSWERED' });
    const complaints = () =>
      room.catalog.store.complaints
        .of(room.catalog.store.runs.newestId(), 9)
        .map(({ code, external_id }) => `${code} ${external_id}`);
    expect(complaints()).toEqual(['ITEM_UNANSWERED A1', 'ITEM_UNANSWERED A3']);
    const before = room.post.sent.length;
    await passOver(...many(4).toReversed());
    expect(room.post.sent.length).toBe(before);
    expect(complaints()).toEqual(['ITEM_UNANSWERED A3', 'ITEM_UNANSWERED A1']);
  });

  /** Refuses A1 so many times with this code, and names the rest as done. */
  const refuseA1 = (errorCode: string, times: number) => {
    let left = times;
    room.post.intercept((mutation) => {
      const ids = idsOf(mutation);
      if (!ids.includes('A1') || left-- <= 0) return undefined;
      const error = { externalId: 'A1', errorCode, error: 'not now' };
      const results = ids.map((externalId) => ({ externalId, status: 'CREATED' }));
      return answered(200, {
        results: results.filter(({ externalId }) => externalId !== 'A1'),
        ...{ errors: [error], succeeded: ids.length - 1, failed: 1 },
      });
    });
  };

  const lock = 'CONFLICT_OPTIMISTIC_LOCK';
  const once = { times: 1, books: { sent: 3, rejected: 0 }, sent: ['A0,A1,A2', 'A1'] };
  const ever = { times: 9, books: { sent: 2, rejected: 1 }, sent: ['A0,A1,A2', 'A1', 'A1'] };

  it.each([
    ['goes with the next request', lock, once],
    ['is refused after the third time', lock, ever],
    ['goes with the next request', 'INTERNAL_ERROR', once],
    ['is refused after the third time', 'INTERNAL_ERROR', ever],
    ['goes with the next request', 'MAINTENANCE', once],
    ['goes with the next request', 'RATE_LIMIT_EXCEEDED', once],
  ])(
    'fault 87: whose refusal passes by itself are sent again alone, one %s: %s',
    async (_, errorCode, { times, books, sent }) => {
      await open(sources);
      refuseA1(errorCode, times);
      const { run } = await passOver(...many(3));
      expect(run).toMatchObject({ read: 3, ...books, final: true });
      expect(room.post.sent.map((mutation) => idsOf(mutation).join())).toEqual(sent);
      const code = books.rejected === 0 ? undefined : errorCode;
      expect((await room.catalog.why('A1')).refused?.code).toBe(code);
    },
  );

  it('fault 46: that are named when they come alone are confirmed, and travel in company again', async () => {
    await open(sources);
    room.post.intercept((mutation) =>
      idsOf(mutation).length > 1 ? answered(200, { results: [], succeeded: 0 }) : undefined,
    );
    const { run } = await passOver(...many(3));
    expect(run).toMatchObject({ sent: 3, rejected: 0, final: true });
    expect(room.post.sent.map((mutation) => idsOf(mutation).length)).toEqual([3, 1, 1, 1]);
    room.post.intercept(undefined);
    expect((await passOver(...many(3, 'Neu'))).calls).toHaveLength(1);
  });

  it('fault 46: of a stock batch whose counts do not add up confirm nobody', async () => {
    await open(sources);
    await passOver(...many(2));
    room.post.intercept((mutation) =>
      idsOf(mutation).length > 1 ? answered(200, { succeeded: 1, errors: [] }) : undefined,
    );
    const { run, calls } = await passOver('A0;Artikel 0;6', 'A1;Artikel 1;7');
    expect(run).toMatchObject({ sent: 2, final: true });
    expect(calls).toEqual([
      ['stock', { externalId: 'A0', availableQty: 6 }],
      ['stock', { externalId: 'A1', availableQty: 7 }],
    ]);
  });

  it('of a run that a newer file has overtaken are skipped there and sent as the newer file says', async () => {
    await open(sources);
    room.post.hold();
    articles('A;Nagel;5');
    const [first] = (await room.pass(100)).runs;
    expect(first).toMatchObject({ held: 1, waiting: 1, final: false });
    articles('A;Bolzen;6');
    await room.pass(100);
    let answers = 0;
    room.post.intercept(() =>
      answers++ === 0 ? answered(200, { results: [], succeeded: 0 }) : undefined,
    );
    room.post.letGo();
    await room.pass();
    expect(await booksOf(first!.run)).toMatchObject({ skipped: 1, waiting: 0, final: true });
    expect((await room.catalog.runs(1))[0]).toMatchObject({ sent: 1, final: true });
    expect(await room.market.products()).toMatchObject([{ name: 'Bolzen', availableQty: 6 }]);
  });
});
