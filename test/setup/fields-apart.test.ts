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
