import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd, type Room } from '../room.ts';

const catalog = `  brake: { zeroed: { share: 20%, count: 5 } }
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, contents: delta, folder: ./out, files: "bes*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, n) => `A${from + n}`);
const stock = (of: readonly string[], quantity: string): string[] =>
  of.map((id) => `${id};${quantity}`);

useRoom();

/** Sixty articles with a stock of 25 are on the marketplace. */
async function opened(of = catalog): Promise<void> {
  await open(of);
  room.write('artikel.csv', ['Nr;Name', ...ids(0, 60).map((id) => `${id};Artikel ${id}`)]);
  await room.pass();
  await taken('bes_1.csv', stock(ids(0, 60), '25'));
}

/** What the marketplace is told of a delta file, and of all else that a pass finds to do. */
async function taken(name: string, rows: readonly string[]) {
  room.write(name, ['Nr;Menge', ...rows]);
  return passed();
}

async function passed() {
  const since = await ledgerEnd(room.market);
  const { runs } = await room.pass();
  const calls = await callsSince(room.market, since);
  const told = calls.flatMap(([, ...items]) =>
    items.map((item) => `${item['externalId']}=${item['availableQty']}`),
  );
  return { told: told.sort(), run: runs.at(-1) };
}

/** The next start has other keys of the stock source. */
function withStock(keys: object): Room['shop'] {
  const { config } = room.shop;
  const sources = config.catalog!.sources.map((source) =>
    source.name === 'stock' ? { ...source, ...keys } : source,
  );
  return { ...room.shop, config: { ...config, catalog: { ...config.catalog!, sources } } };
}

const zero = (of: readonly string[]): string[] => of.map((id) => `${id}=0`).sort();
const books = (run: number) => JSON.parse(room.shop.read(`results/stock-${run}.books.json`));

describe('I13: what is held of a delta file', () => {
  it('goes on waiting when the next delta file says nothing of it, and a release sends it', async () => {
    await opened();
    const { told, run } = await taken('bes_2.csv', stock(ids(0, 50), '0'));
    expect(told).toEqual([]);
    const [hold] = await room.catalog.held();
    expect((await taken('bes_3.csv', ['A55;7'])).told).toEqual(['A55=7']);
    expect(await room.catalog.held()).toEqual([hold]);
    expect((await room.catalog.why('A3')).next).toContain(`stockhand release ${hold!.id}`);
    expect(books(run!.run)).toMatchObject({ read: 50, held: 50, skipped: 0 });
    expect(room.shop.read(`results/stock-${run!.run}.result.csv`)).toContain('A3;0;5;held;');
    await room.catalog.release(hold!.id, 'clerk');
    const released = await passed();
    expect(released.told).toEqual(zero(ids(0, 50)));
    expect(released.run).toMatchObject({ file: 'bes_2.csv', read: 50, sent: 50, held: 0 });
    expect(books(run!.run)).toMatchObject({ read: 50, held: 0, skipped: 50 });
    expect((await passed()).told).toEqual([]);
    expect(await room.catalog.held()).toEqual([]);
  });

  it('goes by its release also where the columns have changed since, and is no measure for the next file', async () => {
    await opened(
      catalog
        .replaceAll('"bes*.csv",', '"bes*.csv", headerRow: none,')
        .replace('externalId: Nr, availableQty: Menge', 'externalId: 1, availableQty: 2'),
    );
    const write = (name: string, rows: readonly string[]) => {
      room.write(name, rows);
      return passed();
    };
    const releaseLast = async () =>
      room.catalog.release((await room.catalog.held()).at(-1)!.id, 'clerk');
    await write('bes_2.csv', stock(ids(0, 50), '0'));
    await write('bes_3.csv', ['A55;7;Nord']);
    await releaseLast();
    expect((await passed()).told).toEqual(['A55=7']);
    await releaseLast();
    expect((await passed()).told).toEqual(zero(ids(0, 50)));
    expect((await write('bes_4.csv', ['A56;8;Nord'])).told).toEqual(['A56=8']);
    expect(await room.catalog.held()).toEqual([]);
  });

  it('gives way row by row to newer rows of the same articles', async () => {
    await opened();
    await taken('bes_2.csv', stock(ids(0, 50), '0'));
    expect((await taken('bes_3.csv', stock(ids(0, 10), '7'))).told).toHaveLength(10);
    // The same as is confirmed is a word, too.
    expect((await taken('bes_4.csv', ['A10;25'])).told).toEqual([]);
    const [hold] = await room.catalog.held();
    expect(hold).toMatchObject({ items: 39 });
    await room.catalog.release(hold!.id, 'clerk');
    expect((await passed()).told).toEqual(zero(ids(11, 50)));
  });

  it('is withdrawn when newer rows say all of it again', async () => {
    await opened();
    const { run } = await taken('bes_2.csv', stock(ids(0, 50), '0'));
    await taken('bes_3.csv', stock(ids(0, 20), '7'));
    await taken('bes_4.csv', stock(ids(20, 50), '8'));
    expect(await room.catalog.held()).toEqual([]);
    expect(books(run!.run)).toMatchObject({ read: 50, held: 0, skipped: 50 });
  });

  it('waits beside what another delta file has held; each has its own release', async () => {
    await opened();
    await taken('bes_2.csv', stock(ids(0, 30), '0'));
    await taken('bes_3.csv', stock(ids(20, 60), '0'));
    const [first, second] = await room.catalog.held();
    expect([first, second]).toMatchObject([{ items: 20 }, { items: 40 }]);
    await room.catalog.release(first!.id, 'clerk');
    expect((await passed()).told).toEqual(zero(ids(0, 20)));
    expect(await room.catalog.held()).toEqual([second]);
    await room.catalog.release(second!.id, 'clerk');
    expect((await passed()).told).toEqual(zero(ids(20, 60)));
  });

  it('waits for every question that is open of it, and the release of one names the others', async () => {
    await opened();
    await taken('bes_2.csv', [...stock(ids(0, 20), '0'), ...stock(ids(20, 60), '250')]);
    const [one, other] = await room.catalog.held();
    expect((await taken('bes_3.csv', ['A0;7'])).told).toEqual(['A0=7']);
    const waitsFor = [other!.id];
    expect(await room.catalog.release(one!.id, 'clerk')).toMatchObject({ waitsFor });
    expect((await passed()).told).toEqual([]);
    expect(await room.catalog.release(other!.id, 'clerk')).toMatchObject({ waitsFor: [] });
    expect((await passed()).told).toHaveLength(59);
  });

  it('is sent after a release also when the process ends before, and when another file comes first', async () => {
    await opened();
    await taken('bes_2.csv', stock(ids(0, 50), '0'));
    await taken('bes_3.csv', ['A55;7']);
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'clerk');
    await room.restart();
    room.write('bes_4.csv', ['Nr;Menge', 'A0;3']);
    await passed();
    const shown = (await room.market.products()).map(
      ({ externalId, availableQty }) => `${externalId}=${availableQty}`,
    );
    const others = ids(50, 60).map((id) => `${id}=${id === 'A55' ? 7 : 25}`);
    expect(shown.sort()).toEqual(['A0=3', ...zero(ids(1, 50)), ...others].sort());
  });

  it('is held again under another configuration, and the old release is refused', async () => {
    await opened();
    await taken('bes_2.csv', stock(ids(0, 50), '0'));
    await taken('bes_3.csv', ['A55;7']);
    const [before] = await room.catalog.held();
    await room.restart(withStock({ negative: 'refuse' }));
    expect((await passed()).told).toEqual([]);
    const [now, ...others] = await room.catalog.held();
    expect(others).toEqual([]);
    expect(now?.id).not.toBe(before!.id);
    await expect(room.catalog.release(before!.id, 'clerk')).rejects.toMatchObject({
      code: 'HOLD_STALE',
    });
    await room.catalog.release(now!.id, 'clerk');
    expect((await passed()).told).toEqual(zero(ids(0, 50)));
  });

  it('is held under another configuration also where so few rows are left that no limit is passed', async () => {
    await opened();
    await taken('bes_2.csv', stock(ids(0, 50), '0'));
    await taken('bes_3.csv', stock(ids(2, 50), '7'));
    await room.restart(withStock({ negative: 'refuse' }));
    expect((await passed()).told).toEqual([]);
    const [hold] = await room.catalog.held();
    expect(hold).toMatchObject({
      items: 2,
      sentence: expect.stringContaining('50 of 50 articles'),
    });
    await room.restart(withStock({ negative: 'clamp' }));
    expect((await passed()).told).toEqual([]);
    const [again] = await room.catalog.held();
    await room.catalog.release(again!.id, 'clerk');
    expect((await passed()).told).toEqual(zero(ids(0, 2)));
  });

  it('is the sum of all rows of an article where they are added up', async () => {
    await opened(catalog.replace('contents: delta,', 'contents: delta, duplicates: sum,'));
    const twice = ids(0, 10).flatMap((id) => stock([id, id], '125'));
    expect((await taken('bes_2.csv', twice)).told).toEqual([]);
    const { run } = await taken('bes_3.csv', stock(ids(8, 10), '3'));
    expect(run).toMatchObject({ sent: 2 });
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'clerk');
    expect((await passed()).told).toEqual(ids(0, 8).map((id) => `${id}=250`));
  });

  it('is the good rows of a file that was held as a whole', async () => {
    await opened();
    const bad = stock(ids(0, 40), 'x');
    expect((await taken('bes_2.csv', [...bad, ...stock(ids(40, 50), '9')])).told).toEqual([]);
    await taken('bes_3.csv', ['A55;7']);
    const [hold] = await room.catalog.held();
    await room.catalog.release(hold!.id, 'clerk');
    const { told, run } = await passed();
    expect(told).toEqual(ids(40, 50).map((id) => `${id}=9`));
    expect(run).toMatchObject({ read: 50, sent: 10, rejected: 0 });
  });

  it('is withdrawn by a whole file, once the source has such', async () => {
    await opened();
    await taken('bes_2.csv', stock(ids(0, 50), '0'));
    await taken('bes_3.csv', ['A55;7']);
    await room.restart(withStock({ contents: 'full', pick: 'newest' }));
    await taken('bes_9.csv', stock(ids(0, 60), '24'));
    expect(await room.catalog.held()).toEqual([]);
  });

  it('leaves what a newer file holds waiting, where rows are added up and the older one names its article', async () => {
    await opened(catalog.replace('contents: delta', 'contents: delta, duplicates: sum'));
    const older = [...stock(ids(0, 20), '0'), ...stock(ids(40, 50), '24')];
    await taken('bes_2.csv', older);
    await taken('bes_3.csv', stock(ids(40, 60), '0'));
    const [first, second] = await room.catalog.held();
    await room.catalog.release(first!.id, 'clerk');
    expect((await passed()).told).toEqual(zero(ids(0, 20)));
    expect((await room.catalog.held()).map(({ id }) => id)).toEqual([second!.id]);
    await room.catalog.release(second!.id, 'clerk');
    expect((await passed()).told).toEqual(zero(ids(40, 60)));
  });

  it.each(['keep', 'zero'])(
    'is told once whole files are declared (missing: %s)',
    async (missing) => {
      await opened();
      await taken('bes_2.csv', stock(ids(0, 50), '0'));
      await taken('bes_3.csv', ['A55;7']);
      await room.restart(withStock({ contents: 'full', missing }));
      await passed();
      const needs = async () =>
        (await room.catalog.needsYou()).map(({ what, cause }) => what + cause);
      expect(await needs()).toContain(
        'stock: 50 rows of earlier files had no effect, and no later file repeats them.First: A0 in bes_2.csv, never sent, and the newer file leaves it out: Menge.',
      );
      expect((await room.catalog.why('A3')).next).not.toMatch(/^Nothing/);
      await taken('bes_4.csv', stock(ids(0, 60), '5'));
      expect(await needs()).toEqual([]);
    },
  );
});
