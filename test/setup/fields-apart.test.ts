import { expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const fields = ['ArtNr', 'Bezeichnung', 'Bestand'].map((name) => `<FIELD NAME="${name}"/>`);
const rows = ['A-1 Bolt 5', 'A-2 Nut 7', 'A-3 Disc 9', 'A-4 Pin 2'].map((row) => {
  const cells = row.split(' ').map((cell) => `<COL><DATA>${cell}</DATA></COL>`);
  return `<ROW MODID="1" RECORDID="1">${cells.join('')}</ROW>`;
});

it.each([1, 4])(
  'XML of FileMaker that names its fields outside of its records (%d) is refused',
  async (count) => {
    const content = `<FMPXMLRESULT><METADATA>${fields.join('')}</METADATA><RESULTSET>${rows.slice(0, count).join('')}</RESULTSET></FMPXMLRESULT>`;
    await expect(proposed('artikel.xml', content)).rejects.toThrow('FMPXMLRESULT');
  },
);

it.each([
  [
    'plist',
    (name: string, text: string) => `<key>${name}</key><string>${text}</string>`,
    (inside: string) => `<dict>${inside}</dict>`,
  ],
  [
    'methodResponse',
    (name: string, text: string) => `<member><name>${name}</name><value>${text}</value></member>`,
    (inside: string) => `<struct>${inside}</struct>`,
  ],
])(
  '%s that names its fields in elements beside their values is refused',
  async (root, field, record) => {
    const article = (sku: string, name: string) =>
      record(field('sku', sku) + field('name', name) + field('stock', '5'));
    const content = `<${root}><list>${article('A-1', 'Bolt')}${article('A-2', 'Nut')}</list></${root}>`;
    await expect(proposed('artikel.xml', content)).rejects.toThrow('beside their values');
  },
);

it.each([
  ['a.json', '[["ArtNr","Name","Bestand"],["A-1","Bolt",5]]'],
  ['a.ndjson', '["ArtNr","Name","Bestand"]\n["A-1","Bolt",5]\n'],
])(
  'lists of %s whose first one holds the names are refused, and none of them is an article',
  async (name, content) => {
    await expect(proposed(name, content)).rejects.toThrow(
      'has its names in the first of its lists',
    );
  },
);
