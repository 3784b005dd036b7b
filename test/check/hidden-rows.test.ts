import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSample } from '../../src/check/sample.ts';
import { book } from '../adapters/xlsx/zip.ts';
import { declaredSource } from '../catalog/declared.ts';
import { temporaryFolder } from '../support/folder.ts';

const cells = (...texts: readonly string[]) =>
  texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');

it.each(['newest', 'union'] as const)(
  'rows that a filter has hidden are read, and check says how many there are (pick: %s)',
  async (pick) => {
    const rows = `<row>${cells('Nr', 'Name')}</row><row hidden="1">${cells('A', 'Nagel')}</row><row hidden="0">${cells('B', 'Mutter')}</row>`;
    const folder = temporaryFolder();
    const name = 'artikel.xlsx';
    const empty = 'b.xlsx';
    fs.writeFileSync(path.join(folder, name), book({ rows }));
    fs.writeFileSync(path.join(folder, empty), book({ rows: `<row>${cells('Nr', 'Name')}</row>` }));
    const source = await declaredSource('{ externalId: Nr, name: Name }');
    const [newest, other] = [name, empty].map((one) => ({
      name: one,
      path: path.join(folder, one),
      mtimeMs: 0,
    }));
    const files = pick === 'union' ? [newest!, other!] : [newest!];
    const sample = await readSample({ ...source, format: 'xlsx', pick }, newest!, files);
    expect(sample).toMatchObject({
      rows: [{ values: { externalId: 'A' } }, { values: { externalId: 'B' } }],
      complaints: [
        {
          code: 'FILE_COLUMNS',
          file: name,
          rule: 'One row is hidden in the sheet, among the rows looked at: it is read like the others.',
        },
      ],
    });
  },
);
