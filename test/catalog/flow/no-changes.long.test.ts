import { describe, expect, it } from 'vitest';
import { headerFive, headerFour } from '../../adapters/datanorm/delivery.ts';
import { open, room, useRoom } from '../one-room.ts';
import {
  bmecat,
  commerceml,
  datanorm,
  formatOf,
  passOver,
  treeNames,
  xml,
} from '../tree-exports.ts';

const source = (keys: string, names: string) => `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel.*", contents: delta, stable: { quiet: 0s }, ${keys} mapping: { externalId: ${names} } }`;

useRoom();

describe('a whole file of changes without an article', () => {
  const xmlPath = 'format: xml, path: a/p,';
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['XML', xmlPath, xml, '<a/>'],
    ['CommerceML', 'format: commerceml,', commerceml(['A', 'B']), commerceml([])],
    [
      'CommerceML that says so',
      'format: commerceml,',
      commerceml(['A', 'B']),
      commerceml([]).replace('<Каталог>', '<Каталог СодержитТолькоИзменения="true">'),
    ],
    [
      'BMEcat',
      'format: bmecat,',
      bmecat(['A', 'B']),
      bmecat([]).replaceAll('NEW_CATALOG', 'UPDATE_PRODUCTS'),
    ],
    [
      'BMEcat of prices alone',
      'format: bmecat,',
      bmecat(['A', 'B']),
      bmecat(['A', 'B']).replaceAll('NEW_CATALOG', 'UPDATE_PRICES'),
    ],
    ['JSON', 'format: json,', '[{"Nr":"A","Name":"Nagel"}]', '[]'],
    ['JSON without a list', 'format: json,', '[{"Nr":"A","Name":"Nagel"}]', '{}'],
    [
      'JSON that tells of no error',
      'format: json, path: d/items,',
      '{"d":{"items":[{"Nr":"A","Name":"Nagel"}]}}',
      '{"errors":[],"d":{"items":null,"error":null}}',
    ],
    [
      'JSON that counts no errors',
      'format: json, path: items,',
      '{"items":[{"Nr":"A","Name":"Nagel"}]}',
      '{"error":{"code":0,"message":""},"errors":{"count":"0","list":[ {} ]},"items":[]}',
    ],
    ['DATANORM 4', 'format: datanorm,', datanorm(headerFour, 'A', 'B'), `${headerFour}\r\n`],
    [
      'DATANORM 5 of prices alone',
      'format: datanorm,',
      datanorm(headerFour, 'A', 'B'),
      `${headerFive}\r\nP;A;A;1;1;100;\r\nE;3;\r\n`,
    ],
  ];
  const openChanges = async (keys: string) => {
    const names = treeNames[formatOf(keys)] ?? 'Nr, name: Name';
    await open(source(keys, names));
  };

  it.each(cases)(
    'changes nothing and asks nothing, as the first and later: %s',
    async (_, ...file) => {
      const [keys, some, nothing] = file;
      await openChanges(keys);
      for (const [name, text] of [
        ['artikel.1', nothing],
        ['artikel.2', some],
        ['artikel.3', nothing],
      ] as const) {
        const { runs, calls, held } = await passOver(room, name, text);
        expect(held).toEqual([]);
        expect(calls.length > 0).toBe(text === some);
        expect(runs.map(({ read, final }) => [read > 0, final])).toEqual([[text === some, true]]);
        expect(await room.catalog.needsYou()).toEqual([]);
      }
      expect((await passOver(room, 'artikel.4', `${some}\n`)).calls).toEqual([]);
    },
  );

  it.each([
    ['not a byte', xmlPath, xml, ''],
    ['a root that is cut off', xmlPath, xml, '<a>'],
    ['an error in its root', xmlPath, xml, '<a>db down</a>'],
    ['another root', xmlPath, xml, '<error/>'],
    [
      'JSON of something else',
      'format: json,',
      '[{"Nr":"A","Name":"Nagel"}]',
      '{"error":"failed"}',
    ],
    [
      'JSON of errors behind its list',
      'format: json, path: items,',
      '{"items":[{"Nr":"A","Name":"Nagel"}]}',
      '{"items":null,"errors":[{"message":"db down"}]}',
    ],
    [
      'JSON of an error before its list',
      'format: json, path: d/items,',
      '{"d":{"items":[{"Nr":"A","Name":"Nagel"}]}}',
      '{"error":"db down","d":{"items":[]}}',
    ],
  ])('is refused as %s', async (_, keys, ...[some, damaged]) => {
    await openChanges(keys);
    await passOver(room, 'artikel.1', some);
    const { calls, held } = await passOver(room, 'artikel.2', damaged);
    expect([calls.length, held.length]).toEqual([0, 1]);
  });
});
