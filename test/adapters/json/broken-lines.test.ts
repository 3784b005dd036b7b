import { describe, expect, it } from 'vitest';
import { json } from '../../../adapters/json/read.ts';
import { readAll } from '../text/reading.ts';

describe('json that was broken into lines of one length, as sqlcmd breaks FOR JSON', () => {
  it.each(['Best\r\nand', '\nBestand'])('rejects the element with the name %j', async (name) => {
    const text = `[{"ArtNr":"A1","Bestand":"5"},{"ArtNr":"A2","${name}":"6"}]`;
    const { rows, complaints } = await readAll(json, text);
    expect(rows).toHaveLength(1);
    expect(complaints).toMatchObject([{ code: 'ROW_STRUCTURE', row: 2, column: name }]);
    expect(complaints[0]?.remedy).toContain('sqlcmd');
  });

  it('takes a name that has its line break everywhere, as a title of a spreadsheet has', async () => {
    const text = '[{"Art\nNr":"A1","Bestand":"5"},{"Art\nNr":"A2","Bestand":"6"}]';
    const { rows, complaints } = await readAll(json, text);
    expect([rows.length, complaints]).toEqual([2, []]);
  });
});
