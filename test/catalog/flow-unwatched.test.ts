import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialect, open, room, useRoom } from './one-room.ts';

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

  it('names a link that stands in place of the export', async () => {
    await open(source());
    linked('a.csv');
    const link = expect.stringContaining('a.csv: is a symbolic link');
    expect(await room.catalog.needsYou()).toMatchObject([{ cause: link }]);
    expect(await next()).toEqual(link);
    expect((await room.catalog.plan()).refused).toEqual([link]);
    expect((await room.catalog.plan('all')).refused).toEqual([link]);
  });
});
