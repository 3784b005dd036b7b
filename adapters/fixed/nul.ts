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
  const hasLines = input.options.recordLength === undefined;
  // Behind a byte that means nothing, records without line ends are cut elsewhere.
  const costs = hasLines ? 'checkedRow' : 'file';
  const text = openText(input, costs);
  if (!('refusal' in text)) return text;
  const file = firstFile(input);
  if (!mayBeFilled.has(text.refusal.code) || !isFilledByNuls(file, hasLines)) return text;
  const filled = openText({ ...input, files: [blankFilled(file)] }, costs);
  return 'refusal' in filled ? filled : { ...filled, file };
}

const mayBeFilled: ReadonlySet<Complaint['code']> = new Set(['FILE_STRUCTURE', 'FILE_TRUNCATED']);

/**
 * A file of lines that ends in NULs was not written to its end (fault 1). Of records without line ends the last may be
 * filled up with them, and one of NULs alone is refused where it is cut.
 */
function isFilledByNuls(file: AdapterFile, hasLines: boolean): boolean {
  const head = file.read(0, headBytes);
  if (!isTextBesideNuls(head)) return false;
  return file.read(file.size - 1, 1)[0] === 0 ? !hasLines : head.includes(0);
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
