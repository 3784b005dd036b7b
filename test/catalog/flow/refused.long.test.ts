import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasRealData, realData } from '../../adapters/text/reading.ts';
import { open, room, useRoom } from '../one-room.ts';
import { callsSince, ledgerEnd } from '../room.ts';

const source = (keys: string) => `  vanished: unpublish
  sources:
    - { name: articles, folder: ./out, files: "artikel.*", stable: { quiet: 0s }, ${keys} mapping: { externalId: Nr, name: Name } }`;
const csv = source('delimiter: ";",');
const good = 'Nr;Name\r\nA;Nagel\r\nB;Mutter\r\n';

useRoom();

/** One pass over a file; what the marketplace got and how the source stands. */
async function passOver(name: string, content: string | Uint8Array) {
  const since = await ledgerEnd(room.market);
  room.shop.write(`out/${name}`, content);
  const { runs } = await room.pass();
  const { sources } = await room.catalog.facts();
  return {
    runs,
    calls: await callsSince(room.market, since),
    facts: sources[0],
    needs: await room.catalog.needsYou(),
  };
}

describe('a file that cannot be used', () => {
  const cases: readonly (readonly [string, string, string, string | Uint8Array, string])[] = [
    [
      'lacks a mapped column',
      csv,
      'artikel.csv',
      'Nr;Bezeichnung\r\nA;Nagel\r\n',
      'artikel.csv, column "Name": is mapped, but the file has no such column (it has: Nr, Bezeichnung).',
    ],
    [
      'ends inside a quoted field',
      csv,
      'artikel.csv',
      'Nr;Name\r\nA;Nagel\r\nB;"Mut',
      'artikel.csv, row 3',
    ],
    [
      'is not in the declared encoding',
      source('delimiter: ";", encoding: utf-8,'),
      'artikel.csv',
      Buffer.from('Nr;Name\r\nA;M\xfctze\r\n', 'latin1'),
      'artikel.csv',
    ],
    [
      'is in an encoding that auto cannot tell',
      csv,
      'artikel.csv',
      Buffer.from('Nr;Name\r\nA;M\xfctze\r\n', 'latin1'),
      'windows-1252',
    ],
    ['is a workbook that is no ZIP', source('format: xlsx,'), 'artikel.xlsx', good, 'artikel.xlsx'],
    [
      'is a workbook that was cut off',
      source('format: xlsx,'),
      'artikel.xlsx',
      Buffer.from('PK\u0003\u0004\u0014\u0000cut'),
      'artikel.xlsx',
    ],
    [
      'is XML that was cut off',
      source('format: xml, path: a/p,'),
      'artikel.xml',
      '<a><p><Nr>A</Nr><Name>Nagel</Name></p><p><Nr>B',
      'artikel.xml',
    ],
    [
      'is XML with entities of its own',
      source('format: xml, path: a/p,'),
      'artikel.xml',
      '<!DOCTYPE a [<!ENTITY x "y">]><a><p><Nr>A</Nr><Name>&x;</Name></p></a>',
      'DOCTYPE with declarations of its own',
    ],
    [
      'is JSON that was cut off',
      source('format: json,'),
      'artikel.json',
      '[{"Nr":"A","Name":"Nagel"},{"Nr":"B"',
      'artikel.json',
    ],
    ['is quite another thing', source('format: json,'), 'artikel.json', good, 'artikel.json'],
  ];

  it.each(cases)(
    'because it %s is refused by name and nothing of it is used',
    async (...[, catalog, name, content, cause]) => {
      await open(catalog);
      const { runs, calls, facts, needs } = await passOver(name, content);
      expect(calls).toEqual([]);
      expect(runs).toMatchObject([{ file: name, read: 0, sent: 0, held: 0, final: true }]);
      expect(facts?.state).toBe('refused');
      expect(facts?.sentence).toContain(name);
      expect(needs).toMatchObject([
        { id: 'refused-articles', what: 'articles: a file was refused.' },
      ]);
      expect(`${needs[0]?.cause} ${needs[0]?.fix}`).toContain(cause);
      expect(needs[0]?.fix).not.toBe('');
      expect((await room.pass()).runs).toEqual([]);
    },
  );

  it('leaves the file before as the one that counts, over a restart too', async () => {
    await open(csv);
    await passOver('artikel.csv', good);
    const refused = await passOver('artikel.csv', 'Nr;Name\r\nA;"Nagel');
    expect(refused).toMatchObject({ calls: [], facts: { state: 'refused' } });
    await room.restart();
    expect((await room.pass()).runs).toEqual([]);
    const { exported, next: step } = await room.catalog.why('B');
    expect(exported).toMatchObject([{ file: 'artikel.csv', row: 3 }]);
    expect(step).toMatch(/^It is in step .* Not read: artikel\.csv of articles was refused: \S/);
    const next = await passOver('artikel.csv', 'Nr;Name\r\nA;Nagel\r\nB;Bolzen\r\n');
    expect(next.calls).toEqual([['upsert', { externalId: 'B', name: 'Bolzen' }]]);
    expect(next.facts?.state).toBe('inStep');
    expect([next.needs, (await room.catalog.why('B')).next]).toEqual([
      [],
      'Nothing: it is in step.',
    ]);
  });

  it('fault 4: at no length sends a deletion without a release', async () => {
    await open(csv);
    const rows = Array.from({ length: 40 }, (_, n) => `A${n};"Artikel ${n}"`);
    const whole = Buffer.from(`Nr;Name\r\n${rows.join('\r\n')}\r\n`);
    await passOver('artikel.csv', whole);
    for (const part of [0.02, 0.1, 0.33, 0.5, 0.77, 0.9]) {
      const { calls } = await passOver(
        'artikel.csv',
        whole.subarray(0, Math.floor(whole.length * part)),
      );
      expect(calls.filter(([call]) => call.startsWith('DELETE'))).toEqual([]);
    }
    expect(
      (await passOver('artikel.csv', Buffer.concat([whole, Buffer.from('N;Neu\r\n')]))).calls,
    ).toHaveLength(1);
    expect(await room.catalog.held()).toEqual([]);
  });

  it('because of the mapping is read again once the mapping is corrected', async () => {
    await open(csv);
    await passOver('artikel.csv', 'Nr;Titel\r\nA;Nagel\r\n');
    expect((await room.catalog.needsYou())[0]?.fix).toBe(
      'Correct the mapping, or export the column again.',
    );
    await room.restart(withName('Titel'));
    const { runs, calls } = await room.pass();
    expect(runs).toMatchObject([{ file: 'artikel.csv', sent: 1 }]);
    expect(calls.batchUpsert).toBe(1);
    expect(await room.catalog.needsYou()).toEqual([]);
  });

  it('because the mapping was changed is refused once and not for ever', async () => {
    await open(csv);
    await passOver('artikel.csv', good);
    await room.restart(withName('Titel'));
    const pass = await room.pass();
    expect(pass).toMatchObject({ isBusy: false, calls: { batchUpsert: 0, delete: 0 } });
    const { sources } = await room.catalog.facts();
    expect(sources[0]).toMatchObject({ state: 'refused' });
    await room.restart();
    await room.pass();
    expect((await room.market.mutations()).length).toBe(1);
    expect((await room.catalog.facts()).sources[0]).toMatchObject({ state: 'inStep' });
  });
});

