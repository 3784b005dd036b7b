import { describe, expect, it } from 'vitest';
import { open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';
import { bmecat, commerceml, formatOf, passOver, treeNames, xml } from '../tree-exports.ts';

const source = (keys: string) => `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel.*", stable: { quiet: 0s }, ${keys} mapping: { externalId: Nr, name: Name } }`;
const csv = 'delimiter: ";",';
const table = 'Nr;Name\r\nA;Nagel\r\nB;Mutter\r\nC;Bolzen\r\n';

const namedBy: Readonly<Record<string, string>> = {
  'headerRow: none': '"1", name: "2"',
  ...treeNames,
};

useRoom();

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
    ['blank cells', csv, 'artikel.csv', table, ';\r\n ;\r\n'],
    ['blank cells', 'delimiter: auto,', 'artikel.csv', table, ';;\r\n;;\r\n'],
    [
      'blank cells of a table without header',
      `${csv} headerRow: none,`,
      'artikel.csv',
      'A;Nagel\r\nB;Mutter\r\n',
      ';\r\n',
    ],
    ['no byte of XML', 'format: xml, path: a/p,', 'artikel.xml', xml, ''],
    ['an XML root alone', 'format: xml, path: a/p,', 'artikel.xml', xml, '<a/>'],
    [
      'an XML root with a prefix, an attribute and comments',
      'format: xml, path: a/p,',
      'artikel.xml',
      xml,
      '<?xml version="1.0"?><!-- none --><x:a n="0">\n <!-- none -->\n</x:a>',
    ],
    [
      'an XML list without entries',
      'format: xml, path: b/a/p,',
      'artikel.xml',
      `<b>${xml}</b>`,
      '<b><a/></b>',
    ],
    [
      'a catalogue of CommerceML without goods',
      'format: commerceml,',
      'artikel.xml',
      commerceml(['A', 'B', 'C']),
      commerceml([]),
    ],
    [
      'a CommerceML root alone',
      'format: commerceml,',
      'artikel.xml',
      commerceml(['A']),
      '<КоммерческаяИнформация/>',
    ],
    ['a BMEcat without articles', 'format: bmecat,', 'artikel.xml', bmecat(['A', 'B']), bmecat([])],
    [
      'a JSON object alone',
      'format: json, path: items,',
      'artikel.json',
      '{"items":[{"Nr":"A","Name":"Nagel"}]}',
      '{}',
    ],
    [
      'null in the place of the list of JSON',
      'format: json, path: items,',
      'artikel.json',
      '{"items":[{"Nr":"A","Name":"Nagel"}]}',
      '{"items":null}',
    ],
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
      const [, names = 'Nr, name: Name'] =
        Object.entries(namedBy).find(([key]) => keys.includes(key)) ?? [];
      await open(source(keys).replace('Nr, name: Name', names));
      const before = (await passOver(room, name, whole)).runs[0]?.read;
      const { runs, calls, held } = await passOver(room, name, nothing);
      expect(calls).toEqual([]);
      expect(runs).toMatchObject([{ read: 0, sent: 0, rejected: 0, final: true }]);
      expect(held.map(({ sentence }) => sentence)).toEqual([
        `${name} holds 0 rows, last time it had ${before}: nothing was changed. Releasing it would unpublish ${before} ${before === 1 ? 'article' : 'articles'}.`,
      ]);
      const after = await passOver(room, name, `${whole}\n`);
      expect(after).toMatchObject({ calls: [], held: [] });
    },
  );

  it('is held as the first one of its source too, where it has a header', async () => {
    await open(source(csv));
    const { calls, held } = await passOver(room, 'artikel.csv', 'Nr;Name\r\n');
    expect(calls).toEqual([]);
    expect(held).toMatchObject([{ sentence: 'artikel.csv holds 0 rows: nothing was changed.' }]);
    expect(await room.catalog.release('1', 'clerk')).toMatchObject({ sendsNothing: true });
    expect((await passOver(room, 'artikel.csv', table)).held).toEqual([]);
  });

  it('leaves the columns of the file before, whatever the next empty one has', async () => {
    await open(source('format: json,'));
    const whole = '[{"Nr":"A","Name":"Nagel"},{"Nr":"B","Name":"Mutter"}]';
    await passOver(room, 'artikel.json', whole);
    for (const nothing of ['[]', ''])
      expect((await passOver(room, 'artikel.json', nothing)).held).toHaveLength(1);
    expect(await passOver(room, 'artikel.json', `${whole}\n`)).toMatchObject({
      calls: [],
      held: [],
    });
  });

  it('is one of a union: what it no longer names waits for a release, however little', async () => {
    await open(source(`${csv} pick: union,`));
    room.shop.write('out/artikel.2.csv', 'Nr;Name\r\nZ;Zange\r\n');
    await passOver(room, 'artikel.1.csv', table);
    const { calls, held } = await passOver(room, 'artikel.2.csv', 'Nr;Name\r\n');
    expect(calls).toEqual([]);
    expect(held[0]?.sentence).toBe(
      'artikel.1.csv + artikel.2.csv would unpublish 1 of 4 articles (artikel.2.csv has no rows, was it exported completely?); the rest of the file is sent.',
    );
    room.remove('artikel.2.csv');
    const gone = await passOver(room, 'artikel.1.csv', table);
    expect(gone.calls).toEqual([]);
    expect(gone.held[0]?.sentence).toContain('(it has 1 of 2 files, is one missing?)');
  });

  const tree = `<a>${['A', 'B', 'C'].map((id) => `<p><Nr>${id}</Nr><Name>N</Name></p>`).join('')}</a>`;

  it.each([
    ['a table', csv, table, ''],
    ['a tree', 'format: xml, path: a/p,', tree, '<a/>'],
  ])(
    'as %s takes all away once that was allowed, also over a restart',
    async (...[, keys, whole, nothing]) => {
      await open(source(keys));
      await passOver(room, 'artikel.csv', whole);
      const { held } = await passOver(room, 'artikel.csv', nothing);
      const since = await ledgerEnd(room.market);
      await room.catalog.release(held[0]!.id, 'clerk');
      await room.restart();
      await room.pass();
      const calls = (await callsSince(room.market, since)).map(([name]) => name);
      expect(calls.sort()).toEqual(['DELETE A', 'DELETE B', 'DELETE C']);
      // Taken away by a yes, they come back by a whole file, and the next empty one is held again.
      expect((await passOver(room, 'artikel.csv', whole)).calls).toMatchObject([
        ['upsert', { externalId: 'A' }, { externalId: 'B' }, { externalId: 'C' }],
      ]);
      expect((await passOver(room, 'artikel.csv', nothing)).held).toHaveLength(1);
    },
  );

  const path = 'format: xml, path: a/p,';

  it.each([
    ['an XML file that is cut off', path, xml, '<a>', 'ends'],
    ['an XML file with another root', path, xml, '<error>login failed</error>', '<error>'],
    ['an XML file with another empty root', path, xml, '<error/>', '<error>'],
    ['an XML file whose root is the list further in', path, xml, '<b><x/><a/></b>', '<b>'],
    ['an XML file with an error in its root', path, xml, '<a><fault>db down</fault></a>', 'fault'],
    ['an XML file with a text in its root', path, xml, '<a>db down</a>', 'a/p'],
    ['an XML file with another list', path, xml, '<a><q/><q/></a>', 'a/p'],
    [
      'a JSON file that is cut off',
      'format: json, path: i,',
      '{"i":[{"Nr":"A","Name":"N"}]}',
      '{',
      'closed',
    ],
    [
      'a JSON file with another list',
      'format: json, path: i,',
      '{"i":[{"Nr":"A","Name":"N"}]}',
      '{"j":[]}',
      '"i"',
    ],
  ])('%s stays refused', async (...[, keys, whole, damaged, words]) => {
    await open(source(keys));
    await passOver(room, 'artikel.xml', whole);
    expect(await passOver(room, 'artikel.xml', damaged)).toMatchObject({ calls: [], held: [] });
    expect((await room.catalog.needsYou())[0]?.cause).toContain(words);
  });

  const changes = [
    [
      'a catalogue of changes',
      'format: commerceml,',
      commerceml(['A', 'B', 'C']),
      commerceml(['A', 'B']).replace('<Каталог>', '<Каталог СодержитТолькоИзменения="true">'),
      'Каталог СодержитТолькоИзменения="true"',
    ],
    [
      'a catalogue of no changes',
      'format: commerceml,',
      commerceml(['A', 'B', 'C']),
      commerceml([]).replace('<Каталог>', '<Каталог СодержитТолькоИзменения="1">'),
      'Каталог СодержитТолькоИзменения="1"',
    ],
    [
      'a BMEcat of updates',
      'format: bmecat,',
      bmecat(['A', 'B', 'C']),
      bmecat(['A', 'B']).replaceAll('T_NEW_CATALOG', 'T_UPDATE_PRODUCTS'),
      'T_UPDATE_PRODUCTS',
    ],
  ] as const;

  it.each(changes)(
    '%s is refused as a full export: nothing has gone that it leaves out',
    async (_, keys, ...[whole, part, words]) => {
      await open(source(keys).replace('Nr, name: Name', namedBy[formatOf(keys)] ?? ''));
      await passOver(room, 'artikel.xml', whole);
      expect(await passOver(room, 'artikel.xml', part)).toMatchObject({ calls: [], held: [] });
      const [told] = await room.catalog.needsYou();
      expect(told).toMatchObject({ id: 'refused-articles', cause: expect.stringContaining(words) });
      expect(told?.fix).toContain('contents: delta');
    },
  );

  const refused: readonly (readonly [string, string, string | undefined])[] = [
    ['the first of its source, which has no columns yet', csv, undefined],
    ['the changes since the last export', `${csv} contents: delta,`, table],
    ['one of several that are one export', `${csv} pick: union,`, table],
  ];

  it.each(refused)('is refused as %s', async (_, keys, before) => {
    await open(source(keys));
    if (before !== undefined) await passOver(room, 'artikel.csv', before);
    const { calls, held } = await passOver(room, 'artikel.csv', '');
    // Whoever sent changes may have meant some.
    const lost = expect.stringContaining('no later file repeats the changes that it holds');
    const asked = keys.includes('delta') ? [{ run: 2, sentence: lost }] : [];
    expect({ calls, held }).toMatchObject({ calls: [], held: asked });
    expect(await room.catalog.needsYou()).toContainEqual(
      expect.objectContaining({
        id: 'refused-articles',
        cause: 'artikel.csv: The file holds nothing.',
      }),
    );
  });
});
