import type { AdapterOptions } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { headerNames, numberedNames, type TableColumns, tableColumns } from '../text/columns.ts';
import { damaged } from './damage.ts';
import type { SheetRow } from './sheet.ts';
import type { SheetTable } from './table.ts';

export interface SheetHeader {
  readonly columns: TableColumns;
  /** The header's last row: records come after it. 0 without a header. */
  readonly lastRow: number;
}

/** Without a header, the widest of so many rows says how many columns there are. */
const rowsMeasured = 100;

/** Reads the sheet as far as its header: the given rows, else its first filled row. */
export async function readSheetHeader(
  table: SheetTable,
  headerRow: AdapterOptions['headerRow'],
): Promise<SheetHeader | Complaint> {
  const top = await topRows(table, (rows) => isEnough(rows, headerRow));
  if ('rule' in top) return top;
  const [first] = top.rows;
  if (!first) return emptySheet(table);
  if (headerRow === 'none') {
    const widths = top.rows.map(({ cells }) => ('rule' in cells ? 0 : cells.length));
    const names = numberedNames(Math.max(top.statedWidth, ...widths));
    return { columns: tableColumns(names), lastRow: 0 };
  }
  return namedColumns(table, top.rows, headerRow ?? [first.row]);
}

function namedColumns(
  table: SheetTable,
  rows: readonly SheetRow[],
  wanted: readonly number[],
): SheetHeader | Complaint {
  const header: (readonly (string | undefined)[])[] = [];
  for (const { row, cells } of rows) {
    if (!wanted.includes(row)) continue;
    if ('rule' in cells) return cells;
    header.push(cells);
  }
  if (header.length === 0) return missingHeader(table, wanted);
  return { columns: tableColumns(headerNames(header)), lastRow: Math.max(...wanted) };
}

function isEnough(rows: readonly SheetRow[], headerRow: AdapterOptions['headerRow']): boolean {
  if (headerRow === 'none') return rows.length >= rowsMeasured;
  const lastRow = headerRow === undefined ? 1 : Math.max(...headerRow);
  return (rows.at(-1)?.row ?? 0) >= lastRow;
}

async function topRows(
  table: SheetTable,
  isEnoughOf: (rows: readonly SheetRow[]) => boolean,
): Promise<{ readonly rows: readonly SheetRow[]; readonly statedWidth: number } | Complaint> {
  const rows: SheetRow[] = [];
  let statedWidth = 0;
  for await (const block of table.rows()) {
    if ('rule' in block) return block;
    // A row of formulas without results shows nothing: no header is made of it.
    rows.push(...block.rows.filter(({ cells }) => 'rule' in cells || cells.length > 0));
    statedWidth = block.statedWidth;
    if (isEnoughOf(rows)) break;
  }
  return { rows, statedWidth };
}

function emptySheet({ file, sheet, sheets }: SheetTable): Complaint {
  const names = sheets.map((name) => `"${name}"`).join(', ');
  return {
    code: 'FILE_EMPTY',
    file,
    rule: `The sheet "${sheet}" is empty.`,
    remedy: `Export again, or set sheet: of the source. The workbook has ${names}.`,
  };
}

function missingHeader({ file, sheet }: SheetTable, wanted: readonly number[]): Complaint {
  const rule = `The sheet "${sheet}" has nothing in row ${wanted.join(' and ')}, where its header should be.`;
  return { ...damaged(file, rule), remedy: 'Correct headerRow: of the source.' };
}
