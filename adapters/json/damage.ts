import { type Complaint, complaintOf, shownValue } from '../../src/domain/complaint.ts';

/** Where the damage is: `offset` in the file's bytes. */
interface Place {
  readonly file: string;
  readonly offset: number;
}

export function cutOff({ file, offset }: Place): Complaint {
  return complaintOf({
    code: 'FILE_TRUNCATED',
    file,
    rule: `The JSON ends at offset ${offset} before everything that it opens is closed.`,
  });
}

export function unexpected({ file, offset }: Place, found: string): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file,
    value: shownValue(found),
    rule: `This is not JSON, or JSON does not allow it here, at offset ${offset}.`,
    remedy: 'Export again; if each line is a JSON text, set format: ndjson.',
  };
}

/** A part beyond its limit; `limit` with its unit. */
export function tooLarge({ file, offset }: Place, limit: string): Complaint {
  return {
    code: 'FILE_TOO_LARGE',
    file,
    rule: `The JSON has ${limit}, at offset ${offset}.`,
    remedy: 'Split the export, or correct path: of the source.',
  };
}
