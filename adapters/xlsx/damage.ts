import type { Complaint } from '../../src/domain/complaint.ts';

/** A workbook that cannot be read, in one sentence. */
export function damaged(file: string, rule: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    rule,
    remedy: 'Save the workbook again in the program that wrote it; nothing of this file was used.',
  };
}

export function tooLarge(file: string, rule: string): Complaint {
  return { code: 'FILE_TOO_LARGE', file, rule, remedy: 'Split the workbook, or export as CSV.' };
}
