import { describe, expect, it } from 'vitest';
import { inScene } from '../support/scene.ts';
import { articles, filtered, head } from './check-sources.ts';

const trees = (
  url: string,
) => `${head(url)}    - { name: trees, folder: ./out, files: "a.xml", format: xml, path: p, stable: { quiet: 0s }, mapping: { externalId: id, name: n, availableQty: s/w } }
`;

const paired = (
  url: string,
) => `${articles(url)}      mapping: { externalId: Nr, name: Name, attributes: { pairs: [{ name: "Attribut * Name", value: "Attribut * Wert" }] } }
`;

const lines = (
  url: string,
) => `${head(url)}    - { name: lines, folder: ./out, files: "a.txt", format: fixed, columns: [{ name: id, start: 1, length: 2 }, { name: n, start: 3, length: 4 }, { name: q, start: 7, length: 4 }], stable: { quiet: 0s }, mapping: { externalId: id, name: n, availableQty: q } }
`;

describe('check of columns', () => {
  it(
    'warns of an element that repeats within a record, of which the mapping reads one',
    inScene({ config: ({ url }) => trees(url) }, async (scene) => {
      scene.write('out/a.xml', '<r><p><id>1</id><n>A</n><s><w>3</w><w>4</w></s></p></r>');
      expect((await scene.run('check', '--offline')).stdout).toContain(
        'column "s/w": is in a record up to 2 times, and of these "s/w[2]" is not read. If all count, write sum: ["s/w", "s/w[2]"] to add up',
      );
      scene.write('out/a.xml', '<r><p/></r>');
      expect((await scene.run('check', '--offline')).stdout).toContain(
        'none of the first records has it (no column was found in them)',
      );
    }),
  );

  it(
    'quirk 14: warns where rows end with a separator that the header lacks: a decimal comma looks the same',
    inScene({ config: ({ url }) => filtered(url, '') }, async (scene) => {
      scene.write('out/artikel.csv', 'Nr;Name\r\nA;Rad;\r\nB;Rohr;\r\n');
      const { stdout } = await scene.run('check', '--offline');
      expect(stdout).toContain('Its rows have one field more than its header, and it is empty');
      expect(stdout).toContain('If ; is also part of values');
      scene.write('out/artikel.csv', 'Nr;Name;\r\nA;Rad;\r\nB;Rohr;\r\n');
      expect((await scene.run('check', '--offline')).stdout).not.toContain('than its header');
    }),
  );

  it(
    'quirk 20: warns of pairs of attributes that find no column, with those that the file has and the place of the name',
    inScene({ config: ({ url }) => paired(url) }, async (scene) => {
      scene.write('out/artikel.csv', 'Nr;Name;Merkmal 1;Inhalt 1\r\nA;Rad;Farbe;rot\r\n');
      const { stdout, code } = await scene.run('check', '--offline');
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /warning {2}\S+stockhand\.yaml:9:\d+: artikel\.csv, column "Attribut \* Name": is mapped in pairs: of the attributes, but no column fits it \(it has: Nr, Name, Merkmal 1, Inhalt 1\)\. Correct pairs:/,
      );
      scene.write('out/artikel.csv', 'Nr;Name;Attribut 1 Name;Inhalt 1\r\nA;Rad;Farbe;rot\r\n');
      expect((await scene.run('check', '--offline')).stdout).toContain('column "Attribut * Wert":');
      scene.write(
        'out/artikel.csv',
        'Nr;Name;Attribut 1 Name;Attribut 1 Wert\r\nA;Rad;Farbe;rot\r\n',
      );
      expect((await scene.run('check', '--offline')).stdout).not.toContain('pairs:');
    }),
  );

  it(
    'warns at its line of a key that says nothing under the format',
    inScene({ config: ({ url }) => filtered(url, 'sheet: Artikel') }, async (scene) => {
      scene.write('out/artikel.csv', 'Nr;Name\r\nA;Rad\r\n');
      const { stdout, code } = await scene.run('check', '--offline');
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /warning {2}\S+stockhand\.yaml:11:7: sheet: of source "articles" has no effect with format: csv: it is for xlsx, xls, ods\. Remove the line/,
      );
    }),
  );

  it(
    'warns of rows that go on behind the last column of a fixed layout',
    inScene({ config: ({ url }) => lines(url) }, async (scene) => {
      scene.write('out/a.txt', 'A1Rad    14\nA2Rohr  140\n');
      const { stdout } = await scene.run('check', '--offline');
      expect(stdout).toContain('has text behind its last column in most rows.');
    }),
  );
});
