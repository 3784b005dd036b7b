import type { AdapterFile } from '../../src/domain/adapter.ts';
import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import { type Encoding, encodingNamed } from '../../src/domain/encoding.ts';
import { isEbcdic } from './ebcdic.ts';
import { byteOrderMark } from './encode.ts';
import { nulPattern } from './nul.ts';

/** Why a file's encoding is in doubt; FILE_ENCODING where the code is not another. */
export interface Verdict {
  readonly code?: Complaint['code'];
  readonly rule: string;
  readonly remedy: string;
}

/** What the bytes prove by themselves; `encoding` is undefined where they prove nothing. */
export function evidence(
  head: Uint8Array,
  file: AdapterFile,
  declared: string,
): { readonly encoding: Encoding | undefined } | Verdict {
  const marked = (['utf-8', 'utf-16le', 'utf-16be'] as const).find((encoding) =>
    isMarked(head, encoding),
  );
  if (marked) return { encoding: marked };
  if (isEbcdic(head)) {
    return {
      rule: 'The file is written in EBCDIC, the code of IBM i and of mainframes, which no encoding: reads.',
      remedy: 'Transfer it as text, as FTP does after "ascii", or let it be written in UTF-8.',
    };
  }
  const pattern = nulPattern(head);
  const mayBeUtf16 = encodingNamed(declared)?.startsWith('utf-16');
  if (pattern === 'binary') {
    // Emoji and the letters of U+xx00 put NUL bytes on both sides.
    if (mayBeUtf16) return { encoding: undefined };
    return {
      code: 'FILE_STRUCTURE',
      rule: 'The file is full of NUL bytes: it is not a text.',
      remedy: 'Check format: of the source, and export the file again.',
    };
  }
  if (pattern) return { encoding: pattern };
  // A share may reserve the whole size first and fill it later (fault 1).
  if (file.size > 0 && !mayBeUtf16 && file.read(file.size - 1, 1)[0] === 0) {
    return complaintOf({
      code: 'FILE_TRUNCATED',
      rule: 'The file ends in NUL bytes: it was not written to its end.',
    });
  }
  return { encoding: undefined };
}

/** Whether the bytes begin with the encoding's mark; true of encodings that have none. */
export function isMarked(head: Uint8Array, encoding: Encoding): boolean {
  return byteOrderMark(encoding).every((byte, at) => head[at] === byte);
}
