import { describe, expect, it } from 'vitest';
import { dialect, open, passOver, room, useRoom } from '../one-room.ts';

useRoom();

const source = (doneFile: string) => `  sources:
    - { name: all, folder: ./out, files: art.csv, ${dialect.replace('quiet: 0s', `quiet: 0s, doneFile: "${doneFile}"`)}, afterImport: move, mapping: { externalId: Nr, name: Name } }`;
const whole = { 'art.csv': ['Nr;Name', 'A;Nagel', 'B;Mutter'] };

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
