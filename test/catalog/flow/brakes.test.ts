import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const sources = (keys = '') => `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const head = 'Nr;Name;Menge';
const rows = (
  count: number,
  quantity: (n: number) => string,
  name = (n: number) => `Artikel ${n}`,
) => Array.from({ length: count }, (_, n) => `A${n};${name(n)};${quantity(n)}`);

useRoom();

async function passOver(lines: readonly string[], name = 'artikel.csv') {
  const since = await ledgerEnd(room.market);
  room.write(name, [head, ...lines]);
  const { runs } = await room.pass();
  return { run: runs[0], calls: await callsSince(room.market, since) };
}
const booksOf = (run: number) => JSON.parse(room.shop.read(`results/articles-${run}.books.json`));
const resultOf = (run: number) =>
  room.shop.read(`results/articles-${run}.result.csv`).split('\r\n');

describe('a held part of a file', () => {
  it('fault 3: is all of an empty file, and it is withdrawn by the next whole one', async () => {
    await open(sources());
    const whole = rows(3, () => '5');
    await passOver(whole);
    const { run, calls } = await passOver([]);
    expect(calls).toEqual([]);
    expect(run).toMatchObject({ read: 0, held: 0, final: true });
    expect(await room.catalog.held()).toMatchObject([
      {
        source: 'articles',
        items: 3,
        sentence: 'artikel.csv holds 0 rows, last time it had 3: nothing was changed.',
      },
    ]);
    expect((await room.catalog.facts()).sources[0]).not.toHaveProperty('lastSuccessAt');
    expect((await passOver(whole.toReversed())).calls).toEqual([]);
    expect(await room.catalog.held()).toEqual([]);
  });

  it('fault 5: is the zeroed stock alone; the rest of the file is sent', async () => {
    await open(`  brake: { zeroed: { share: 20%, count: 3 } }\n${sources()}`);
    await passOver(rows(10, () => '5'));
    const { run, calls } = await passOver(rows(10, (n) => (n < 4 ? '0' : '6')));
    expect(calls).toEqual([
      ['stock', ...rows(6, () => '').map((_, n) => ({ externalId: `A${n + 4}`, availableQty: 6 }))],
    ]);
    expect(run).toMatchObject({ read: 10, sent: 6, held: 4, waiting: 0, final: true });
    const [held] = await room.catalog.held();
    expect(held?.sentence).toBe(
      'artikel.csv would set the stock of 4 of 10 articles to zero (limit: 20% and 3); buyers can still order these.',
    );
    expect(resultOf(run!.run).slice(0, 2)).toEqual([
      'Nr;Name;Menge;Stockhand_Row;Stockhand_Status;Stockhand_Message',
      `A0;Artikel 0;0;2;held;${held?.sentence.replace(/.*;.*/, (text) => `"${text}"`)}`,
    ]);
    const since = await ledgerEnd(room.market);
    await room.catalog.release(held!.id, 'clerk');
    await room.pass();
    expect(await callsSince(room.market, since)).toEqual([
      ['stock', ...[0, 1, 2, 3].map((n) => ({ externalId: `A${n}`, availableQty: 0 }))],
    ]);
    expect(booksOf(run!.run)).toMatchObject({ read: 10, sent: 10, held: 0, final: true });
  });

  it('is every quantity of a column of which most changed values jump by ten; other fields go', async () => {
    await open(sources());
    await passOver(rows(7, (n) => `${n + 1},5`));
    const { run, calls } = await passOver([
      ...rows(6, (n) => (n < 4 ? `${n + 1}5` : n === 4 ? '9' : '6,5')),
      'A6;Schraube;7,5',
      'N;neu;95',
    ]);
    expect(calls).toEqual([['upsert', { externalId: 'A6', name: 'Schraube', availableQty: 7.5 }]]);
    expect(run).toMatchObject({ sent: 1, held: 6, unchanged: 1 });
    const [held] = await room.catalog.held();
    expect(held).toMatchObject({
      items: 6,
      sentence:
        '4 of 5 changed quantities of artikel.csv jump by exactly ×10: is the number style right? Rows that would send a quantity are held, with all that they change; the others are sent.',
    });
    expect((await room.catalog.why('A1')).next).toMatch(/^It is held: .* release \d+$/);
    expect((await room.catalog.why('A5')).next).toBe('Nothing: it is in step.');
    const since = await ledgerEnd(room.market);
    await room.catalog.release(held!.id, 'clerk');
    await room.pass();
    const released = await callsSince(room.market, since);
    expect(released.flatMap(([, ...items]) => items.map((item) => item['availableQty']))).toEqual(
      expect.arrayContaining([15, 25, 35, 45, 9, 95]),
    );
  });

  it('I13: gives no new article its quantity before the release', async () => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, folder: ./out, files: "bestand.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
    const stock = (...lines: string[]) => room.write('bestand.csv', ['Nr;Menge', ...lines]);
    const quantityOf = async (id: string) =>
      (await room.market.products()).find(({ externalId }) => externalId === id)?.availableQty;
    stock('A0;1,5', 'A1;2,5', 'A2;3,5');
    await passOver(rows(3, () => ''));
    stock('A0;15', 'A1;25', 'A2;35', 'A3;45');
    await passOver(rows(4, () => ''));
    expect(await quantityOf('A3')).toBe(0);
    const [held] = await room.catalog.held();
    expect(held).toMatchObject({ items: 4 });
    await room.catalog.release(held!.id, 'clerk');
    await room.pass();
    expect(await quantityOf('A3')).toBe(45);
  });

  it('is the whole file when too many rows are rejected; a release sends the good rows', async () => {
    await open(sources());
    await passOver(rows(30, () => '5'));
    const bad = rows(30, (n) => (n < 10 ? 'viel' : '6'));
    const { run, calls } = await passOver(bad);
    expect(calls).toEqual([]);
    expect(run).toMatchObject({ read: 30, rejected: 10, held: 20, sent: 0, final: true });
    const [held] = await room.catalog.held();
    expect(held).toMatchObject({
      items: 20,
      sentence:
        '10 of 30 rows of artikel.csv were rejected (limit: 10% or 100): the whole file is held.',
    });
    await room.catalog.release(held!.id, 'clerk');
    expect((await room.pass()).calls).toEqual({
      batchUpsert: 0,
      batchStock: 1,
      delete: 0,
      pictures: 0,
    });
    expect(booksOf(run!.run)).toMatchObject({ rejected: 10, sent: 20, held: 0, final: true });
  });

  it('does not count rows that a later row replaces', async () => {
    await open(`  brake: { zeroed: { share: 20%, count: 1 } }\n${sources('duplicates: last,')}`);
    await passOver(rows(3, () => '5'));
    const { calls } = await passOver([...rows(3, () => '0'), ...rows(3, () => '6')]);
    expect(calls).toHaveLength(1);
    expect(await room.catalog.held()).toEqual([]);
  });
});

describe('the release by a person', () => {
  const zeroBrake = `  brake: { zeroed: { share: 20%, count: 1 } }\n`;

  it('I13: counts for the file that was held and not for the next one', async () => {
    await open(`${zeroBrake}${sources()}`);
    await passOver(rows(4, () => '5'));
    await passOver(rows(4, (n) => (n < 2 ? '0' : '5')));
    const [first] = await room.catalog.held();
    await passOver(rows(4, (n) => (n < 2 ? '0' : '6')));
    const [second] = await room.catalog.held();
    expect(second?.id).not.toBe(first?.id);
    await expect(room.catalog.release(first!.id, 'clerk')).rejects.toMatchObject({
      code: 'HOLD_STALE',
    });
    await room.catalog.release(second!.id, 'clerk');
    const since = await ledgerEnd(room.market);
    await room.pass();
    expect((await callsSince(room.market, since))[0]).toHaveLength(3);
  });

  it('sends only what still differs, survives a restart and is recorded with who', async () => {
    await open(`${zeroBrake}${sources()}`);
    await passOver(rows(4, () => '5'));
    await passOver(rows(4, (n) => (n < 2 ? '0' : '5')));
    const [held] = await room.catalog.held();
    await room.restart();
    expect(await room.catalog.held()).toEqual([held]);
    await room.catalog.release(held!.id, 'clerk');
    await room.restart();
    const since = await ledgerEnd(room.market);
    await room.pass();
    expect(await callsSince(room.market, since)).toEqual([
      ['stock', { externalId: 'A0', availableQty: 0 }, { externalId: 'A1', availableQty: 0 }],
    ]);
    const texts = (await room.catalog.events(10)).map(({ text }) => text);
    expect(texts).toContain(`clerk released ${held!.id}: ${held!.sentence}`);
  });

  it.each(['0', '999', 'x', '-1', ''])(
    'to %j, which nothing is held under, is refused by name',
    async (id) => {
      await open(sources());
      await expect(room.catalog.release(id, 'clerk')).rejects.toMatchObject({
        code: 'HOLD_UNKNOWN',
        message: `Nothing is held under ${id}.`,
      });
    },
  );
});
