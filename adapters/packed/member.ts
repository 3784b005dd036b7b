import type { Complaint } from '../../src/domain/complaint.ts';

/** One file that came packed. */
export interface Member {
  /** Without folders of the container, which are never followed; behind the name of the container, once unpacked. */
  readonly name: string;
  /** The content, inflated while it is read; a complaint is the last thing it gives. */
  blocks(): AsyncIterable<Uint8Array | Complaint>;
}

/** What is wrong with the packing and not with the export in it. */
export function badlyPacked(
  file: string,
  code: 'FILE_STRUCTURE' | 'FILE_TRUNCATED' | 'FILE_TOO_LARGE',
  rule: string,
): Complaint {
  const remedy = {
    FILE_STRUCTURE: 'Export and pack it again; nothing of this file was used.',
    FILE_TRUNCATED: 'Wait until it is written to its end, or export again; nothing was used.',
    FILE_TOO_LARGE: 'Split the export.',
  }[code];
  return { code, file, rule, remedy };
}
