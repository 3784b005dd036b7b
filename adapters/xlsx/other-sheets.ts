import type { AdapterOptions, OtherSheet } from '../../src/domain/adapter.ts';
import { otherSheetsMax } from './limits.ts';
import { openSheet, type SheetReader, type SheetTable } from './table.ts';

type Opened = Awaited<ReturnType<typeof openSheet>>;

/**
 * The reader with the other sheets of its workbook that have rows below a header: nobody has said which one is meant,
 * and the articles of the others would be left out without a word.
 */
export async function withOtherSheets(
  opened: Opened,
  tables: readonly SheetTable[],
  options: AdapterOptions,
): Promise<Opened> {
  if ('refusal' in opened || options.sheet !== undefined) return opened;
  const otherSheets: OtherSheet[] = [];
  for (const table of tables.slice(0, otherSheetsMax)) {
    const other = await openSheet(table, options);
    if ('refusal' in other || !(await hasRows(other.reader))) continue;
    otherSheets.push({ sheet: table.sheet, columns: other.reader.columns });
  }
  return { reader: { ...opened.reader, otherSheets } };
}

async function hasRows(reader: SheetReader): Promise<boolean> {
  for await (const { records } of reader.batches()) return records.length > 0;
  return false;
}
