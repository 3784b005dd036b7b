import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Files } from '../../../src/files/port.ts';
import { open, room, useRoom } from '../one-room.ts';

const delta = (more: string): string => `  sources:
    - { name: articles, folder: ./out, files: "art_*.csv", stable: { quiet: 0s }, ${more}, delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Name, availableQty: Menge } }`;

useRoom();

const drop = async (name: string, stock: number): Promise<void> => {
  room.write(name, ['Nr;Name;Menge', `A;Nagel;${stock}`]);
  await room.pass(200);
};
const stock = async (): Promise<unknown> => (await room.market.products())[0]?.availableQty;
const causes = async () => (await room.catalog.needsYou()).map(({ cause }) => cause);

describe('a file with bytes that were read before under its name', () => {
  it.each(['contents: delta', 'pick: each'])(
    'is read where the one before was put away, once each (%s)',
    async (kind) => {
      await open(delta(`${kind}, afterImport: move`));
      await drop('art_mo.csv', 5);
      await drop('art_di.csv', 7);
      await drop('art_mo.csv', 5);
      expect(await stock()).toBe(5);
      expect(room.shop.names('out/done')).toEqual(['art_di.csv', 'art_mo.2.csv', 'art_mo.csv']);
      await drop('art_di.csv', 7);
      await room.restart();
      expect((await room.pass(200)).runs).toEqual([]);
      expect([await stock(), await causes()]).toEqual([7, []]);
    },
  );

  it.each([false, true])(
    'is read where the process was killed right after it had moved the one before (%s)',
    async (isWrittenWhileDown) => {
      await open(delta('contents: delta, afterImport: move'));
      const killed =
        (real: Files): Files['move'] =>
        async (request) => {
          await real.move(request);
          throw new Error('killed');
        };
      await room.restart(room.shop, room.post.send, {
        files: (real) => ({ ...real, move: killed(real) }),
      });
      await expect(drop('art_mo.csv', 5)).rejects.toThrow('killed');
      if (isWrittenWhileDown) room.write('art_mo.csv', ['Nr;Name;Menge', 'A;Nagel;5']);
      await room.restart();
      if (isWrittenWhileDown) expect((await room.pass(200)).runs).toHaveLength(1);
      await drop('art_di.csv', 7);
      await drop('art_mo.csv', 5);
      expect([await stock(), await causes()]).toEqual([5, []]);
    },
  );

  it('is reported where it stays in the folder and is not read, over a restart too', async () => {
    await open(delta('contents: delta'));
    await drop('art_mo.csv', 5);
    await drop('art_di.csv', 7);
    expect(await causes()).toEqual([]);
    const place = `${room.shop.folder}/out/art_mo.csv`;
    const written = new Date(Date.now() + 1_000);
    fs.utimesSync(place, written, written);
    const told = [
      expect.stringContaining(
        'art_mo.csv: was written again with exactly the content that was read as run 1',
      ),
    ];
    for (const _ of ['at once', 'after a restart']) {
      await room.pass(200);
      expect([await stock(), await causes()]).toEqual([7, told]);
      await room.restart();
    }
    room.remove('art_mo.csv');
    await room.pass(200);
    expect(await causes()).toEqual([]);
  });

  it('is not told where only an older file was released since', async () => {
    await open(`  brake: { zeroed: { share: 1%, count: 0 } }\n${delta('contents: delta')}`);
    await drop('art_mo.csv', 5);
    await drop('art_di.csv', 0);
    room.write('art_mi.csv', ['Nr;Name;Menge', 'B;Mutter;3']);
    await room.pass(200);
    const place = `${room.shop.folder}/out/art_mi.csv`;
    const written = new Date(Date.now() + 1_000);
    fs.utimesSync(place, written, written);
    await room.catalog.release('1', 'clerk');
    await room.pass(200);
    expect([await stock(), await causes()]).toEqual([0, []]);
  });

  it('is not told where files were written in another order than they were read in', async () => {
    await open(delta('contents: delta'));
    room.write('art_2.csv', ['Nr;Name;Menge', 'A;Nagel;5']);
    room.write('art_1.csv', ['Nr;Name;Menge', 'A;Nagel;7']);
    await room.pass(200);
    await room.pass(200);
    expect([await stock(), await causes()]).toEqual([5, []]);
  });
});