/** The same shop with another column for the names, as after an edit of its configuration. */
function withName(column: string) {
  const { catalog } = room.shop.config;
  const sources = catalog!.sources.map((source) => {
    const from = { kind: 'columns' as const, columns: [column], join: ' ' };
    const name = { ...source.mapping.name!, from };
    return { ...source, mapping: { ...source.mapping, name } };
  });
  return { ...room.shop, config: { ...room.shop.config, catalog: { ...catalog!, sources } } };
}

describe('a folder that is not there any more', () => {
  it('fault 16: is offline, by name and with what to do; nothing vanishes, and it goes on by itself', async () => {
    await open(csv);
    await passOver('artikel.csv', good);
    const out = `${room.shop.folder}/out`;
    fs.renameSync(out, `${out}-away`);
    const since = await ledgerEnd(room.market);
    await room.pass();
    expect(await callsSince(room.market, since)).toEqual([]);
    expect((await room.catalog.facts()).sources[0]).toMatchObject({ state: 'offline' });
    expect(await room.catalog.needsYou()).toMatchObject([
      {
        id: 'offline-articles',
        cause: `${out} does not exist.`,
        fix: 'Connect the share or create the folder: Stockhand does not make it. Stockhand continues when it is there.',
      },
    ]);
    fs.renameSync(`${out}-away`, out);
    await room.pass();
    expect(await callsSince(room.market, since)).toEqual([]);
    expect((await room.catalog.facts()).sources[0]).toMatchObject({ state: 'inStep' });
    expect(await room.catalog.needsYou()).toEqual([]);
  });
});

