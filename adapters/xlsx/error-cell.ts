import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';

/** Of a cell whose formula came to nothing: the workbook shows why, and no value. */
export function errorCell(value: string): Complaint {
  return complaintOf({
    code: 'ROW_ERROR_CELL',
    value,
    rule: 'is an error of the workbook, not a value.',
  });
}
