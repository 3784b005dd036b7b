import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { type Encoding, encodingNamed } from '../../src/domain/encoding.ts';
import { hexadecimal } from './appearance.ts';
import { choice, sampleNear } from './candidates.ts';
import { type Decoder, decoderOf } from './decode.ts';
import { byteOrderMark } from './encode.ts';
import { evidence, isMarked, type Verdict } from './evidence.ts';
import { isoControls, lineAt, wrongByteAt } from './wrong-byte.ts';

export interface Detected {
  readonly decoder: Decoder;
  /** Length of the byte order mark, 0 without one: the text begins here. */
  readonly start: number;
}

/** A declared encoding is tried on this much; each row is checked anyway when it is read. */
const headBytes = 1024 * 1024;

/**
 * How the file is written. `auto`: byte order mark, then many NUL bytes (UTF-16), then strict UTF-8 over the whole
 * file, else a complaint with samples under each candidate: a code page is never guessed (quirk 3).
 * A declared encoding that the file contradicts is refused the same way.
 */
export function detectEncoding(
  file: AdapterFile,
  declared = 'auto',
): Detected | { readonly refusal: Complaint } {
  const head = file.read(0, Math.min(headBytes, file.size));
  const seen = evidence(head, file, declared);
  if ('rule' in seen) return refused(file, seen);
  if (declared !== 'auto') return declaredEncoding({ file, head, seen: seen.encoding }, declared);
  if (seen.encoding) return detected(seen.encoding, head);
  const invalidAt = wrongByteAt(file, decoderOf('utf-8'));
  if (invalidAt === -1) return detected('utf-8', head);
  const byte = hexadecimal(file.read(invalidAt, 1)[0]);
  return refused(file, {
    rule: `The file is not UTF-8 (byte ${byte} at offset ${invalidAt}, line ${lineAt(file, invalidAt)}), and its code page cannot be told from the bytes alone.`,
    remedy: choice(sampleNear(file, invalidAt)),
  });
}

function refused(file: AdapterFile, verdict: Verdict): { readonly refusal: Complaint } {
  return { refusal: { code: 'FILE_ENCODING', file: file.name, ...verdict } };
}

function detected(encoding: Encoding, head: Uint8Array): Detected {
  const mark = byteOrderMark(encoding);
  return { decoder: decoderOf(encoding), start: isMarked(head, encoding) ? mark.length : 0 };
}

function declaredEncoding(
  found: {
    readonly file: AdapterFile;
    readonly head: Uint8Array;
    readonly seen: Encoding | undefined;
  },
  name: string,
): Detected | { readonly refusal: Complaint } {
  const { file, head, seen } = found;
  const encoding = encodingNamed(name);
  if (!encoding) {
    return refused(file, {
      rule: `The declared encoding "${name}" is not known.`,
      remedy: seenChoice(head, seen),
    });
  }
  // `utf-16` alone leaves the byte order to the mark.
  const contradicted = seen !== undefined && seen !== encoding && !/^utf-?16$/i.test(name);
  if (contradicted) {
    return refused(file, {
      rule: `The file is declared as ${encoding}, but its bytes say ${seen}.`,
      remedy: seenChoice(head, seen),
    });
  }
  return seen ? detected(seen, head) : triedOn(found, encoding);
}

function seenChoice(head: Uint8Array, seen: Encoding | undefined): string {
  return choice(seen === undefined ? head : head.subarray(detected(seen, head).start), seen);
}

function triedOn(
  found: { readonly file: AdapterFile; readonly head: Uint8Array },
  encoding: Encoding,
): Detected | { readonly refusal: Complaint } {
  const { file, head } = found;
  // Each line end and separator of a UTF-16 table brings a NUL byte.
  if (encoding.startsWith('utf-16') && head.length > 0 && !head.includes(0)) {
    return refused(file, {
      rule: `The file is declared as ${encoding}, but holds no NUL byte, as such a table does.`,
      remedy: choice(head),
    });
  }
  if (!encoding.startsWith('utf-') && isSurelyUtf8(head)) {
    return refused(file, {
      rule: `The file is declared as ${encoding}, but everything beyond ASCII in it is well-formed UTF-8.`,
      remedy: choice(head),
    });
  }
  const wrong = wrongByte(found, encoding);
  if (wrong === undefined) return detected(encoding, head);
  const byte = hexadecimal(file.read(wrong.at, 1)[0]);
  return refused(file, {
    rule: `The file is declared as ${encoding}, but the byte ${byte} at offset ${wrong.at} ${wrong.is}.`,
    remedy: choice(sampleNear(file, wrong.at), undefined, encoding),
  });
}

/** No text holds the control characters of ISO 8859, so one of them shows wherever it stands that the page is another. */
function wrongByte(
  { file, head }: { readonly file: AdapterFile; readonly head: Uint8Array },
  encoding: Encoding,
): { readonly at: number; readonly is: string } | undefined {
  const control = encoding.startsWith('iso-8859-') ? wrongByteAt(file, isoControls) : -1;
  if (control !== -1) return { at: control, is: 'is an invisible control character there' };
  const decoder = decoderOf(encoding);
  const whole = head.length < file.size ? head.subarray(0, decoder.whole(head)) : head;
  const at = decoder.invalidAt(whole);
  return at === -1 ? undefined : { at, is: 'means nothing there' };
}

/** Text of a code page hardly ever forms one valid UTF-8 sequence by chance, let alone several and nothing else. */
function isSurelyUtf8(head: Uint8Array): boolean {
  const sequencesEnough = 3;
  const utf8 = decoderOf('utf-8');
  const text = utf8.decode(head.subarray(0, utf8.whole(head)));
  if (text === undefined) return false;
  const beyondAscii = text.match(/[^\0-\x7f]/g);
  return beyondAscii !== null && beyondAscii.length >= sequencesEnough;
}
