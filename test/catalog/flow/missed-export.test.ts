import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { onceCode } from '../../../src/cli/run.ts';
import { systemClock } from '../../../src/clock.ts';
import { onceResult } from '../../../src/once.ts';
import { openCatalog } from '../../support/catalog.ts';
import { dialect, open, room, useRoom } from '../one-room.ts';

useRoom();

const articles = (keys = '', more = '') => `  sources:
    - { name: articles, folder: ./out, files: "a*.csv", ${keys} ${dialect}, mapping: { externalId: Nr, name: Name } }${more}`;
const rows = ['Nr;Name', 'A;Nagel'];
const sending = { sent: {}, lanes: [] } as never;
const isThere = (name: string) => `${name} is there, and files: "a*.csv" does not match that name.`;
const packed = 'Write files: "a*.csv.gz" in the source, or export without another ending.';

async function pass() {
  const catalog = await room.pass();
  const waitsForPerson = await room.catalog.needsYou();
  const result = onceResult({ catalog, orders: undefined, waitsForPerson, sending });
  const { notes, report } = result;
  return { notes, code: onceCode(result), needs: report.waitsForPerson };
}
const isMisnamed = async () => (await room.catalog.facts()).sources[0]?.isMisnamed;
const sentence = async () => (await room.catalog.facts()).sources[0]?.sentence;

describe('where no export was ever read, a name that files: just misses', () => {
  it.each([
    ['a1.csv.gz', packed],
    ['A1.CSV', 'Capital and small letters count: '],
  ])('needs somebody at the end of a pass where that is surely meant: %s', async (name, fix) => {
    await open(articles());
    room.write(name, rows);
    const { code, notes, needs } = await pass();
    expect([code, notes]).toEqual([2, []]);
    expect(needs).toMatchObject([
      { id: 'missed-articles', cause: isThere(name), fix: expect.stringContaining(fix) },
    ]);
    expect(await sentence()).toMatch(`No file a*.csv has been read yet: ${isThere(name)} ${fix}`);
    expect(await isMisnamed()).toBe(true);
    expect((await room.catalog.why('A')).next).toContain(
      `Not read yet: articles: ${isThere(name)}`,
    );
  });

  it.each([
    ['a1.txt', '', 'If that is the export, write files: "a*.txt" in the source.'],
    ['a1.csv.tmp', '', 'the ERP should rename it when it is complete.'],
    ['a1.csv.gz', 'contents: delta,', packed],
  ])('is named, and no more, where it may be something else: %s %s', async (name, keys, advice) => {
    await open(articles(keys));
    room.write(name, rows);
    const { code, notes, needs } = await pass();
    expect([code, needs]).toEqual([0, []]);
    expect(notes).toEqual([expect.stringContaining(`articles: ${isThere(name)}`)]);
    expect(notes[0]).toContain(advice);
    expect(await isMisnamed()).toBeUndefined();
    expect(await sentence()).toContain(`${isThere(name)} `);
  });

  it.each([
    ['another source takes it', 'a*.txt', ''],
    ['it is a done file', 'b*.csv', ', doneFile: "{name}.txt"'],
  ])('is nothing where %s', async (_, others, doneFile) => {
    const other = `\n    - { name: other, kind: stock, folder: ./out, files: "${others}", ${dialect}, mapping: { externalId: Nr, availableQty: Name } }`;
    await open(articles('', other).replace('quiet: 0s', `quiet: 0s${doneFile}`));
    room.write('a1.csv.txt', rows);
    await pass();
    expect(await sentence()).toBe('No file a*.csv has been read yet.');
  });

  it('is nothing where it is a folder, nor once an export was read and cleared away', async () => {
    await open(articles());
    fs.mkdirSync(`${room.shop.folder}/out/a1.csv.gz`);
    expect(await pass()).toMatchObject({ code: 0, notes: [] });
    room.write('a2.csv', rows);
    await room.pass();
    room.remove('a2.csv');
    room.write('A3.CSV', rows);
    expect((await pass()).needs).toEqual([]);
  });

  it('needs somebody after ten minutes of a daemon, until a name fits', async () => {
    await open(articles());
    room.write('a1.csv.gz', rows);
    let pastMs = 0;
    const clock = { ...systemClock, monotonic: () => pastMs };
    const catalog = openCatalog(room.shop, room.post.send, { clock });
    const needsAfter = async (minutes: number) => {
      pastMs += minutes * 60_000;
      await catalog.plan();
      return (await catalog.needsYou()).map(({ id }) => id);
    };
    expect(await needsAfter(0)).toEqual([]);
    expect(await needsAfter(9)).toEqual([]);
    expect(await needsAfter(1)).toEqual(['missed-articles']);
    room.write('a1.csv', rows);
    expect(await needsAfter(1)).toEqual([]);
    await catalog.stop();
    catalog.store.close();
  });
});
