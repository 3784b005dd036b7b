import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const sources = (name: string) => `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "art*.csv", ${dialect}, mapping: { externalId: Nr, name: ${name} } }`;
const rows = (count: number) => [...Array(count).keys()].map((n) => `A${n};Nagel ${n}`);

async function configure(column: string): Promise<void> {
  const { config } = room.shop;
  const [source] = config.catalog!.sources;
  const name = {
    ...source!.mapping.name!,
    from: { kind: 'columns', columns: [column], join: ' ' },
  };
  const mapping = { ...source!.mapping, name };
  const catalog = { ...config.catalog!, sources: [{ ...source!, mapping }] };
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
