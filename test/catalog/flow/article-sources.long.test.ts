import { describe, expect, it } from 'vitest';
import { runsWhole, runsWholeMs } from '../../../src/domain/retention.ts';
import type { Shop } from '../../support/catalog.ts';
import { declaredSource } from '../declared.ts';
import { dialect, open, passOver, room, undone, useRoom } from '../one-room.ts';

useRoom();

const names = (contents: string) =>
  `{ name: names, contents: ${contents}, folder: ./out, files: "n*.csv", ${dialect}, mapping: { externalId: Nr, name: Name } }`;
const act = (contents: string) =>
  `{ name: act, contents: ${contents}, folder: ./out, files: "a*.csv", ${dialect}, mapping: { externalId: Nr, brand: Marke, isActive: { column: Akt, translate: { J: true, N: false } } } }`;

type Source = NonNullable<Shop['config']['catalog']>['sources'][number];
type Change = (sources: readonly Source[]) => readonly Source[];

const both: Change = (sources) => sources;
const namesAlone: Change = (sources) => sources.filter(({ name }) => name === 'names');
const actAlone: Change = (sources) => sources.filter(({ name }) => name === 'act');

const named = (file: string, ...rows: readonly string[]) => ({ [file]: ['Nr;Name', ...rows] });
const active = (file: string, ...rows: readonly string[]) => ({
  [file]: ['Nr;Marke;Akt', ...rows],
});

async function opened(contents: 'full' | 'delta' = 'full'): Promise<void> {
  await open(`  sources:\n    - ${names(contents)}\n    - ${act(contents)}`);
}

/** The next start knows these sources. */
async function startedWith(
  change: Change,
  files: Readonly<Record<string, readonly string[]>> = {},
) {
  const { config } = room.shop;
  const catalog = { ...config.catalog!, sources: change(config.catalog!.sources) as Source[] };
  await room.restart({ ...room.shop, config: { ...config, catalog } });
  return (await passOver(files)).calls;
}

const products = async () =>
  (await room.market.products()).map(({ externalId, name, brand, isActive }) => [
    ...[externalId, name, brand, isActive],
  ]);
const needs = async () => (await room.catalog.needsYou()).map(({ id }) => id);
const next = async (id: string) => (await room.catalog.why(id)).next;

describe('a source that is taken out and had blocked articles', () => {
  async function takenOut(): Promise<void> {
    await opened();
    await passOver({
      ...named('n.csv', 'A;Nagel', 'B;Mutter'),
      ...active('a.csv', 'A;M;N', 'B;M;J'),
    });
    await startedWith(namesAlone, named('n.csv', 'A;Nagel', 'B;Mutter', 'C;Keil'));
  }

  it('leaves them blocked, and this is reported until it is back', async () => {
    await takenOut();
    expect((await products()).map(([, , , isOnSale]) => isOnSale)).toEqual([false, true, true]);
    expect(await needs()).toEqual(['inactive-act']);
    expect((await room.catalog.needsYou())[0]?.cause).toMatch(
      /^1 article is inactive because of it/,
    );
    expect(await next('A')).toMatch(
      /^Nothing: its source act is gone from the configuration and had made it inactive/,
    );
    expect(await next('B')).toBe('Nothing: it is in step.');
    await startedWith(both);
    expect(await needs()).toEqual([]);
  });

  it('puts them on sale once another source says so, as the text tells', async () => {
    await takenOut();
    const [need] = await room.catalog.needsYou();
    expect(need?.fix).toContain('isActive: { constant: true }');
    const { mapping } = await declaredSource(
      '{ externalId: Nr, name: Name, isActive: { constant: true } }',
    );
    await startedWith((sources) => namesAlone(sources).map((each) => ({ ...each, mapping })));
    expect((await products()).map(([, , , isOnSale]) => isOnSale)).toEqual([true, true, true]);
    expect(await needs()).toEqual([]);
  });
});

