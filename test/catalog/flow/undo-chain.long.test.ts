import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, undone, useRoom } from '../one-room.ts';

const sources = (keys: string) => `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const kinds: readonly (readonly [string, string])[] = [
  ['whole files', ''],
  ['files that are read one by one', 'pick: each,'],
  ['files of changes', 'contents: delta,'],
];
const rows = (...lines: readonly string[]) => ['Nr;Name;Menge', ...lines];

const article = async () => {
  const all = await room.market.products();
  const a = all.find(({ externalId }) => externalId === 'A');
  return `${a?.name} ${a?.availableQty}`;
};
const needs = async () => (await room.catalog.needsYou()).map(({ id }) => id.replace(/\d+$/, ''));
const said = async () => (await room.catalog.events(50)).map(({ text }) => text).join('\n');
const states = async () => (await room.catalog.facts()).sources.map(({ state }) => state);

useRoom();

describe.each(kinds)('undos of undos, of %s', (_, keys) => {
  async function twoFiles() {
    await open(sources(keys));
    await passOver({ 'artikel1.csv': rows('A;Nagel;50', 'B;Mutter;6') });
    await passOver({ 'artikel2.csv': rows('A;Stift;5', 'B;Mutter;6') });
  }

  it('refuse the content and let it count in turn, and say so at once', async () => {
    await twoFiles();
    for (const run of [2, 3, 4, 5]) {
      await undone(run, true);
      const isBack = run % 2 === 0;
      expect(await article(), `undo ${run}`).toBe(isBack ? 'Nagel 50' : 'Stift 5');
      expect(await needs(), `undo ${run}`).toEqual(isBack ? ['refused-articles'] : []);
      expect(await states(), `undo ${run}`).toEqual([isBack ? 'refused' : 'inStep']);
    }
  });

  it('do so with looks between them, which read nothing again', async () => {
    await twoFiles();
    let run = 2;
    for (const isBack of [true, false, true, false]) {
      const { runs } = await undone(run, true);
      run = runs.at(-1)?.run ?? 0;
      expect(await passOver()).toEqual({ runs: [], calls: [] });
      expect(await article()).toBe(isBack ? 'Nagel 50' : 'Stift 5');
      expect(await needs()).toEqual(isBack ? ['refused-articles'] : []);
    }
  });

  it('keep what is refused where the stock that came back is left', async () => {
    await twoFiles();
    await undone(2, true);
    await undone(3, false);
    await passOver();
    expect([await article(), await needs()]).toEqual(['Stift 50', ['refused-articles']]);
    await undone(3, true);
    await passOver();
    expect([await article(), await needs()]).toEqual(['Stift 5', []]);
  });

  it('tell of an older run what stands otherwise than the newest file, as often as it does', async () => {
    await twoFiles();
    await passOver({ 'artikel3.csv': rows('A;Stift;5', 'B;Dorn;6') });
    for (const run of [2, 4, 5]) {
      await undone(run, true);
      await passOver();
      const isBack = run !== 4;
      expect(await article(), `undo ${run}`).toBe(isBack ? 'Nagel 50' : 'Stift 5');
      expect(await needs(), `undo ${run}`).toEqual(isBack ? ['against-articles-'] : []);
    }
    await passOver({ 'artikel4.csv': rows('A;Bolzen;4', 'B;Dorn;6') });
    expect(await said()).toContain(
      'artikel4.csv changes 1 article again that undo of run 2 (run 4) and undo of run 5 (run 6) had taken back.',
    );
  });
});

describe('an undo of an undo of a newer run', () => {
  it('does not read the newest file again over what an older undo put back', async () => {
    await open(sources(''));
    await passOver({ 'artikel.csv': rows('A;Nagel;50', 'B;Mutter;6') });
    await passOver({ 'artikel.csv': rows('A;Stift;50', 'B;Mutter;6') });
    await passOver({ 'artikel.csv': rows('A;Stift;50', 'B;Dorn;6') });
    await undone(2, false);
    await undone(3, false);
    await undone(5, false);
    await passOver();
    expect(await article()).toBe('Nagel 50');
    expect((await room.catalog.why('B')).exported).toMatchObject([{ run: 3, file: 'artikel.csv' }]);
  });
});
