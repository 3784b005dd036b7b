import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/files/port.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const source = (keys = 'afterImport: move,', vanished = 'ignore') => `  vanished: ${vanished}
  sources:
    - { name: all, folder: ./out, files: "a*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;
const csv = (...rows: string[]) => ['Nr;Name;Menge', ...rows];

/** The ERP writes one after the other: whichever comes later is a second younger. */
function deliver(files: Readonly<Record<string, readonly string[]>>): void {
  const now = Date.now() / 1_000;
  const names = Object.keys(files);
  for (const [at, name] of names.entries()) {
    room.write(name, files[name] ?? []);
    const writtenAt = now - names.length + at;
    fs.utimesSync(path.join(room.shop.folder, 'out', name), writtenAt, writtenAt);
  }
}

const stock = async () => (await room.market.products()).map((each) => each.availableQty);
const files = (folder = 'out') =>
  room.shop.names(folder).filter((name) => name !== 'done' && name !== 'error');

/** A folder in which these names cannot be moved. */
const withoutMoving = (...names: string[]): { files: (real: Files) => Files } => ({
  files: (real) => ({
    ...real,
    move: (request) =>
      names.includes(request.file.name)
        ? Promise.resolve({ offline: { sentence: 'it is locked', remedy: '' } } as never)
        : real.move(request),
  }),
});

const older = { 'a2.csv': csv('A;Nagel;8', 'B;Mutter;20') };
const newest = { 'a3.csv': csv('A;Nagel;1', 'C;Keil;3') };

async function start(yaml = source()): Promise<void> {
  await open(yaml);
  await passOver({ 'a1.csv': csv('A;Nagel;10', 'B;Mutter;20') });
}

describe('with afterImport: move an export that is older than the newest', () => {
  it('goes to done/ with it, which is reported, and is read at no later pass', async () => {
    await start(source('afterImport: move,', 'unpublish'));
    deliver({ ...older, ...newest });
    const { runs, notes } = await room.pass();
    expect(runs).toMatchObject([{ file: 'a3.csv' }]);
    expect(notes).toEqual([
      'all: 1 taken off sale (unpublished).',
      'all: a2.csv is older than a3.csv (run 2) and was moved to done/ with it. It was not read: only contents: delta reads every file.',
    ]);
    expect(files()).toEqual([]);
    expect(files('out/done')).toEqual(['a1.csv', 'a2.csv', 'a3.csv']);
    expect(await passOver()).toEqual({ runs: [], calls: [] });
    expect((await room.market.products()).map(({ externalId }) => externalId)).toContain('C');
    const texts = room.catalog.store.events.last(20).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('a2.csv is older than a3.csv'))).toHaveLength(1);
  });

  it('takes nothing from what was planned in a pause', async () => {
    await start();
    await room.catalog.setPaused('all', true, 'clerk');
    deliver({ ...older, ...newest });
    await room.pass();
    await room.catalog.setPaused('all', false, 'clerk');
    const { calls } = await passOver();
    expect(calls.flat()).toContainEqual(expect.objectContaining({ availableQty: 1 }));
    expect(await passOver()).toEqual({ runs: [], calls: [] });
  });

  it('is not read once undo had refused its content and a newer one was taken', async () => {
    await start();
    const { runs } = await passOver(older);
    const { plan } = await room.catalog.undo({ run: String(runs[0]?.run), quantities: false });
    await room.catalog.apply(plan, { quietMs: 2_000, who: 'clerk' });
    deliver({ 'a3.csv': older['a2.csv'] });
    await passOver();
    expect(await room.catalog.needsYou()).toMatchObject([
      { cause: expect.stringContaining('a3.csv: was taken back by undo') },
    ]);
    deliver({ 'a3.csv': older['a2.csv'], 'a4.csv': csv('A;Nagel;7', 'B;Mutter;19') });
    await passOver();
    expect(await passOver()).toEqual({ runs: [], calls: [] });
    expect(await stock()).toEqual([7, 19]);
  });

  it('is not read where the end came between it and the newest', async () => {
    await start();
    await room.restart(room.shop, room.post.send, withoutMoving('a3.csv'));
    deliver({ ...older, ...newest });
    await passOver();
    expect(files()).toEqual(['a3.csv']);
    await room.restart();
    expect(await passOver()).toEqual({ runs: [], calls: [] });
    expect(await stock()).toEqual([1, 20, 3]);
  });

  it('keeps the newest beside it where it cannot be moved, and is not read', async () => {
    await start();
    await room.restart(room.shop, room.post.send, withoutMoving('a2.csv'));
    deliver({ ...older, ...newest });
    const { notes } = await room.pass();
    expect(notes).toEqual([
      'all: a2.csv is older than a3.csv (run 2) and could not be moved (it is locked), so both stay in the folder; it is not read while a3.csv is there.',
    ]);
    expect(files()).toEqual(['a2.csv', 'a3.csv']);
    await room.restart();
    expect(await passOver()).toEqual({ runs: [], calls: [] });
    await passOver({ 'a4.csv': csv('A;Nagel;6', 'B;Mutter;20', 'C;Keil;3') });
    expect(files()).toEqual([]);
    expect(await passOver()).toEqual({ runs: [], calls: [] });
    expect(await stock()).toEqual([6, 20, 3]);
  });

  it('stays where it is not whole yet, and the newest with it', async () => {
    await open(source('afterImport: move, companions: ["{stem}.txt"],'));
    room.shop.write('out/a3.txt', 'x');
    deliver({ ...older, ...newest });
    const { notes } = await room.pass();
    expect(notes).toEqual([
      expect.stringContaining('a2.csv is older than a3.csv (run 1) and is not at rest'),
    ]);
    room.shop.write('out/a2.txt', 'x');
    expect(await passOver()).toEqual({ runs: [], calls: [] });
  });

  it('is not reported as unread where it was read with its companion and moves came later', async () => {
    const companion = 'companions: ["{stem}.txt"],';
    await open(source(companion));
    for (const name of ['a2.txt', 'a3.txt']) room.shop.write(`out/${name}`, 'x');
    deliver(older);
    await passOver();
    const { config } = room.shop;
    const [all] = config.catalog!.sources;
    const catalog = { ...config.catalog!, sources: [{ ...all!, afterImport: 'move' as const }] };
    await room.restart({ ...room.shop, config: { ...config, catalog } });
    deliver(newest);
    expect((await room.pass()).notes).toEqual([]);
    expect(files('out/done')).toEqual(['a2.csv', 'a2.txt', 'a3.csv', 'a3.txt']);
  });

  it('goes with its companions and its done file, but with none that is shared', async () => {
    await open(
      source('afterImport: move, companions: ["{stem}.txt", all.txt],').replace(
        'quiet: 0s',
        'quiet: 0s, doneFile: "{name}.ok"',
      ),
    );
    for (const name of ['a2.txt', 'a3.txt', 'all.txt', 'a2.csv.ok', 'a3.csv.ok'])
      room.shop.write(`out/${name}`, 'x');
    deliver({ ...older, ...newest });
    await room.pass();
    expect(files('out/done')).toEqual([
      ...['a2.csv', 'a2.csv.ok', 'a2.txt', 'a3.csv', 'a3.csv.ok', 'a3.txt', 'all.txt'],
    ]);
  });

  it('is read where the newer one was refused: that overtakes nothing', async () => {
    await start();
    deliver({ ...older, 'a3.csv': ['Muell'] });
    await passOver();
    await passOver();
    expect(files('out/error')).toEqual(['a3.csv']);
    expect(await stock()).toEqual([8, 20]);
  });

  it('is read with afterImport: keep once the ERP takes the newer one away', async () => {
    await start(source(''));
    deliver({ ...older, ...newest });
    await passOver();
    expect(await passOver()).toEqual({ runs: [], calls: [] });
    room.remove('a3.csv');
    room.remove('a1.csv');
    expect((await passOver()).runs).toMatchObject([{ file: 'a2.csv' }]);
  });
});
