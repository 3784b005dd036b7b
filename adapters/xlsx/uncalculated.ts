import { codes } from '../../src/domain/codes.ts';
import type { Complaint } from '../../src/domain/complaint.ts';

/** Of a cell that is not empty, and says nothing all the same. */
export const uncalculated: Complaint = {
  code: 'ROW_FORMULA',
  rule: 'holds a formula whose result the file does not keep.',
  remedy: codes.ROW_FORMULA.remedy,
};
