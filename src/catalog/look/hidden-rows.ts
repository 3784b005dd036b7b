import type { Complaint } from '../../domain/complaint.ts';

/** Rows that are hidden in a sheet are read. Somebody who filters the sheet by hand may expect otherwise. */
export function hiddenRows(hidden: number): Complaint[] {
  if (hidden === 0) return [];
  const [are, like] =
    hidden === 1
      ? ['One row is', 'it is read like the others']
      : [`${hidden} rows are`, 'they are read like the others'];
  return [
    {
      code: 'FILE_COLUMNS',
      rule: `${are} hidden in the sheet, among the rows looked at: ${like}.`,
      remedy: 'Take rows that should not be sold out of the export, or leave them out with where:.',
    },
  ];
}
