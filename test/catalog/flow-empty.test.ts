import { afterEach, describe, expect, it } from 'vitest';
import type { Room } from './room.ts';
import { callsSince, ledgerEnd, openRoom } from './room.ts';

const source = (keys: string) => `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel.*", stable: { quiet: 0s }, ${keys} mapping: { externalId: Nr, name: Name } }`;
const csv = 'delimiter: ";",';
const table = 'Nr;Name\r\nA;Nagel\r\nB;Mutter\r\nC;Bolzen\r\n';
const xml = '<a><p><Nr>A</Nr><Name>Nagel</Name></p><p><Nr>B</Nr><Name>Mutter</Name></p></a>';

let room: Room;
afterEach(() => room.close());

async function passOver(name: string, content: string) {
  const since = await ledgerEnd(room.market);
  room.shop.write(`out/${name}`, content);
  const { runs } = await room.pass();
  return { runs, calls: await callsSince(room.market, since), held: await room.catalog.held() };
}

describe('fault 3: a file with nothing in it', () => {
  const cases: readonly (readonly [string, string, string, string, string])[] = [
    ['not a byte', csv, 'artikel.csv', table, ''],
    ['a byte order mark', csv, 'artikel.csv', table, '\uFEFF'],
    ['blank lines', csv, 'artikel.csv', table, '\r\n\r\n'],
    [
      'no byte of a table without header',
      `${csv} headerRow: none,`,
      'artikel.csv',
      'A;Nagel\r\nB;Mutter\r\n',
      '',
    ],
    ['no byte of XML', 'format: xml, path: a/p,', 'artikel.xml', xml, ''],
    [
      'no byte of JSON',
      'format: json,',
      'artikel.json',
      '[{"Nr":"A","Name":"Nagel"},{"Nr":"B","Name":"Mutter"}]',
      '',
    ],
  ];

  it.each(cases)(
    '%s: is held with both numbers until a whole one comes',
    async (...[, keys, name, whole, nothing]) => {
      const named = keys.includes('none')
        ? source(keys).replace('Nr, name: Name', '"1", name: "2"')
        : source(keys);
      room = await openRoom(named);
      const before = (await passOver(name, whole)).runs[0]?.read;
      const { runs, calls, held } = await passOver(name, nothing);
      expect(calls).toEqual([]);
      expect(runs).toMatchObject([{ read: 0, sent: 0, rejected: 0, final: true }]);
      expect(held.map(({ sentence }) => sentence)).toEqual([
        `${name} holds 0 rows, last time it was ${before}: nothing was changed. A yes would unpublish ${before} articles.`,
      ]);
      const after = await passOver(name, `${whole}\n`);
      expect(after).toMatchObject({ calls: [], held: [] });
    },
  );

  it('is held as the first one of its source too, where it has a header', async () => {
    room = await openRoom(source(csv));
    const { calls, held } = await passOver('artikel.csv', 'Nr;Name\r\n');
    expect(calls).toEqual([]);
    expect(held).toMatchObject([{ sentence: 'artikel.csv holds 0 rows: nothing was changed.' }]);
    expect((await passOver('artikel.csv', table)).held).toEqual([]);
  });

  it('leaves the columns of the file before, whatever the next empty one has', async () => {
    room = await openRoom(source('format: json,'));
    const whole = '[{"Nr":"A","Name":"Nagel"},{"Nr":"B","Name":"Mutter"}]';
    await passOver('artikel.json', whole);
    for (const nothing of ['[]', ''])
      expect((await passOver('artikel.json', nothing)).held).toHaveLength(1);
    expect(await passOver('artikel.json', `${whole}\n`)).toMatchObject({ calls: [], held: [] });
  });

  it('is one of a union: what it no longer names waits for a yes, however little', async () => {
    room = await openRoom(source(`${csv} pick: union,`));
    room.shop.write('out/artikel.2.csv', 'Nr;Name\r\nZ;Zange\r\n');
    await passOver('artikel.1.csv', table);
    const { calls, held } = await passOver('artikel.2.csv', 'Nr;Name\r\n');
    expect(calls).toEqual([]);
    expect(held[0]?.sentence).toBe(
      'artikel.1.csv + artikel.2.csv would unpublish 1 of 4 articles (artikel.2.csv has no rows, was it exported whole?); the rest of the file goes.',
    );
    room.remove('artikel.2.csv');
    const gone = await passOver('artikel.1.csv', table);
    expect(gone.calls).toEqual([]);
    expect(gone.held[0]?.sentence).toContain('(it has 1 of 2 files, is one missing?)');
  });

  it('takes all away once that was allowed, also over a restart', async () => {
    room = await openRoom(source(csv));
    await passOver('artikel.csv', table);
    const { held } = await passOver('artikel.csv', '');
    const since = await ledgerEnd(room.market);
    await room.catalog.release(held[0]!.id, 'clerk');
    await room.restart();
    await room.pass();
    const calls = (await callsSince(room.market, since)).map(([name]) => name);
    expect(calls.sort()).toEqual(['DELETE A', 'DELETE B', 'DELETE C']);
    expect((await passOver('artikel.csv', table)).calls).toMatchObject([
      ['upsert', { externalId: 'A' }, { externalId: 'B' }, { externalId: 'C' }],
    ]);
  });

  const refused: readonly (readonly [string, string, string | undefined])[] = [
    ['the first of its source, which has no columns yet', csv, undefined],
    ['the changes since the last export', `${csv} contents: delta,`, table],
    ['one of several that are one export', `${csv} pick: union,`, table],
  ];

  it.each(refused)('is refused as %s', async (_, keys, before) => {
    room = await openRoom(source(keys));
    if (before !== undefined) await passOver('artikel.csv', before);
    const { calls, held } = await passOver('artikel.csv', '');
    expect({ calls, held }).toEqual({ calls: [], held: [] });
    expect(await room.catalog.needsYou()).toMatchObject([
      { id: 'refused-articles', cause: 'artikel.csv: The file holds nothing.' },
    ]);
  });
});
