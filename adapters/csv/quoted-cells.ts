import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';

/** As a spreadsheet saves a cell with an inch mark: `"Rohr 32/2"" verz."`. Bare marks do not come in pairs. */
const quotedCell = /^"(?:[^"]*"")+[^"]*"$/;

/**
 * Where quote marks mean nothing: the cells that were quoted all the same, by column. A row that needs one is rejected.
 */
export function quotedCells(cells: readonly string[]): ReadonlyMap<number, Complaint> | undefined {
  if (!cells.some((cell) => quotedCell.test(cell))) return undefined;
  const faults = cells.flatMap((cell, column) =>
    quotedCell.test(cell) ? [[column, quoted(cell)] as const] : [],
  );
  return new Map(faults);
}

function quoted(value: string): Complaint {
  const rule = 'seems to be quoted: it is in quote marks, with doubled ones inside.';
  return complaintOf({ code: 'ROW_QUOTED', value, rule });
}
