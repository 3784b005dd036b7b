import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import { workbookNotes } from '../../src/catalog/look/workbook-notes.ts';
import { readSample } from '../../src/check/sample.ts';
import { fileOf } from '../adapters/text/reading.ts';
import { declaredSource } from '../catalog/declared.ts';
import { builtReader } from '../support/built.ts';
import { temporaryFolder } from '../support/folder.ts';

type Rows = readonly (readonly (string | number | null)[])[];
interface Sheet {
  readonly name: string;
  readonly rows: Rows;
  readonly merged?: readonly string[];
  readonly isHidden?: boolean;
}
type Format = 'xlsx' | 'biff8' | 'ods';

const header = ['Nr', 'Name', 'Marke', 'Bestand'];
const screws: Sheet = { name: 'Schrauben', rows: [header, ['S1', 'M8', 'X', 5]] };
const nails: Sheet = { name: 'Nägel', rows: [header, ['N1', 'Nagel', 'X', 7]] };

function workbook(sheets: readonly Sheet[], bookType: Format): Uint8Array {
  const book = XLSX.utils.book_new();
  for (const { name, rows, merged = [] } of sheets) {
    const sheet = XLSX.utils.aoa_to_sheet(rows as unknown[][]);
    sheet['!merges'] = merged.map((range) => XLSX.utils.decode_range(range));
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = { Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 })) };
  return XLSX.write(book, { type: 'buffer', bookType }) as Uint8Array;
}

const mapping = '{ externalId: Nr, name: Name, brand: Marke, availableQty: Bestand }';

async function told(sheets: readonly Sheet[], keys = '') {
  const name = 'artikel.xlsx';
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, workbook(sheets, 'xlsx'));
  const newest = { name, path: file, mtimeMs: 0 };
  const source = await declaredSource(mapping, `format: xlsx${keys}`);
  const sample = await readSample(source, newest, [newest]);
  if ('refusal' in sample) throw new Error(sample.refusal.rule);
  return sample.complaints.map(({ code, rule }) => `${code} ${rule}`);
}

async function notesOf(sheets: readonly Sheet[], bookType: Format) {
  const file = fileOf('artikel', workbook(sheets, bookType));
  const format = bookType === 'biff8' ? 'xls' : bookType;
  const opened = await builtReader(format).open({ files: [file], options: {} });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  for await (const { refusal } of opened.reader.batches()) expect(refusal).toBeUndefined();
  return workbookNotes(await declaredSource(mapping), opened.reader).map(({ code }) => code);
}

describe('of a workbook is reported', () => {
  it('that another sheet has the mapped columns where no sheet is named', async () => {
    expect(await told([screws, nails])).toEqual([
      'FILE_SHEETS The workbook has another sheet with the mapped columns, which is not read: "Nägel".',
    ]);
    expect(await told([screws, nails], ', sheet: Schrauben')).toEqual([]);
  });

  it('nothing of a sheet that is hidden, has other columns, or has no rows', async () => {
    const others: readonly Sheet[] = [
      { ...nails, name: 'a', isHidden: true },
      { name: 'b', rows: [['Kunde'], ['Meier']] },
      { name: 'c', rows: [header] },
      { name: 'd', rows: [] },
    ];
    expect(await told([screws, ...others])).toEqual([]);
  });

  const rows: Rows = [header, ['A', 'a', 'X', 5], ['B', 'b', null, 5], ['C', 'c', null, null]];
  const merged = ['A1:B1', 'C2:C4', 'D3:D4', 'A2:B2'];

  it('which cells of mapped columns are merged over several rows', async () => {
    expect(await told([{ name: 'T', rows, merged }])).toEqual([
      expect.stringMatching(/^FILE_MERGED Cells of mapped columns .* \(C2:C4, D3:D4\)/),
    ]);
  });

  it.each(['xlsx', 'biff8', 'ods'] as const)('both in %s', async (bookType) => {
    const sheets = [{ name: 'T', rows, merged }, nails];
    expect(await notesOf(sheets, bookType)).toEqual(['FILE_SHEETS', 'FILE_MERGED']);
  });

  it('nothing of merged cells above the rows, in columns that are not mapped or are filled down', async () => {
    const above: Rows = [['Preisliste', null, null, null], [null, null, null, null], ...rows];
    expect(await told([{ name: 'T', rows: above, merged: ['A1:D2'] }], ', headerRow: 3')).toEqual(
      [],
    );
    const unmapped = rows.map((row) => [...row, 'x']);
    expect(await told([{ name: 'T', rows: unmapped, merged: ['E2:E4'] }])).toEqual([]);
    const filled = ', fillDown: { columns: [Marke] }';
    expect(await told([{ name: 'T', rows, merged: ['C2:C4'] }], filled)).toEqual([]);
  });
});
