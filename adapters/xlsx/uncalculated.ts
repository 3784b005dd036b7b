import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';

/** Of a cell that is not empty, and says nothing all the same. */
export const uncalculated: Complaint = complaintOf({
  code: 'ROW_FORMULA',
  rule: 'holds a formula whose result the file does not keep.',
});
