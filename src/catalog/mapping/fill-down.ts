import type { SourceConfig } from '../../config/declaration.ts';
import type { ExportReader, ExportRecord } from '../../domain/adapter.ts';
import { type Cells, cellsWith, isCells, isEmptyCell } from '../../domain/cells.ts';
import type { Complaint } from '../../domain/complaint.ts';

type FillDown = NonNullable<SourceConfig['fillDown']>;

/**
 * In some columns an empty cell means "as in the row above" (quirk 17, and variants as rows). A row then depends on the
 * rows above it and cannot be settled by the hash of its own bytes, so raw rows are not handed on.
 */
export function filledDown(reader: ExportReader, rule: FillDown | undefined): ExportReader {
  if (rule === undefined) return reader;
  const { rawRows: _, ...read } = reader;
  return {
    ...read,
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
  const { row, isHidden } = record;
  const filled = fill(record.cells());
  return {
    row,
    ...(isHidden && { isHidden }),
    cells: () => filled,
    cut: () => record.cut?.() ?? [],
    lines: () => record.lines?.() ?? [],
  };
}

type Fill = (cells: Cells | Complaint) => Cells | Complaint;

function createFill(reader: ExportReader, { columns, within }: FillDown): Fill {
  // By column, the last row that has a value of its own there.
  const above = new Map<string, Cells>();
  let group: string | undefined;
  const enter = (cells: Cells): void => {
    const own = within === undefined ? undefined : (cells[reader.column(within)] ?? '').trim();
    // Rows without a handle are no group: the name of one may be that of another article.
    if (own !== group || own === '') above.clear();
    group = own;
  };
  return (cells) => {
    // An unreadable row may be the one that the next rows repeat, so these must not repeat the row before it.
    const isUsable = isCells(cells) && cells.unusable === undefined;
    if (!isUsable) above.clear();
    // A row of empty cells says nothing: filling it would make a row of it.
    if (!isUsable || cells.every(isEmptyCell)) return cells;
    enter(cells);
    const row: FilledRow = {
      cells,
      texts: [...cells],
      numbers: new Set(cells.numbers),
      truths: new Set(cells.truths),
      held: new Map(cells.held),
      dates: new Map(cells.dates),
    };
    for (const column of columns) fillCell(row, { column, index: reader.column(column), above });
    return filledCells(row);
  };
}

interface FilledRow {
  readonly cells: Cells;
  readonly texts: (string | undefined)[];
  readonly numbers: Set<number>;
  readonly truths: Set<number>;
  readonly held: Map<number, string>;
  readonly dates: Map<number, string>;
}

interface Place {
  readonly column: string;
  readonly index: number;
  readonly above: Map<string, Cells>;
}

function fillCell(row: FilledRow, { column, index, above }: Place): void {
  const { cells, texts, numbers, truths, held, dates } = row;
  const repeated = above.get(column);
  // An unreadable cell is not empty: it is not filled, and the rows below repeat nothing.
  if (cells.faults?.has(index)) above.delete(column);
  else if (!isEmptyCell(cells[index])) above.set(column, cells);
  else if (repeated !== undefined) {
    texts[index] = repeated[index];
    if (repeated.numbers?.has(index)) numbers.add(index);
    if (repeated.truths?.has(index)) truths.add(index);
    const [shown, date] = [repeated.held?.get(index), repeated.dates?.get(index)];
    if (shown !== undefined) held.set(index, shown);
    if (date !== undefined) dates.set(index, date);
  }
}

function filledCells({ cells: { faults }, texts, numbers, truths, held, dates }: FilledRow): Cells {
  return cellsWith(texts, {
    numbers: numbers.size > 0 ? numbers : undefined,
    truths: truths.size > 0 ? truths : undefined,
    held: held.size > 0 ? held : undefined,
    dates: dates.size > 0 ? dates : undefined,
    faults,
  });
}