describe('a source of articles that comes back with the file that it had', () => {
  it('has its fields on the marketplace again, beside what the others have said since', async () => {
    await opened();
    await passOver({
      ...named('n.csv', 'A;Nagel', 'B;Mutter'),
      ...active('a.csv', 'A;M;N', 'B;K;J'),
    });
    await startedWith(namesAlone, named('n.csv', 'A;Bolzen', 'B;Mutter', 'C;Keil'));
    await startedWith(both);
    expect(await products()).toEqual([
      ['A', 'Bolzen', 'M', false],
      ['B', 'Mutter', 'K', true],
      ['C', 'Keil', undefined, true],
    ]);
    expect([await next('A'), await needs()]).toEqual(['Nothing: it is in step.', []]);
    expect([(await passOver()).calls, await startedWith(both)]).toEqual([[], []]);
  });

  it('has them also of files of changes, and what neither newest one names is to be exported once more', async () => {
    await opened('delta');
    await passOver({
      ...named('n1.csv', 'A;Nagel', 'B;Mutter'),
      ...active('a1.csv', 'A;M;J', 'B;K;J'),
    });
    await startedWith(namesAlone, named('n2.csv', 'A;Bolzen'));
    await passOver(named('n3.csv', 'B;Mutter neu'));
    await startedWith(both);
    expect(await products()).toEqual([
      ['A', 'Bolzen', 'M', true],
      ['B', 'Mutter neu', 'K', true],
    ]);
    const texts = (await room.catalog.events(10)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/Export all articles once/));
    await passOver(active('a2.csv', 'A;L;J'));
    expect(await products()).toEqual([
      ['A', 'Bolzen', 'L', true],
      ['B', 'Mutter neu', 'K', true],
    ]);
  });

  it('has them where it is the one that names the articles', async () => {
    await opened();
    await passOver({
      ...named('n.csv', 'A;Nagel', 'B;Mutter'),
      ...active('a.csv', 'A;M;J', 'B;M;J'),
    });
    await startedWith(actAlone, active('a.csv', 'A;M;N', 'B;K;J'));
    await startedWith(both);
    expect(await products()).toEqual([
      ['A', 'Nagel', 'M', false],
      ['B', 'Mutter', 'K', true],
    ]);
  });

  it('is as good as a new one that finds its file there', async () => {
    await opened();
    await startedWith(namesAlone, named('n.csv', 'A;Nagel', 'B;Mutter'));
    await startedWith(both, active('a.csv', 'A;M;N', 'B;K;J'));
    expect(await products()).toEqual([
      ['A', 'Nagel', 'M', false],
      ['B', 'Mutter', 'K', true],
    ]);
  });
});

describe('isActive that moves to another source', () => {
  const word = 'isActive: { column: Akt, translate: { J: true, N: false } }';
  const moved: Change = (sources) => {
    const [first, second] = sources as [Source, Source];
    const { isActive, ...mapping } = first.mapping;
    const taker = { ...second.mapping, ...(isActive && { isActive }) };
    return [
      { ...first, mapping },
      { ...second, mapping: taker },
    ];
  };
  const said = (file: string, ...rows: readonly string[]) => ({ [file]: ['Nr;Name;Akt', ...rows] });
  const onSale = async () => (await products()).map(([, , , isOnSale]) => isOnSale);
  async function begun(contents: 'full' | 'delta'): Promise<void> {
    const first = names('full').replace('name: Name', `name: Name, ${word}`);
    await open(`  sources:\n    - ${first}\n    - ${act(contents).replace(`, ${word}`, '')}`);
    await passOver({
      ...said('n.csv', 'A;Nagel;J', 'B;Mutter;N', 'C;Keil;N'),
      ...active('a1.csv', 'A;M;J', 'C;M;J'),
    });
    expect(await onSale()).toEqual([true, false, false]);
  }

  it.each(['full', 'delta'] as const)(
    'leaves what was blocked off sale until that one says otherwise (%s)',
    async (contents) => {
      await begun(contents);
      await passOver(active('a2.csv', 'C;M;'));
      await startedWith(moved);
      expect(await onSale()).toEqual([true, false, false]);
      expect(await next('B')).toMatch(/^Nothing: it was last exported as inactive, and act, /);
      await passOver(said('n.csv', 'A;Nagel;J', 'B;Bolzen;N', 'C;Keil;N'));
      expect(await onSale()).toEqual([true, false, false]);
      await passOver(active('a3.csv', 'B;M;J', 'C;M;J'));
      expect(await onSale()).toEqual([true, true, true]);
      expect(await next('B')).toBe('Nothing: it is in step.');
    },
  );

  it('leaves it so when an undo takes back a change of its name', async () => {
    await begun('delta');
    await startedWith(moved);
    const { runs } = await passOver(said('n.csv', 'A;Nagel;J', 'B;Bolzen;N', 'C;Keil;N'));
    await undone(runs[0]?.run);
    await room.pass();
    expect((await products())[1]).toEqual(['B', 'Mutter', undefined, false]);
  });
});

