import type { SourceConfig } from '../config/declaration.ts';
import type { ExportReader, ExportRecord } from '../domain/adapter.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { Cells } from './mapping.ts';
import { isCells } from './mapping.ts';

type FillDown = NonNullable<SourceConfig['fillDown']>;

/**
 * Empty cells of some columns mean: the same as in the row before (quirk 17, and variants as rows). What a row says
 * then depends on the rows above it, so no row can be settled by its own bytes: `raw` is not handed on.
 */
export function filledDown(reader: ExportReader, rule: FillDown | undefined): ExportReader {
  if (rule === undefined) return reader;
  return {
    // Trees see their columns while they are read.
    get columns() {
      return reader.columns;
    },
    columnsAreComplete: reader.columnsAreComplete,
    column: (name) => reader.column(name),
    dialect: reader.dialect,
    async *batches() {
      const fill = createFill(reader, rule);
      for await (const { records, refusal } of reader.batches())
        yield {
          records: records.map((record) => filledRecord(record, fill)),
          ...(refusal && { refusal }),
        };
    },
  };
}

function filledRecord(record: ExportRecord, fill: Fill): ExportRecord {
  const { row, offset } = record;
  const filled = fill(record.cells());
  return { row, ...(offset === undefined ? {} : { offset }), cells: () => filled };
}

type Fill = (cells: Cells | Complaint) => Cells | Complaint;

function createFill(reader: ExportReader, { columns, within }: FillDown): Fill {
  const above = new Map<string, string>();
  let group: string | undefined;
  const isEmpty = (cell: string | undefined): boolean => (cell ?? '').trim() === '';
  const enter = (cells: Cells): void => {
    const own = within === undefined ? undefined : (cells[reader.column(within)] ?? '').trim();
    if (own !== group) above.clear();
    group = own;
  };
  return (cells) => {
    // What cannot be read may have been the row that the next ones repeat: they get nothing from the one before it.
    if (!isCells(cells)) above.clear();
    // A row of empty cells says nothing: filling it would make a row of it.
    if (!isCells(cells) || cells.every(isEmpty)) return cells;
    enter(cells);
    const filled = [...cells];
    for (const column of columns) {
      const index = reader.column(column);
      const cell = cells[index];
      if (isEmpty(cell)) filled[index] = above.get(column) ?? cell;
      else above.set(column, cell ?? '');
    }
    return filled;
  };
}
