import { codes } from '../../src/domain/codes.ts';
import type { Complaint } from '../../src/domain/complaint.ts';

/** Of a cell whose formula came to nothing: the workbook shows why, and no value. */
export function errorCell(value: string): Complaint {
  return {
    code: 'ROW_ERROR_CELL',
    value,
    rule: 'is an error of the workbook and no value.',
    remedy: codes.ROW_ERROR_CELL.remedy,
  };
}
