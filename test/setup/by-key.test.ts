import { describe, expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const [bolt, nut] = [
  { ArtNr: 'A-1', Bezeichnung: 'Bolt', Bestand: 5 },
  { ArtNr: 'A-2', Bezeichnung: 'Nut', Bestand: 7 },
];

describe('a JSON sample that holds its elements by keys is one element to NDJSON, and is refused:', () => {
  it.each([
    ['as PHP writes a list that has lost one', { 0: bolt, 2: nut }],
    ['the same within an answer', { items: { 0: bolt, 2: nut }, total: 2 }],
    ['by article numbers', { 'A-1': bolt, 'A-2': nut }],
    [
      'by columns, as pandas writes them',
      { ArtNr: { 0: 'A-1', 1: 'A-2' }, Bezeichnung: { 0: 'x', 1: 'y' } },
    ],
  ])('%s', async (_, content) => {
    await expect(proposed('artikel.json', JSON.stringify(content))).rejects.toThrow(
      'holds its elements under keys',
    );
  });

  it('one article with objects of its own is read', async () => {
    const [name, text] = [
      { de: 'Schraube', en: 'bolt' },
      { de: 'verzinkt', en: 'zinced' },
    ];
    const { text: written } = await proposed('a.json', JSON.stringify({ ...bolt, name, text }));
    expect(written).toContain('format: ndjson');
  });
});
