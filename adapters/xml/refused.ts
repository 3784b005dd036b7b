import type { Code } from '../../src/domain/codes.ts';
import { codes } from '../../src/domain/codes.ts';
import type { Complaint } from '../../src/domain/complaint.ts';

/**
 * Leaves the parser's callbacks with the complaint that ends the file. It never leaves an adapter:
 * `feed` catches it and gives the complaint back (law 10).
 */
export class Refused extends Error {
  readonly complaint: Complaint;

  constructor(complaint: Complaint) {
    super(complaint.rule);
    this.name = 'Refused';
    this.complaint = complaint;
  }
}

/** A complaint about a whole file; without a remedy of its own it takes the code's. */
export function fileComplaint(
  code: Code,
  file: string,
  text: { rule: string; remedy?: string },
): Complaint {
  return { code, file, rule: text.rule, remedy: text.remedy ?? codes[code].remedy };
}

/** The complaint about a limit, naming it. */
export function tooLarge(file: string, rule: string): Refused {
  return new Refused(fileComplaint('FILE_TOO_LARGE', file, { rule }));
}
