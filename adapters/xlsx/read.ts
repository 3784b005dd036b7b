import type { AdapterInput, ReadAdapter } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { hiddenNames, openBook, sheetRows } from './book.ts';
import { openSheet, type SheetReader } from './table.ts';

/** XLSX workbooks. README.md beside this file says how cells become text. */
export const xlsx: ReadAdapter = { open: openXlsx };

async function openXlsx({
  files: [file],
  options,
}: AdapterInput): Promise<{ readonly reader: SheetReader } | { readonly refusal: Complaint }> {
  if (!file) throw new TypeError('An input has at least one file.');
  const book = await openBook(file, options.sheet);
  if ('rule' in book) return { refusal: book };
  const table = {
    file: file.name,
    sheet: book.sheet.name,
    sheets: book.sheets.map(({ name }) => name),
    hidden: hiddenNames(book.sheets),
    rows: () => sheetRows(book),
  };
  return openSheet(table, options);
}
