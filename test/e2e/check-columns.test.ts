import { describe, expect, it } from 'vitest';
import { inScene } from '../support/scene.ts';
import { filtered, head } from './check-sources.ts';

const trees = (
  url: string,
) => `${head(url)}    - { name: trees, folder: ./out, files: "a.xml", format: xml, path: p, stable: { quiet: 0s }, mapping: { externalId: id, name: n, availableQty: s/w } }
`;

describe('check of columns', () => {
  it(
    'warns of an element that repeats within a record, of which the mapping reads one',
    inScene({ config: ({ url }) => trees(url) }, async (scene) => {
      scene.write('out/a.xml', '<r><p><id>1</id><n>A</n><s><w>3</w><w>4</w></s></p></r>');
      expect((await scene.run('check', '--offline')).stdout).toContain(
        'column "s/w": stands up to 2 times in a record, and of these "s/w[2]" is not read. Where all count, write sum: ["s/w", "s/w[2]"] to add up',
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
      expect(stdout).toContain('where ; stands bare within values');
      scene.write('out/artikel.csv', 'Nr;Name;\r\nA;Rad;\r\nB;Rohr;\r\n');
      expect((await scene.run('check', '--offline')).stdout).not.toContain('than its header');
    }),
  );
});
