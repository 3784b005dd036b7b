import type { SourceConfig } from '../config/declaration.ts';
import type { Cells } from '../domain/cells.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { AttributeColumns } from './attributes.ts';
import { columnsOf } from './field.ts';
import { foundColumns, neededColumns } from './needed-columns.ts';
import { columnsOfCondition } from './where.ts';

/** What is wrong with the cells that a row needs; undefined where it needs none of those. */
export interface CellFaults {
  readonly complaints: readonly Complaint[];
  readonly isOfKey: boolean;
  /** Whether the row is used cannot be said. */
  readonly isOfWhere: boolean;
}

/**
 * Cells that hold something which cannot be told are not empty: a stock that stayed as it was would be sold without a
 * word (quirk 19). Only where the mapping reads them.
 */
export function bindCellFaults(
  source: SourceConfig,
  file: AttributeColumns,
): (faults: NonNullable<Cells['faults']>) => CellFaults | undefined {
  const needed = neededColumns(source);
  const key = columnsOf(source.mapping.externalId);
  const where = source.where.flatMap(columnsOfCondition);
  return (faults) => {
    const all = new Set([...needed, ...foundColumns(source.mapping.attributes, file.columns)]);
    const faulty = [...all].filter((column) => faults.has(file.column(column)));
    if (faulty.length === 0) return undefined;
    return {
      complaints: faulty.flatMap((column) => {
        const fault = faults.get(file.column(column));
        return fault === undefined ? [] : [{ ...fault, column }];
      }),
      isOfKey: faulty.some((column) => key.includes(column)),
      isOfWhere: faulty.some((column) => where.includes(column)),
    };
  };
}
