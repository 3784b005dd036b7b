import { describe, expect, it } from 'vitest';
import { offline } from '../../../src/files/offline.ts';
import type { Files } from '../../../src/files/port.ts';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const source = (doneFile: string) => `  sources:
    - { name: all, folder: ./out, files: art.csv, ${dialect.replace('quiet: 0s', `quiet: 0s, doneFile: "${doneFile}"`)}, afterImport: move, mapping: { externalId: Nr, name: Name } }`;
const whole = { 'art.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] };

const withMoves = (
  instead: (
    request: Parameters<Files['move']>[0],
    move: Files['move'],
  ) => ReturnType<Files['move']>,
) => ({
  files: (real: Files): Files => ({ ...real, move: (request) => instead(request, real.move) }),
});

describe('with afterImport: move a done file', () => {
  it.each([
    ['{name}.ok', 'art.csv.ok'],
    ['{stem}.ok', 'art.ok'],
  ])(
    '%s goes with its export, so that the next one of that name waits for its own',
    async (doneFile, ok) => {
      await open(source(doneFile));
      room.shop.write(`out/${ok}`, '');
      await passOver(whole);
      expect(room.shop.names('out')).toEqual(['done']);
      expect(room.shop.names('out/done')).toEqual(expect.arrayContaining(['art.csv', ok]));
    },
  );

  it('leaves no export behind where the process ended between the two', async () => {
    await open(source('{name}.ok'));
    const stuck = withMoves(async (request, move) =>
      request.file.name === 'art.csv'
        ? offline('busy', 'It is held by another program.')
        : move(request),
    );
    await room.restart(room.shop, room.post.send, stuck);
    room.shop.write('out/art.csv.ok', '');
    await passOver(whole);
    expect(room.shop.names('out')).toEqual(['art.csv', 'done']);
    await room.restart();
    expect(await passOver()).toEqual({ runs: [], calls: [] });
    expect(room.shop.names('out')).toEqual(['done']);
  });

  it('goes with a refused export', async () => {
    await open(source('{name}.ok'));
    room.shop.write('out/art.csv.ok', '');
    await passOver({ 'art.csv': ['Muell'] });
    await passOver();
    expect(room.shop.names('out/error')).toEqual(['art.csv', 'art.csv.ok']);
  });

  it('stays where it may speak for other exports, too', async () => {
    await open(source('ready.ok'));
    room.shop.write('out/ready.ok', '');
    await passOver(whole);
    expect(room.shop.names('out')).toEqual(['done', 'ready.ok']);
  });
});

describe('an export that two sources read with afterImport: move', () => {
  const both = `  sources:
    - { name: all, folder: ./out, files: art.csv, ${dialect}, afterImport: move, mapping: { externalId: Nr, name: Name } }
    - { name: stock, kind: stock, missing: keep, folder: ./out, files: art.csv, ${dialect.replace('0s', '1500ms')}, afterImport: move, mapping: { externalId: Nr, availableQty: Menge } }`;

  it('leaves the folder once both have read it', async () => {
    await open(both);
    await room.catalog.start();
    room.write('art.csv', ['Nr;Name;Menge', 'A;Nagel;7']);
    await expect.poll(() => room.shop.names('out'), { timeout: 15_000 }).toEqual(['done']);
    expect(room.catalog.store.runs.last(5).map(({ source }) => source)).toEqual(['stock', 'all']);
  });
});
