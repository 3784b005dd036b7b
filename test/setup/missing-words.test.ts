import { expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const rows = (word: string, stock: string) =>
  `ArtNr;Bezeichnung;EAN;Bestand\nA-1;Bolt;${word};5\nA-2;Nut;4006381333931;${stock}\nA-3;${word};${word};7\n`;

it.each(['NA', 'None'])(
  'of %s, which stands among numbers for a missing value, init says that it is sent as a text',
  async (word) => {
    const { shown } = await proposed('artikel.csv', rows(word, word));
    expect(shown).toContain(`Bezeichnung, EAN, Bestand holds ${word}, which R and Python write`);
  },
);

it('of NA that stands among no numbers nothing is said', async () => {
  const { shown } = await proposed('artikel.csv', rows('NA', '3').replaceAll('4006381333931', 'x'));
  expect(shown).not.toContain('holds NA');
});
