import * as XLSX from 'xlsx';
import type { AdapterFile, AdapterOptions, ReadAdapter } from '../../../src/domain/adapter.ts';
import { type Cells, isCells } from '../../../src/domain/cells.ts';

/** The cells with what is known of them. */
export async function cellsOf(
  adapter: ReadAdapter,
  file: AdapterFile,
  options: AdapterOptions = {},
): Promise<readonly Cells[]> {
  const opened = await adapter.open({ files: [file], options });
  if ('refusal' in opened) throw new Error(opened.refusal.rule);
  const all: Cells[] = [];
  for await (const { records } of opened.reader.batches())
    all.push(...records.map((record) => record.cells()).filter(isCells));
  return all;
}

/** Two sheets, of which the second one is meant. */
export function xlsBytes(
  rows: readonly (readonly unknown[])[],
  formats: Record<string, string> = {},
) {
  const sheet = XLSX.utils.aoa_to_sheet(rows as unknown[][]);
  for (const [cell, code] of Object.entries(formats)) (sheet[cell] as XLSX.CellObject).z = code;
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['Macros']]), 'Makros');
  XLSX.utils.book_append_sheet(book, sheet, 'Artikel');
  return XLSX.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer;
}
