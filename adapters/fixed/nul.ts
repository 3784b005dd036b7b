import { Buffer } from 'node:buffer';
import type { AdapterFile, AdapterInput } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { firstFile } from '../first-file.ts';
import { isTextBesideNuls } from '../text/nul.ts';
import { type OpenedText, openText } from '../text/open.ts';
import { sectorBytes } from '../text/unwritten.ts';
import { type Layout, layoutEnd } from './layout.ts';

const headBytes = 64 * 1024;
const blank = 0x20;

/**
 * The text of a file whose fields COBOL has filled up with NULs
 * (low-values): its encoding is told as if they were blanks.
 */
export function openFilledText(input: AdapterInput): OpenedText | { readonly refusal: Complaint } {
  const text = openText(input, 'checkedRow');
  if (!('refusal' in text)) return text;
  const file = firstFile(input);
  if (text.refusal.code !== 'FILE_STRUCTURE' || !isFilledByNuls(file)) return text;
  const filled = openText({ ...input, files: [blankFilled(file)] }, 'checkedRow');
  return 'refusal' in filled ? filled : { ...filled, file };
}

/** A file that ends in NULs was not written to its end (fault 1). */
function isFilledByNuls(file: AdapterFile): boolean {
  const head = file.read(0, headBytes);
  return head.includes(0) && isTextBesideNuls(head) && file.read(file.size - 1, 1)[0] !== 0;
}

/** More NULs one after the other than a field is filled up with. */
export function holeBeyond(layout: Layout): Buffer {
  return Buffer.alloc(Math.max(sectorBytes, layoutEnd(layout) + 1));
}

function blankFilled(file: AdapterFile): AdapterFile {
  return {
    name: file.name,
    size: file.size,
    read: (offset, length) => file.read(offset, length).map((byte) => (byte === 0 ? blank : byte)),
  };
}
