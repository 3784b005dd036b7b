import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../src/check/check.ts';
import { inScene } from '../support/scene.ts';
import { articles, filtered, head } from './check-sources.ts';

const config = (
  url: string,
) => `${articles(url)}      mapping: { externalId: Nr, name: Name, attributes: { prefix: "M_", Hinweis: EK } }
`;

const stock = (
  url: string,
) => `${head(url)}    - { name: kept, kind: stock, folder: ./out, files: "a*.csv", mapping: { externalId: Nr, availableQty: Menge } }
`;

const variants = (url: string, keys: string) => `${articles(url)}      delimiter: ";"
      mapping: { externalId: Nr, name: Name, isActive: { column: Aktiv, default: false } }
      ${keys}
`;

const oneC = `      format: commerceml
      mapping: { externalId: Ид, name: Наименование, isActive: { column: Статус, translate: { Удален: false }, otherwise: true, default: true } }
`;

describe('check', () => {
  it(
    'says what an article has that a full stock file leaves out, as long as it is full',
    inScene({ config: ({ url }) => stock(url) }, async (scene) => {
      const said = async () =>
        (await scene.json<CheckResult>('check', '--offline')).findings.filter(({ sentence }) =>
          sentence.startsWith('An article that a file leaves out'),
        );
      expect(await said()).toMatchObject([
        {
          level: 'ok',
          place: 'kept',
          sentence:
            'An article that a file leaves out keeps its last stock (missing: keep); with missing: zero it would get stock 0.',
        },
      ]);
      const written = stock(scene.market.url);
      scene.write('stockhand.yaml', written.replace('mapping', 'missing: zero, mapping'));
      expect((await said())[0]?.sentence).toContain('gets stock 0 (missing: zero)');
      scene.write('stockhand.yaml', written.replace('mapping', 'contents: delta, mapping'));
      expect(await said()).toEqual([]);
    }),
  );

  it(
    'says which files of a union are one export where what was read is moved away',
    inScene({ config: ({ url }) => stock(url) }, async (scene) => {
      const said = async (keys: string) => {
        const written = stock(scene.market.url).replace('mapping', `${keys}, mapping`);
        scene.write('stockhand.yaml', written);
        const { findings } = await scene.json<CheckResult>('check', '--offline');
        return findings
          .map(({ sentence }) => sentence)
          .filter((text) => /are one export/.test(text));
      };
      expect(await said('pick: union, afterImport: move')).toEqual([
        expect.stringMatching(/^Only files that are in .*out at the same time are one export: /),
      ]);
      expect(await said('pick: union')).toEqual([]);
      expect(await said('afterImport: move')).toEqual([]);
    }),
  );

  it(
    'quirk 30: warns of attributes that look like a price, with source and column, and ends as before',
    inScene({ config: ({ url }) => config(url) }, async (scene) => {
      const before = await scene.json<CheckResult>('check', '--offline');
      const sentence =
        'column "EK" becomes the attribute "Hinweis", which looks like a price: every buyer would see it.';
      expect(before.findings).toContainEqual(
        expect.objectContaining({ level: 'warning', place: 'articles', sentence }),
      );
      scene.write('out/artikel.csv', 'Nr;Name;EK;M_UVP;M_Farbe\r\nA;Nagel;1;2;rot\r\n');
      const { code, stdout } = await scene.run('check', '--offline');
      expect(code).toBe(0);
      expect(stdout).toContain(`warning  articles: ${sentence}`);
      expect(stdout).toContain('articles: column "M_UVP" becomes the attribute "UVP", which looks');
      expect(stdout).not.toContain('M_Farbe" becomes');
    }),
  );

  it(
    'warns of a quantity that is read from a column with the name of a price',
    inScene({ config: ({ url }) => stock(url).replace('Menge', 'Preis') }, async (scene) => {
      expect((await scene.json<CheckResult>('check', '--offline')).findings).toContainEqual({
        area: 'files',
        level: 'warning',
        place: 'kept',
        sentence: 'column "Preis" is read as availableQty, but has the name of a price.',
        remedy: 'Name the column of the quantity in availableQty: of the mapping.',
      });
    }),
  );

  it(
    'says how many rows it looked at, and which of two columns with one name is read',
    inScene({ config: ({ url }) => config(url) }, async (scene) => {
      const rows = Array.from({ length: 200 }, (_, at) => `A${at};x;1;2;3`);
      const write = (all: readonly string[]): void =>
        scene.write('out/artikel.csv', ['Nr;Name;EK;Name;M_Farbe', ...all, ''].join('\r\n'));
      write([...rows, 'B;x;1;2;3']);
      const { stdout } = await scene.run('check', '--offline');
      expect(stdout).toContain('5 columns, only its first 200 rows were looked at.');
      expect(stdout).toContain(
        'column "Name": is there 2 times, in columns 2, 4: column 2 is read. Rename one of them in the export, or map another one: the second is "Name[2]".',
      );
      write(rows.slice(1));
      expect((await scene.run('check', '--offline')).stdout).not.toContain('looked at');
    }),
  );

  it(
    'warns of articles in several rows with different data as a run would reject them, and shows none of those rows',
    inScene({ config: ({ url }) => filtered(url, '') }, async (scene) => {
      const check = async () => (await scene.run('check', '--offline')).stdout;
      const rows = [
        'A;Nagel',
        'A;Schraube',
        'B;Bolzen',
        'C;Mutter',
        'D;Niet',
        'B;Dübel',
        'C;Mutter',
      ];
      scene.write('out/artikel.csv', `Nr;Name\n${rows.join('\n')}\n`);
      const said = await check();
      expect(said).toContain(
        'warning  articles: artikel.csv, row 3, "A": is in rows 2 and 3 with different data; none of them was used. The same is true of 1 more article in the rows looked at. Export each article once. If each row is a warehouse or a status of the stock, first leave out with where: the rows that are not for sale',
      );
      expect(said).toContain('row 5: {"externalId":"C"');
      expect(said).not.toMatch(/row [2347]: \{/);
      const written = filtered(scene.market.url, 'duplicates: last');
      scene.write('stockhand.yaml', written);
      expect(await check()).not.toContain('different data');
    }),
  );

  it(
    'warns of rows without a name, with the fillDown to write, and shows none of them as sent',
    inScene({ config: ({ url }) => variants(url, '') }, async (scene) => {
      const check = async () => (await scene.run('check', '--offline')).stdout;
      const rows = ['s;A1;Hemd;1', 's;A2;;', 's;A3;;', 't;B1;Hose;1', 't;B2;;'];
      scene.write('out/artikel.csv', `Handle;Nr;Name;Aktiv\n${rows.join('\n')}\n`);
      const said = await check();
      expect(said).toContain('artikel.csv, row 3, column "Name": is empty, but a product must');
      expect(said).toContain('The same is true of 2 more rows of those looked at.');
      const rule = 'fillDown: { columns: [Name, Aktiv], within: Handle }';
      expect(said).toContain(`write ${rule} in the source`);
      expect(said).not.toMatch(/row [346]: \{/);
      scene.write('stockhand.yaml', variants(scene.market.url, rule));
      expect(await check()).not.toContain('is empty');
      scene.write('stockhand.yaml', variants(scene.market.url, ''));
      scene.write('out/artikel.csv', 'Handle;Nr;Name;Aktiv\ns;A1;Hemd;1\ns;A2;;0\n');
      expect(await check()).not.toContain('is empty');
    }),
  );

  it(
    'says nothing of the mark of deleted articles that 1C has only where one is deleted',
    inScene({ config: ({ url }) => articles(url) + oneC }, async (scene) => {
      const goods = '<Товар><Ид>A1</Ид><Наименование>Болт</Наименование></Товар>';
      scene.write(
        'out/artikel.csv',
        `<КоммерческаяИнформация><Каталог><Товары>${goods}</Товары></Каталог></КоммерческаяИнформация>`,
      );
      const { stdout } = await scene.run('check', '--offline');
      expect(stdout).toContain('{"externalId":"A1","name":"Болт","isActive":true}');
      expect(stdout).toContain('0 errors, 0 warnings');
    }),
  );

  it(
    'warns of files of changes that nobody reads, and of rows of them that take nothing off sale',
    inScene({ config: ({ url }) => config(url) }, async (scene) => {
      const check = async (keys: string, mapping = ''): Promise<string> => {
        const written = config(scene.market.url).replace('stable:', `${keys}\n      stable:`);
        scene.write('stockhand.yaml', written.replace('name: Name', `name: Name${mapping}`));
        return (await scene.run('check', '--offline')).stdout;
      };
      const unread = 'warning  articles: reads only the newest of several files of changes';
      const leftOut = 'warning  articles: where: leaves rows out of files of changes';
      const where = 'where: [{ column: Web, equals: J }]';
      expect(await check('contents: delta')).not.toMatch(/of files of changes/);
      expect(await check('contents: delta\n      pick: newest')).toContain(unread);
      expect(await check(`contents: delta\n      ${where}`)).toContain(leftOut);
      expect(await check(where)).not.toContain(leftOut);
      const pilot = 'Changes of articles that only: leaves out are not kept';
      expect(await check('contents: delta')).not.toContain(pilot);
      const written = config(scene.market.url).replace('sources:', 'only: [A1]\n  sources:');
      scene.write('stockhand.yaml', written.replace('stable:', 'contents: delta\n      stable:'));
      expect((await scene.run('check', '--offline')).stdout).toContain(pilot);
      const hidden = ', isActive: { column: Web, translate: { J: true, N: false } }';
      expect(await check(`contents: delta\n      ${where}`, hidden)).not.toContain(leftOut);
    }),
  );

  it(
    'warns of companions that the format waits for and does not read',
    inScene({ config: ({ url }) => config(url) }, async (scene) => {
      const check = async (keys: string): Promise<string> => {
        const written = config(scene.market.url).replace('stable:', `${keys}stable:`);
        scene.write('stockhand.yaml', written);
        return (await scene.run('check', '--offline')).stdout;
      };
      const warned = 'warning  articles: waits for companions: b.csv but does not read them';
      expect(await check('companions: [b.csv]\n      ')).toContain(warned);
      const read = 'format: commerceml\n      companions: [offers.xml]\n      ';
      expect(await check(read)).not.toContain('companions:');
    }),
  );

  it.each([
    ['of a header alone', ['Nr;Name'], '', 'It holds no rows, and a file without rows changes'],
    [
      'whose rows where: leaves out',
      ['Nr;Name', 'A;Rad', 'B;Reifen'],
      'where: { column: Nr, equals: C }',
      'The condition where: of the source leaves out all its rows. Correct where:, or export rows',
    ],
    [
      'of blank rows',
      ['Nr;Name', ';', ';'],
      '',
      'All its rows are empty. Export it with its rows.',
    ],
    ['whose rows are rejected', ['Nr;Name', ';Rad'], '', 'None of its rows can be sent as it is.'],
  ])('says of a file %s why no row is shown, and what to do', async (...[, rows, keys, words]) => {
    await inScene({ config: ({ url }) => filtered(url, keys) }, async (scene) => {
      scene.write('out/artikel.csv', [...rows, ''].join('\r\n'));
      const { code, stdout } = await scene.run('check', '--offline');
      expect(code).toBe(1);
      expect(stdout).toContain(`2 columns. ${words}`);
    })();
  });

  it(
    'names a file that misses the glob by case or by what packs it alone, and its advice works',
    inScene({ config: ({ url }) => filtered(url, '') }, async (scene) => {
      const check = async () => (await scene.run('check', '--offline')).stdout;
      expect(await check()).toContain('articles: has no file yet. Export once, then check again.');
      scene.write('out/ARTIKEL.CSV', 'Nr;Name\r\nA;Rad\r\n');
      expect(await check()).toContain(
        'has no file yet: ARTIKEL.CSV is there, and files: "artikel*.csv" does not match that name. Capital and small letters count:',
      );
      scene.write('out/artikel.csv.gz', gzipSync('Nr;Name\r\nA;Rad\r\n'));
      expect(await check()).toContain(
        'has no file yet: artikel.csv.gz is there, and files: "artikel*.csv" does not match that name. Write files: "artikel*.csv.gz" in the source',
      );
      const text = filtered(scene.market.url, '');
      scene.write('stockhand.yaml', text.replace('artikel*.csv', 'artikel*.csv.gz'));
      expect(await check()).toContain('articles row 2: {"externalId":"A","name":"Rad"}');
    }),
  );
});
