import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const csv = `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel.*", stable: { quiet: 0s }, delimiter: ";", mapping: { externalId: Nr, name: Name } }`;
const good = 'Nr;Name\r\nA;Nagel\r\nB;Mutter\r\n';

useRoom();

/** One pass over a file; what the marketplace got and how the source stands. */
async function passOver(name: string, content: string) {
  const since = await ledgerEnd(room.market);
  room.shop.write(`out/${name}`, content);
  await room.pass();
  const { sources } = await room.catalog.facts();
  return {
    calls: await callsSince(room.market, since),
    facts: sources[0],
    needs: await room.catalog.needsYou(),
  };
}

describe('a name that is no file', () => {
  const mknod = (at: string): boolean => spawnSync('mknod', [at, 'c', '1', '3']).status === 0;
  const mkfifo = (at: string): boolean => spawnSync('mkfifo', [at]).status === 0;
  it.for<[string, string, (at: string) => unknown]>([
    ['a symbolic link', 'is a symbolic link', (at: string) => fs.symlinkSync('/etc/shadow', at)],
    ['a pipe', 'is a pipe or a device', mkfifo],
    ['a device (made by root alone)', 'is a pipe or a device', mknod],
    ['a folder', 'is a folder', (at: string) => fs.mkdirSync(at)],
  ])(
    'fault 15: %s is not read, that is said, and the file beside it goes',
    async ([, words, make], { skip }) => {
      await open(csv);
      skip(make(`${room.shop.folder}/out/artikel.txt`) === false, 'this account cannot make it');
      fs.mkdirSync(`${room.shop.folder}/out/done`);
      const { calls, facts, needs } = await passOver('artikel.csv', good);
      expect(calls).toHaveLength(1);
      expect(facts?.state).toBe('inStep');
      expect(needs).toMatchObject([
        { id: 'refused-articles', fix: expect.stringContaining('Put the file itself') },
      ]);
      expect(needs[0]?.cause).toMatch(new RegExp(`^artikel\\.txt: ${words}`));
    },
  );

  it('fault 15: a hard link is the file itself: its content is read once, whichever name is newer', async () => {
    await open(csv);
    await passOver('artikel.csv', good);
    fs.linkSync(`${room.shop.folder}/out/artikel.csv`, `${room.shop.folder}/out/artikel.txt`);
    const { calls, facts, needs } = await passOver('artikel.csv', good);
    expect(calls).toEqual([]);
    expect(facts?.state).toBe('inStep');
    expect(needs).toEqual([]);
  });
});
