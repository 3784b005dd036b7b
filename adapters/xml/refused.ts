import {
  type Complaint,
  type ComplaintParts,
  complaintOf,
  shownValue,
} from '../../src/domain/complaint.ts';

/**
 * Leaves the parser's callbacks with the complaint that ends the file. It never leaves an adapter:
 * `feed` catches it and gives the complaint back (law 10).
 */
export class Refused extends Error {
  readonly complaint: Complaint;

  constructor(parts: ComplaintParts) {
    super(parts.rule);
    this.name = 'Refused';
    this.complaint = complaintOf(parts);
  }
}

/** The complaint about a limit, naming it. */
export function tooLarge(file: string, rule: string): Refused {
  return new Refused({ code: 'FILE_TOO_LARGE', file, rule });
}

/** Of another kind than `format`, whose root is `expected`. */
export function otherRoot(
  file: string,
  root: string,
  { format, expected }: { readonly format: string; readonly expected: string },
): Refused {
  const rule = `The file is not ${format}: its root is <${shownValue(root)}>, not <${expected}>.`;
  return new Refused({ code: 'FILE_STRUCTURE', file, rule, remedy: otherFormat });
}

export const otherFormat = 'Correct format: of the source, or the files it takes.';

/** A login or an error that came in place of the export: every other remedy would mislead. */
export function isWebPage(root: string | undefined): boolean {
  return root?.toLowerCase() === 'html';
}

export const webPage = {
  remedy:
    'Open the file in a browser: a web page came in place of the export, perhaps a login or an error.',
};
