import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';

/** A table that cannot be read as a whole, in one sentence. */
export function damaged(file: string, rule: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule,
    remedy: 'Export the table again as dBase III, dBase IV or FoxPro; nothing of it was used.',
  };
}

/** A table that is still being written, or was cut on its way (fault 1). */
export function unfinished(file: string, rule: string): Complaint {
  return complaintOf({ code: 'FILE_TRUNCATED', file, rule });
}
