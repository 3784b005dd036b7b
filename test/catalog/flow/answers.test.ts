import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../src/domain/exchange.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { answered, callsSince, idsOf, itemsOf, ledgerEnd } from '../room.ts';

const sources = `  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const articles = (...rows: string[]) => room.write('artikel.csv', ['Nr;Name;Menge', ...rows]);
const many = (count: number, name = 'Artikel') =>
  Array.from({ length: count }, (_, n) => `A${n};${name} ${n};5`);

useRoom();

async function passOver(...rows: string[]) {
  const since = await ledgerEnd(room.market);
  articles(...rows);
  const { runs, isBusy } = await room.pass();
  return { run: runs[0], isBusy, calls: await callsSince(room.market, since) };
}
const refusal = (status: number, type: string): Verdict =>
  answered(status, {}, { type, title: type, status, detail: `no: ${type}`, instance: '' });
const booksOf = async (run = 0) => (await room.catalog.runs(9)).find((books) => books.run === run);

describe('a failed item of a batch', () => {
  /** The marketplace takes no article whose name holds BAD; the others of the batch go. */
  const dislikeBad = () =>
    room.post.intercept((mutation) => {
      const results = itemsOf(mutation.body).map(({ externalId, name }) =>
        String(name).includes('BAD')
          ? { externalId, status: 'FAILED', errorCode: 'VALIDATION_ERROR', error: 'name is bad' }
          : { externalId, status: 'CREATED' },
      );
      return answered(200, {
        results,
        succeeded: results.filter(({ status }) => status === 'CREATED').length,
      });
    });

  it('is parked with a complaint in the result file, and the others go', async () => {
    await open(sources);
    dislikeBad();
    const { run } = await passOver('A;Nagel;5', 'B;BAD;6', 'C;Mutter;7');
    expect(run).toMatchObject({ read: 3, sent: 2, rejected: 1, held: 0, final: true });
    const result = room.shop.read(`results/articles-${run!.run}.result.csv`).split('\r\n');
    expect(result[1]).toBe(
      'B;BAD;6;3;rejected;"""B"": was refused by the marketplace: VALIDATION_ERROR name is bad. Correct it in the ERP; the same content is not sent again."',
    );
    expect(await room.catalog.facts()).toMatchObject({
      products: { known: 3, confirmed: 2, parked: 1 },
    });
  });

  it('is not sent again until it changes, over a restart too', async () => {
    await open(sources);
    dislikeBad();
    await passOver('A;Nagel;5', 'B;BAD;6');
    await room.restart();
    const before = room.post.sent.length;
    const same = await passOver('B;BAD;6', 'A;Nagel;5');
    expect(room.post.sent.length).toBe(before);
    expect(same.run).toMatchObject({ unchanged: 1, rejected: 1, final: true });
    await passOver('B;BAD too;6', 'A;Nagel;5');
    expect(room.post.sent.slice(before).map(idsOf)).toEqual([['B']]);
    await passOver('B;fine;6', 'A;Nagel;5');
    expect((await room.catalog.facts()).products).toMatchObject({ confirmed: 2, parked: 0 });
  });

  it('goes again when a person retries it', async () => {
    await open(sources);
    dislikeBad();
    const { run } = await passOver('A;Nagel;5', 'B;BAD;6');
    room.post.intercept(undefined);
    expect((await room.pass()).calls.batchUpsert).toBe(0);
    expect(await room.catalog.retry('B')).toMatchObject({ items: 1 });
    expect((await room.pass()).calls.batchUpsert).toBe(1);
    expect(await booksOf(run!.run)).toMatchObject({ sent: 2, rejected: 0, final: true });
    expect(await room.catalog.retry()).toMatchObject({ items: 0 });
    await expect(room.catalog.retry('NOBODY')).rejects.toMatchObject({ code: 'ITEM_UNKNOWN' });
  });

  it('of a stock batch is parked by its quantity', async () => {
    await open(sources);
    await passOver('A;Nagel;5', 'B;Mutter;6');
    room.post.intercept((mutation) =>
      mutation.path.endsWith('/stock')
        ? answered(200, {
            succeeded: 1,
            errors: [{ externalId: 'B', errorCode: 'VALIDATION_ERROR', error: 'no' }],
          })
        : undefined,
    );
    expect((await passOver('A;Nagel;7', 'B;Mutter;8')).run).toMatchObject({ sent: 1, rejected: 1 });
    room.post.intercept(undefined);
    expect((await passOver('B;Mutter;8', 'A;Nagel;7')).calls).toEqual([]);
    expect((await passOver('A;Nagel;7', 'B;Mutter;9')).calls).toEqual([
      ['stock', { externalId: 'B', availableQty: 9 }],
    ]);
  });
});

describe('a batch that is refused as a whole', () => {
  it.each([
    [422, 'VALIDATION_ERROR'],
    [400, 'MALFORMED_REQUEST'],
    [413, 'PAYLOAD_TOO_LARGE'],
  ])(
    'fault 47: with %i %s is halved until the culprit is found; the others go',
    async (status, type) => {
      await open(sources);
      room.post.intercept((mutation) =>
        idsOf(mutation).includes('A66') ? refusal(status, type) : undefined,
      );
      const { run } = await passOver(...many(100));
      expect(run).toMatchObject({ read: 100, sent: 99, rejected: 1, final: true });
      const refused = room.post.sent.filter((mutation) => idsOf(mutation).includes('A66'));
      expect(refused.length).toBeLessThanOrEqual(8);
      expect(new Set(room.post.sent.map(({ key }) => key)).size).toBe(room.post.sent.length);
      const story = await room.catalog.why('A66');
      expect(story).toMatchObject({
        refused: { code: type, message: `no: ${type}` },
        lastRequest: { status },
      });
      expect(await room.market.products()).toHaveLength(99);
    },
  );

  it('by the weather of the marketplace is halved and sent again under new keys', async () => {
    await open(sources);
    await room.market.sandbox.control('POST', '/sandbox/weather', {
      kind: 'status',
      status: 422,
      type: 'VALIDATION_ERROR',
      path: '^.*/products/batch$',
      count: 1,
    });
    const { run, calls } = await passOver(...many(5));
    expect(calls.map((call) => call.length - 1)).toEqual([5, 3, 2]);
    expect(run).toMatchObject({ sent: 5, rejected: 0, final: true });
  });

  it('fault 44: answered 5xx for ever is halved to single items, and what still fails is parked', async () => {
    await open(sources);
    room.post.intercept((mutation) => {
      if (!idsOf(mutation).includes('A2')) return undefined;
      const { answer } = refusal(500, 'INTERNAL_ERROR') as Extract<Verdict, { kind: 'answered' }>;
      return { kind: 'exhausted', answer, attempts: 8 };
    });
    const { run } = await passOver(...many(4));
    expect(run).toMatchObject({ sent: 3, rejected: 1, final: true });
    expect((await room.catalog.why('A2')).refused).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: 'no: INTERNAL_ERROR (answered again and again)',
    });
  });
});

describe('a parked item whose export says again what is confirmed', () => {
  const parked = async () => (await room.catalog.facts()).products.parked;
  const refuseAll = () => room.post.intercept(() => refusal(422, 'VALIDATION_ERROR'));

  it('is parked no longer, and its row counts as unchanged', async () => {
    await open(sources);
    await passOver('A;Nagel;5', 'B;Mutter;6');
    refuseAll();
    expect((await passOver('A;BAD;5', 'B;Mutter;7')).run).toMatchObject({ rejected: 2 });
    expect(await parked()).toBe(2);
    const { run, calls } = await passOver('A;Nagel;5', 'B;Mutter;6');
    expect(run).toMatchObject({ read: 2, unchanged: 2, rejected: 0, final: true });
    expect([calls, await parked()]).toEqual([[], 0]);
    expect((await room.catalog.why('A')).next).toBe('Nothing: it is in step.');
  });

  it('stays parked where another source says nothing of what was refused', async () => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", stable: { quiet: 0s }, delimiter: ";", mapping: { externalId: Nr, availableQty: Menge } }`);
    const pass = async (name: string, rows: readonly string[]) => {
      room.write(name, rows);
      await room.pass();
    };
    await pass('artikel.csv', ['Nr;Name', 'A;Nagel']);
    await pass('bestand.csv', ['Nr;Menge', 'A;5']);
    refuseAll();
    await pass('bestand.csv', ['Nr;Menge', 'A;6']);
    expect(await parked()).toBe(1);
    await pass('artikel.csv', ['Nr;Name', 'A;Nagel', '']);
    expect(await parked()).toBe(1);
    await pass('bestand.csv', ['Nr;Menge', 'A;5']);
    expect(await parked()).toBe(0);
  });
});

it('a key that is refused every minute keeps no pass from its end', async () => {
  await open(sources);
  let tries = 0;
  await room.restart(room.shop, async (mutation) => {
    tries += 1;
    await delay(50);
    return tries > 60 ? room.post.send(mutation) : { kind: 'unapplied', attempts: 1 };
  });
  articles('A;a;5');
  expect(await room.pass(300)).toMatchObject({ isBusy: true, runs: [{ waiting: 1 }] });
});
