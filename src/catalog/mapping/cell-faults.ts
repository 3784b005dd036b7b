import type { SourceConfig } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { AttributeColumns } from './attributes.ts';
import { dateCode } from './date-code.ts';
import { columnsOf } from './field.ts';
import { decidingColumns } from './filled.ts';
import { foundColumns, neededColumns } from './needed-columns.ts';
import { columnsOfCondition } from './where.ts';

/** What is wrong with the cells that a row needs. */
export interface CellFaults {
  readonly complaints: readonly Complaint[];
  readonly isOfKey: boolean;
  /** A cell that `where` asks is wrong, so it cannot be said whether the row is used. */
  readonly isOfWhere: boolean;
  /** A cell is wrong that says how much can be sold, or whether. */
  readonly isOfStock: boolean;
}

/**
 * A cell may hold something that cannot be read, as `#N/A` in a workbook. That is not an empty cell: taken for one, the
 * old stock would stay on sale unnoticed (quirk 19). Only cells that the mapping reads are told.
 */
export function bindCellFaults(
  source: SourceConfig,
  file: AttributeColumns,
): (cells: Cells) => CellFaults | undefined {
  const needed = neededColumns(source);
  const key = columnsOf(source.mapping.externalId);
  const where = source.where.flatMap(columnsOfCondition);
  const stock = decidingColumns(source);
  const datesIn = bindDateCodes(source, file);
  return (cells) => {
    const faults = cells.dates === undefined ? cells.faults : datesIn(cells, cells.dates);
    if (faults === undefined) return undefined;
    const all = new Set([...needed, ...foundColumns(source.mapping.attributes, file.columns)]);
    const complaints = [...all].flatMap((column) => {
      const fault = faults.get(file.column(column));
      return fault === undefined ? [] : [{ ...fault, column }];
    });
    if (complaints.length === 0) return undefined;
    return {
      complaints,
      isOfKey: complaints.some(({ column }) => key.includes(column)),
      isOfWhere: complaints.some(({ column }) => where.includes(column)),
      isOfStock: complaints.some(({ column }) => stock.includes(column)),
    };
  };
}

/**
 * The faults of the cells, and dates in columns of article numbers and barcodes. Not where a number is put together of
 * several columns: there a date may be meant, as the best-before date of a batch.
 */
function bindDateCodes({ mapping }: SourceConfig, file: AttributeColumns) {
  const codes = [mapping.externalId, mapping.barcode].flatMap((field) => {
    const [column, ...others] = field === undefined ? [] : columnsOf(field);
    return column === undefined || others.length > 0 ? [] : [column];
  });
  return (cells: Cells, dates: NonNullable<Cells['dates']>): Cells['faults'] => {
    const faults = new Map(cells.faults);
    for (const index of codes.map((column) => file.column(column))) {
      const moment = dates.get(index);
      if (moment !== undefined) faults.set(index, dateCode(cells[index] ?? '', moment));
    }
    return faults.size === 0 ? undefined : faults;
  };
}
