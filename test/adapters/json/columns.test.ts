import { describe, expect, it } from 'vitest';
import { json } from '../../../adapters/json/read.ts';
import { readAll } from '../text/reading.ts';

describe('the columns of a JSON file', () => {
  it('are found whatever blanks are around their names, and however the accents are composed', async () => {
    const { rows, reader } = await readAll(json, '[{"Nr ":"1","Gro\u0308\u00dfe":"2"}]');
    const place = reader?.column('Größe') ?? -1;
    expect([reader?.column('Nr'), reader?.column(' Nr '), place]).toEqual([0, 0, 1]);
    expect(rows[0]?.cells).toEqual(['1', '2']);
  });

  it('hold a code without the empty fraction that pandas writes, whatever blanks are around its name', async () => {
    const { rows } = await readAll(json, '[{"Nr ":39058.0,"n":39058.0}]', { identifiers: ['Nr'] });
    expect(rows[0]?.cells).toEqual(['39058', '39058.0']);
  });
});
