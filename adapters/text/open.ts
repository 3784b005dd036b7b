import { Buffer } from 'node:buffer';
import type { AdapterFile, AdapterInput, AdapterOptions } from '../../src/domain/adapter.ts';
import { type Complaint, complaintOf } from '../../src/domain/complaint.ts';
import { firstFile } from '../first-file.ts';
import { appearance, binaryAppearance, firstBytes } from './appearance.ts';
import type { WrongByteCosts } from './candidates.ts';
import { detectEncoding } from './detect.ts';
import type { Detected } from './detected.ts';
import { fileBytesMax } from './limits.ts';
import { leniently } from './utf8-share.ts';

export interface OpenedText extends Detected {
  readonly file: AdapterFile;
  readonly options: AdapterOptions;
  /** How the text begins, after the byte order mark: enough to tell its dialect. */
  readonly head: string;
}

const headBytes = 64 * 1024;

/**
 * The first file of the input with its encoding, or why it cannot be read as a text: empty, too large,
 * another kind of file (quirks 1 and 2), or in an encoding that must be declared.
 */
export function openText(
  input: AdapterInput,
  costs: WrongByteCosts = 'row',
): OpenedText | { readonly refusal: Complaint } {
  const file = firstFile(input);
  const refusal = unreadable(file);
  if (refusal) return { refusal };
  const detected = detectEncoding(file, input.options.encoding, costs);
  if ('refusal' in detected) return detected;
  if (detected.start === file.size) return { refusal: emptyFile(file) };
  const bytes = file.read(detected.start, headBytes);
  const whole = bytes.subarray(0, detected.decoder.whole(bytes));
  // The dialect of a file shows also where a row of it is rejected for its bytes.
  const { decoder } = detected;
  const readable = decoder.encoding === 'utf-8' ? leniently : inBytes;
  const head = decoder.decode(whole) ?? readable(whole);
  return { file, options: input.options, head, ...detected };
}

/** A character a byte: in all pages ASCII tells the dialect. */
function inBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** The complaint about a file that is empty, or larger than any export. */
export function sizeRefused({ name, size }: AdapterFile): Complaint | undefined {
  if (size === 0) return emptyFile({ name });
  if (size <= fileBytesMax) return undefined;
  const rule = `The file is larger than ${fileBytesMax} bytes.`;
  return complaintOf({ code: 'FILE_TOO_LARGE', file: name, rule });
}

function unreadable(file: AdapterFile): Complaint | undefined {
  const refusal = sizeRefused(file);
  if (refusal) return refusal;
  const head = file.read(0, 512);
  return binaryAppearance(head) ? otherFormat(file, head) : undefined;
}

/** The file is something else than its source says, and what it looks like. */
export function otherFormat(file: { readonly name: string }, head: Uint8Array): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file: file.name,
    rule: `The file begins with ${firstBytes(head)}: it looks like ${appearance(head)}.`,
    remedy: 'Correct format: of the source, or export in the declared format.',
  };
}

export function emptyFile(file: { readonly name: string }): Complaint {
  return complaintOf({ code: 'FILE_EMPTY', file: file.name, rule: 'The file holds nothing.' });
}
