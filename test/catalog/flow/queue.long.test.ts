import { describe, expect, it } from 'vitest';
import { planText } from '../../../src/cli/plan.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';
import { quantities } from '../room.ts';

useRoom();

const sources = `  sources:
    - { name: articles, folder: ./out, files: "n.csv", ${dialect}, mapping: { externalId: Nr, name: Nr } }
    - { name: stock, kind: stock, contents: delta, folder: ./out, files: "b*.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`;
const file = (...rows: readonly string[]) => ['Nr;Menge', ...rows];

/** Three articles are on sale, and nothing more leaves. */
async function opened(): Promise<void> {
  await open(sources);
  await passOver({ 'n.csv': ['Nr', 'A1', 'A2', 'A3'], 'b.csv': file('A1;1', 'A2;2', 'A3;3') });
  await room.catalog.setPaused('stock', true);
}

async function drop(name: string, ...rows: readonly string[]): Promise<void> {
  room.write(name, file(...rows));
  await room.pass(200);
}

async function resumed() {
  await room.catalog.setPaused('stock', false);
  const { runs } = await passOver();
  return runs.map((run) => run.file);
}

const articles = (...rows: readonly string[]) => ['Nr;Menge', ...rows];

/** A products source that gives a stock too, of which A is on sale; everything rests where `isPaused`. */
async function openedWithStock(isPaused: boolean): Promise<void> {
  const mapping = 'mapping: { externalId: Nr, name: Nr, availableQty: Menge }';
  await open(sources.replace('mapping: { externalId: Nr, name: Nr }', mapping));
  await passOver({ 'n.csv': articles('A;9'), 'b.csv': file('A;5') });
  if (isPaused) await room.catalog.setPaused(undefined, true);
}

const stock = async () => (await room.market.products()).map(({ availableQty }) => availableQty);

describe('files of changes that come while an earlier one waits', () => {
  it('are all read in the end, where each is written over the one before, over a restart too', async () => {
    await opened();
    await drop('b.csv', 'A1;11');
    await drop('b.csv', 'A2;22');
    await room.restart();
    await drop('b.csv', 'A3;33');
    await drop('b.csv', 'A3;34');
    await drop('b.csv', 'A3;34');
    expect(await stock()).toEqual([1, 2, 3]);
    expect(await resumed()).toEqual(['b.csv', 'b.csv', 'b.csv']);
    expect([await stock(), await room.catalog.needsYou()]).toEqual([[11, 22, 34], []]);
    await room.restart();
    expect((await room.pass()).runs).toEqual([]);
  });

  it('are read in the order of their names, also where the ERP has deleted them meanwhile', async () => {
    await opened();
    await drop('b1.csv', 'A1;11');
    await drop('b10.csv', 'A1;10');
    await drop('b9.csv', 'A1;9');
    room.remove('b9.csv');
    room.remove('b10.csv');
    expect(await resumed()).toEqual(['b9.csv', 'b10.csv']);
    expect(await stock()).toEqual([10, 2, 3]);
  });

  it('wait for a plan of their own while the one before is applied', async () => {
    await open(sources);
    await passOver({ 'n.csv': ['Nr', 'A1', 'A2', 'A3'], 'b.csv': file('A1;1', 'A2;2', 'A3;3') });
    room.write('b1.csv', file('A1;11'));
    room.write('b2.csv', file('A2;22'));
    for (const expected of [
      [11, 2, 3],
      [11, 22, 3],
    ]) {
      const { plan, stock: planned } = await room.catalog.plan();
      expect(planned).toBe(1);
      await room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
      expect(await stock()).toEqual(expected);
    }
  });

  it('are counted beside the one that has the next plan', async () => {
    await open(sources);
    await passOver({ 'n.csv': ['Nr', 'A1'], 'b.csv': file('A1;1') });
    for (const number of [1, 2, 3, 4]) room.write(`b${number}.csv`, file(`A1;1${number}`));
    const { plan } = await room.catalog.plan();
    await room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
    expect(planText(await room.catalog.plan())).toContain(
      '\n  2 more exports wait for this one: each needs its own plan.\n',
    );
    const [, told] = (await room.catalog.facts()).sources;
    expect(told?.sentence).toBe(
      '1 of 1 rows wait for the marketplace. 2 more exports wait to be read, one after the other.',
    );
  });

  it('are counted while their source is paused', async () => {
    await opened();
    for (const number of [1, 2, 3]) await drop(`b${number}.csv`, `A1;1${number}`);
    const [, told] = (await room.catalog.facts()).sources;
    expect(told?.sentence).toMatch(
      /^Paused since \S+Z by .+: nothing is sent\. b1\.csv \(run \d+, 1 row\) waits\. 2 more exports wait to be read, one after the other\.$/,
    );
  });

  it('are told by the pass that reads them, also where a question before it has looked', async () => {
    await open(sources);
    await passOver({ 'n.csv': ['Nr', 'A1', 'A2', 'A3'], 'b.csv': file('A1;1', 'A2;2', 'A3;3') });
    room.write('b1.csv', file('A1;11'));
    room.write('b2.csv', file('A2;22'));
    const { plan } = await room.catalog.plan();
    await room.catalog.apply(plan, { quietMs: 5_000, who: 'clerk' });
    await room.restart();
    expect(await room.catalog.needsYou()).toEqual([]);
    await room.restart();
    expect((await passOver()).runs).toMatchObject([{ file: 'b2.csv', read: 1, sent: 1 }]);
    expect((await passOver()).runs).toEqual([]);
  });

  it('are read behind the one before while a daemon runs', async () => {
    await opened();
    await drop('b.csv', 'A1;11');
    await drop('b.csv', 'A2;22');
    await drop('b.csv', 'A3;33');
    await room.catalog.start();
    await room.catalog.setPaused('stock', false);
    await expect.poll(stock, { timeout: 20_000 }).toEqual([11, 22, 33]);
  });

  it('are no full exports where the source has become one of these', async () => {
    await opened();
    await drop('b1.csv', 'A1;11');
    await drop('b2.csv', 'A1;12');
    room.remove('b2.csv');
    const { config } = room.shop;
    const sources = config.catalog!.sources.map((one) => ({ ...one, contents: 'full' as const }));
    const catalog = { ...config.catalog!, sources };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    expect(await resumed()).not.toContain('b2.csv');
  });

  it.each([
    [true, 'A;7'],
    [false, 'A;7'],
    [true, 'N;8'],
    [false, 'N;8'],
  ])(
    'give a new article its stock before it is created, and not one that they have overtaken (paused: %s, %s)',
    async (isPaused, first) => {
      await openedWithStock(isPaused);
      room.write('n.csv', articles('A;9', 'N;100', 'O;50', 'P;60'));
      room.write('b1.csv', file(first));
      room.write('b2.csv', file('N;0', 'O;4'));
      room.write('b3.csv', file('A;3'));
      if (isPaused) await room.pass(200);
      if (isPaused) await room.catalog.setPaused(undefined, false);
      const calls = (await passOver()).calls.filter(([call]) => call === 'upsert');
      expect(quantities(calls)).toEqual([0, 4, 60]);
      expect(await stock()).toEqual([3, 0, 4, 60]);
    },
  );

  it('keep no new article waiting while their source is paused', async () => {
    await openedWithStock(false);
    await room.catalog.setPaused('stock', true);
    await drop('b1.csv', 'A;7');
    await drop('b2.csv', 'N;0');
    expect(quantities((await passOver({ 'n.csv': articles('A;9', 'N;100') })).calls)).toEqual([
      100,
    ]);
  });
});
