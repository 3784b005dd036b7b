import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = (name: string) => `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "art*.csv", ${dialect}, mapping: { externalId: Nr, name: ${name} } }`;
const rows = (count: number) => [...Array(count).keys()].map((n) => `A${n};Nagel ${n}`);

/** Reads the name from another column, in the last source. */
async function configure(column: string): Promise<void> {
  const { config } = room.shop;
  const before = config.catalog!.sources.slice(0, -1);
  const source = config.catalog!.sources.at(-1);
  const name = {
    ...source!.mapping.name!,
    from: { kind: 'columns', columns: [column], join: ' ' },
  };
  const mapping = { ...source!.mapping, name };
  const catalog = { ...config.catalog!, sources: [...before, { ...source!, mapping }] };
  await room.restart({ ...room.shop, config: { ...config, catalog } as typeof config });
}

async function actions(): Promise<readonly (string | undefined)[]> {
  const { held } = await room.catalog.facts();
  const needs = await room.catalog.needsYou();
  const need = needs.find(({ id }) => id === 'held:1');
  return [held[0]?.remedy, need?.fix, (await room.catalog.why('A99')).next];
}

describe('what is held under a configuration that is gone', () => {
  it('names what helps, and not a release that is refused', async () => {
    await open(sources('Name'));
    await passOver({ 'art.csv': ['Nr;Name', ...rows(100)] });
    await passOver({ 'art.csv': ['Nr;Name', ...rows(20)] });
    expect(await actions()).toEqual([
      undefined,
      expect.stringContaining('stockhand release 1'),
      expect.stringContaining('stockhand release 1'),
    ]);
    await configure('Titel');
    const anew = expect.stringContaining('read again');
    expect(await actions()).toEqual([anew, anew, anew]);
    await passOver();
    expect((await room.catalog.needsYou()).map(({ id }) => id)).toContain('refused-articles');
    const corrected = expect.stringContaining('now the file is refused');
    expect(await actions()).toEqual([corrected, corrected, corrected]);
    await expect(room.catalog.release('1', 'clerk')).rejects.toMatchObject({ code: 'HOLD_STALE' });
    await configure('Name');
    await passOver();
    expect((await room.catalog.why('A99')).next).toContain('stockhand release 2');
    await room.catalog.release('2', 'clerk');
    expect((await passOver()).calls).toHaveLength(80);
  });
});

describe('a file of changes that a new configuration refuses before it is sent', () => {
  const changes = `${sources('Name')}
    - { name: more, contents: delta, folder: ./out, files: "del*.csv", ${dialect}, mapping: { externalId: Nr, description: { column: Text }, name: Titel } }`;
  const ofChanges = async () => (await room.catalog.facts()).sources[1]?.lastRun;
  const sentence = expect.stringMatching(
    /^del1\.csv of more was refused, and no later file repeats/,
  );

  it('waits on in its books, is asked about when the next one comes, and is sent once it can be read', async () => {
    await open(changes.replace(', name: Name', ', unitOfMeasure: Name'));
    await passOver({ 'art.csv': ['Nr;Name', ...rows(20)] });
    await room.catalog.setPaused('more', true);
    await passOver({ 'del1.csv': ['Nr;Text;Titel', ...rows(6).map((row) => `${row};T`)] });
    await configure('Name');
    await passOver();
    expect(await ofChanges()).toMatchObject({ waiting: 6, final: false, isRefused: true });
    await room.catalog.setPaused('more', false);
    await passOver({ 'del2.csv': ['Nr;Text;Name', 'A9;t;N'] });
    expect((await room.catalog.held()).map((hold) => hold.sentence)).toEqual([sentence]);
    expect((await room.catalog.why('A3')).next).toContain('del1.csv of more was refused');
    await configure('Titel');
    await passOver({ 'del3.csv': ['Nr;Text;Titel', ...rows(6).map((row) => `${row};T`)] });
    expect(await room.catalog.held()).toEqual([]);
  });
});
