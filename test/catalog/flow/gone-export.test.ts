import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { dialect } from '../one-room.ts';
import { openRoom, type Room } from '../room.ts';

const sources = (keys = '') => `  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", ${dialect}, ${keys} mapping: { externalId: Nr, name: Name } }`;
const rows = ['Nr;Name', 'A1;Nagel'];

let room: Room;
let pastMs = 0;
afterEach(() => room.close());

async function read(keys?: string): Promise<void> {
  room = await openRoom(sources(keys));
  pastMs = 0;
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + pastMs };
  await room.restart(room.shop, room.post.send, { clock });
  room.write('artikel.csv', rows);
  await room.pass();
}

const sentence = async () => (await room.catalog.facts()).sources[0]?.sentence;
const needs = async () => (await room.catalog.needsYou()).map(({ id }) => id);
const gone =
  /The export in use \(artikel\.csv, read at \d{4}-.*Z\) is no longer in .*out; nothing newer was exported\./;

describe('an export that counts and is no longer in its folder', () => {
  it('is told by its source and by a pass; once its folder is empty for ten minutes it needs a person, until an export comes', async () => {
    await read();
    room.remove('artikel.csv');
    expect((await room.pass()).notes).toEqual([expect.stringMatching(gone)]);
    expect(await sentence()).toMatch(gone);
    expect(await needs()).toEqual([]);
    pastMs = 10 * 60_000;
    expect(await needs()).toEqual(['gone-articles']);
    room.write('artikel-2.csv', [...rows, 'A2;Mutter']);
    expect((await room.pass()).notes).toEqual([]);
    expect(await needs()).toEqual([]);
    expect(await sentence()).not.toMatch(gone);
  });

  it('needs a person where another folder is in its place, with other files', async () => {
    await read();
    const out = path.join(room.shop.folder, 'out');
    fs.renameSync(out, `${out}-old`);
    fs.mkdirSync(out);
    room.shop.write('out/liesmich.txt', 'neu');
    await room.pass();
    pastMs = 10 * 60_000;
    expect(await needs()).toEqual(['gone-articles']);
  });

  it('is a note alone where other files are still there: the ERP has cleared it away', async () => {
    await read();
    room.shop.write('out/liesmich.txt', 'neu');
    room.remove('artikel.csv');
    await room.pass();
    pastMs = 24 * 60 * 60_000;
    expect(await needs()).toEqual([]);
    expect(await sentence()).toMatch(gone);
  });

  it.each(['contents: delta,', 'pick: each,', 'afterImport: move,'])(
    'is nothing to tell with %s',
    async (keys) => {
      await read(keys);
      fs.rmSync(path.join(room.shop.folder, 'out/artikel.csv'), { force: true });
      expect((await room.pass()).notes).toEqual([]);
      expect(await sentence()).not.toMatch(gone);
    },
  );
});
