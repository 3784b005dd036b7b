import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from '../one-room.ts';

useRoom();

const source = (stable = dialect) => `  sources:
    - { name: all, folder: ./out, files: "a*.csv", ${stable}, mapping: { externalId: Nr, name: Name } }`;

function linked(name: string): void {
  room.shop.write('elsewhere.csv', 'Nr;Name\r\nA1;Nagel\r\n');
  fs.symlinkSync(
    path.join(room.shop.folder, 'elsewhere.csv'),
    path.join(room.shop.folder, 'out', name),
  );
}

const sentence = async () => (await room.catalog.facts()).sources[0]?.sentence;
const next = async () => (await room.catalog.why('A1')).next;

describe('where no daemon looks, what is asked for', () => {
  it('names the done file that an export waits for, and takes nothing', async () => {
    await open(source(dialect.replace('quiet: 0s', 'quiet: 0s, doneFile: "{name}.ok"')));
    room.write('a.csv', ['Nr;Name', 'A1;Nagel']);
    const waits = 'a.csv waits for its done file a.csv.ok.';
    expect(await sentence()).toBe(waits);
    expect(await next()).toContain(waits);
    expect(room.shop.names('state/spool')).toEqual([]);
  });

  it('names the first export of a source that nobody has read yet, of which not all is in step', async () => {
    await open(source());
    room.write('a.csv', ['Nr;Name', 'A1;Nagel']);
    await room.restart();
    expect((await room.catalog.facts()).sources[0]).toMatchObject({
      sentence: 'a.csv is not read yet.',
      isUnread: true,
    });
    await room.pass();
    expect((await room.catalog.facts()).sources[0]).not.toHaveProperty('isUnread');
  });

  it('says of an export that nobody has read and whose source is paused that it waits', async () => {
    await open(source());
    room.write('a.csv', ['Nr;Name', 'A1;Nagel']);
    await room.pass();
    await room.catalog.setPaused('all', true, 'anna');
    expect((await room.catalog.facts()).sources[0]).not.toHaveProperty('waitsPaused');
    room.write('a2.csv', ['Nr;Name', 'A1;Mutter']);
    await room.restart();
    expect((await room.catalog.facts()).sources[0]?.waitsPaused).toMatch(
      /^all has been paused since .* by anna \(stockhand resume all\)$/,
    );
  });

  it('names an export that nobody has read yet, and one that was written again', async () => {
    await open(source());
    room.write('a.csv', ['Nr;Name', 'A1;Nagel']);
    await room.pass();
    await room.restart();
    expect(await sentence()).toBe('a.csv: 1 of 1 rows in step.');
    const soon = Date.now() / 1_000 + 2;
    room.write('a.csv', ['Nr;Name', 'A1;Bolzen']);
    fs.utimesSync(path.join(room.shop.folder, 'out', 'a.csv'), soon, soon);
    await room.restart();
    expect(await sentence()).toContain('a.csv is dated after it was read');
    room.write('a2.csv', ['Nr;Name', 'A1;Mutter']);
    fs.utimesSync(path.join(room.shop.folder, 'out', 'a2.csv'), soon, soon + 1);
    await room.restart();
    expect(await sentence()).toBe('a2.csv is not read yet.');
    expect(await next()).toContain('Not read yet: all: a2.csv is not read yet.');
    await room.pass();
    expect(await sentence()).toBe('a2.csv: 1 of 1 rows in step.');
  });

  it.each([
    ['of a union', 'a*.csv', 'pick: union'],
    ['with its companion', 'a1.csv', 'companions: [a2.csv]'],
  ])('knows the files %s by the run that read them together', async (_, files, keys) => {
    await open(source(`${dialect}, ${keys}`).replace('a*.csv', files));
    room.write('a1.csv', ['Nr;Name', 'A1;Nagel']);
    room.write('a2.csv', ['Nr;Name', 'A2;Bolzen']);
    await room.pass();
    const told = await sentence();
    expect(told).toContain('rows in step.');
    await room.restart();
    expect(await sentence()).toBe(told);
  });

  it('names a link that is in place of the export', async () => {
    await open(source());
    linked('a.csv');
    const link = expect.stringContaining('a.csv: is a symbolic link');
    expect(await room.catalog.needsYou()).toMatchObject([{ cause: link }]);
    expect(await next()).toEqual(link);
    expect((await room.catalog.plan()).refused).toEqual([link]);
    expect((await room.catalog.plan('all')).refused).toEqual([link]);
  });
});
