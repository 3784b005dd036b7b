import type { AdapterInput, ReadAdapter } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { firstFile } from '../first-file.ts';
import { type Book, hiddenNames, openBook, sheetRows } from './book.ts';
import { withOtherSheets } from './other-sheets.ts';
import { openSheet, type SheetReader, type SheetTable } from './table.ts';

/** XLSX workbooks. README.md beside this file says how cells become text. */
export const xlsx: ReadAdapter = { open: openXlsx };

async function openXlsx(
  input: AdapterInput,
): Promise<{ readonly reader: SheetReader } | { readonly refusal: Complaint }> {
  const { options } = input;
  const file = firstFile(input);
  const book = await openBook(file, options.sheet);
  if ('rule' in book) return { refusal: book };
  const others = book.sheets.filter(({ isVisible, path }) => isVisible && path !== book.sheet.path);
  const tables = others.map((sheet) => tableOf({ ...book, sheet }, file.name));
  return withOtherSheets(await openSheet(tableOf(book, file.name), options), tables, options);
}

function tableOf(book: Book, file: string): SheetTable {
  return {
    file,
    sheet: book.sheet.name,
    sheets: book.sheets.map(({ name }) => name),
    hidden: hiddenNames(book.sheets),
    rows: () => sheetRows(book),
  };
}