describe('an article that is hidden because no export names it, and changed by another source meanwhile', () => {
  const others = Array.from({ length: 9 }, (_, n) => `B${n};Niete ${n}`);
  const isOnSale = async () => (await products()).find(([id]) => id === 'A')?.[3];

  const catalog = `  vanished: hide
  brake: { vanished: { share: 90%, count: 50 } }
  sources:\n    - ${names('full')}\n    - ${act('delta')}`;

  async function hiddenAndChanged() {
    await open(catalog);
    await passOver({ ...named('n.csv', 'A;Nagel', ...others), ...active('a1.csv', 'A;M;') });
    await passOver(named('n.csv', ...others));
    const { runs } = await passOver(active('a2.csv', 'A;K;', 'B1;K;', 'B2;K;'));
    expect(await isOnSale()).toBe(false);
    return runs[0]?.run;
  }

  it('is on sale when it is named again: no cell had said that it is inactive', async () => {
    await hiddenAndChanged();
    await passOver(named('n.csv', 'A;Nagel', ...others));
    expect([await isOnSale(), await next('A')]).toEqual([true, 'Nothing: it is in step.']);
  });

  it('is so as well after the run that changed it was forgotten (fault 39)', async () => {
    const run = await hiddenAndChanged();
    for (let each = 0; each <= runsWhole; each += 1)
      await passOver({
        ...active(`a3${each}.csv`, `B1;M${each};`, `B2;M${each};`),
        ...named('n.csv', ...others, `C;Keil ${each}`),
      });
    const { store } = room.catalog;
    expect([...store.forgetSteps(Date.now() + 2 * runsWholeMs)].length).toBeGreaterThan(0);
    expect(store.runs.get(run ?? 0)).toMatchObject({ forgotten: 1 });
    await passOver(named('n.csv', 'A;Nagel', ...others));
    expect(await isOnSale()).toBe(true);
  });

  it('is so as well after an undo took that change back', async () => {
    const run = await hiddenAndChanged();
    await undone(run);
    expect((await products())[0]).toEqual(['A', 'Nagel', 'M', false]);
    await passOver(named('n.csv', 'A;Nagel', ...others));
    expect(await isOnSale()).toBe(true);
  });

  it('is so as well after reconcile --fix sent it again', async () => {
    await hiddenAndChanged();
    await room.market.sandbox.control('PATCH', '/sandbox/products/A', { brand: 'X' });
    expect(await room.catalog.reconcile({ fix: true, quietMs: 5_000 })).toMatchObject({ fixed: 1 });
    await passOver(named('n.csv', 'A;Nagel', ...others));
    expect([await isOnSale(), await next('A')]).toEqual([true, 'Nothing: it is in step.']);
  });

  it('stays off sale where a row that was rejected had blocked it before, the only one of it', async () => {
    await open(`${catalog}
    - { name: stock, kind: stock, folder: ./out, files: "s.csv", ${dialect}, mapping: { externalId: Nr, availableQty: Menge } }`);
    await passOver(named('n.csv', 'A;Nagel', ...others));
    await passOver(active('a1.csv', `A;${'M'.repeat(300)};N`, 'B1;K;', 'B2;K;'));
    await passOver(named('n.csv', ...others));
    await passOver(named('n.csv', 'A;Nagel', ...others));
    expect((await products())[0]).toEqual(['A', 'Nagel', undefined, false]);
  });
});