describe('a file of more than two gigabytes', () => {
  it('fault 13: is refused unread, and that is reported as long as it is there', async () => {
    await open(csv);
    await passOver('artikel.csv', good);
    // Sparse: it takes no place on the disk.
    fs.truncateSync(`${room.shop.folder}/out/artikel.csv`, 2 * 1024 ** 3 + 1);
    const sentence =
      'artikel.csv: is 2147483649 bytes large; at most 2147483648 are read. Split the export.';
    for (let look = 0; look < 3; look += 1) {
      await room.pass();
      const { sources } = await room.catalog.facts();
      expect(sources[0]).toMatchObject({ state: 'refused', sentence });
      expect(await room.catalog.needsYou()).toMatchObject([
        {
          id: 'refused-articles',
          cause: 'artikel.csv: is 2147483649 bytes large; at most 2147483648 are read.',
          fix: 'Split the export.',
        },
      ]);
    }
    const { calls, facts, needs } = await passOver('artikel.csv', good);
    expect(calls).toEqual([]);
    expect(facts?.state).toBe('inStep');
    expect(needs).toEqual([]);
  });
});

describe('a row that cannot be used', () => {
  it('with a number that two countries read differently asks for numbers: of the source', async () => {
    await open(`  sources:
    - { name: articles, folder: ./out, files: "artikel.csv", stable: { quiet: 0s }, delimiter: ";", mapping: { externalId: Nr, name: Name, availableQty: Menge } }`);
    const { runs, calls } = await passOver(
      'artikel.csv',
      'Nr;Name;Menge\r\nA;Nagel;1.000\r\nB;Mutter;1,5\r\n',
    );
    expect(calls).toEqual([['upsert', { externalId: 'B', name: 'Mutter', availableQty: 1.5 }]]);
    expect(runs).toMatchObject([{ read: 2, sent: 1, rejected: 1 }]);
    const result = room.shop.read(`results/articles-${runs[0]?.run}.result.csv`);
    expect(result.split('\r\n')[1]).toBe(
      'A;Nagel;1.000;2;rejected;"column ""Menge"", ""1.000"": can be read in two ways. Declare the style with numbers: in the source, such as numbers: ""1.234,56""."',
    );
  });
});

describe.skipIf(!hasRealData())('hostile files (skipped where ../shared/data is missing)', () => {
  const hostile = (name: string) => fs.readFileSync(new URL(`hostile/${name}`, realData));
  it.each([
    ['defusedxml_xmlbomb.xml', 'xml'],
    ['defusedxml_external.xml', 'xml'],
    ['pss_Xml_XEETestInvalidUTF-8.xml', 'xml'],
    ['poi_poc-xmlbomb.xlsx', 'xlsx'],
    ['poi_clusterfuzz-testcase-minimized-XLSX2CSVFuzzer-5636439151607808.xlsx', 'xlsx'],
    ['pss_CSV_empty.csv', 'csv'],
    ['blns/blns.json', 'json'],
  ])('%s ends with a message, and nothing is sent', async (name, format) => {
    await open(source(`format: ${format}, ${format === 'xml' ? 'path: a/p,' : ''}`));
    const { calls, facts, runs } = await passOver(`artikel.${format}`, hostile(name));
    expect(calls).toEqual([]);
    expect(runs[0]?.sent).toBe(0);
    expect(facts?.sentence).not.toBe('');
    expect((await room.pass()).isBusy).toBe(false);
  });
});
