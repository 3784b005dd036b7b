import type { Complaint } from '../../src/domain/complaint.ts';
import { lineScanner } from '../text/lines.ts';
import type { OpenedText } from '../text/open.ts';
import { scanDecoder } from '../text/scan.ts';
import { characters, type Layout, layoutEnd } from './layout.ts';

const remedy =
  'Give recordLength: of the source, the number of characters of a record, or let the ERP write a line end after each; if the line is one record, add a column to columns: that reaches to its end.';

/** Records back to back, as an AS/400 writes them, are one line: all but the first would be lost without a word. */
export function unbrokenLine(opened: OpenedText, layout: Layout): Complaint | undefined {
  const rows = lineScanner(opened);
  const moved = rows.next();
  if (typeof moved !== 'string') return { ...moved, remedy };
  if (moved === 'end' || rows.isEnded) return undefined;
  const raw = rows.current();
  const text = scanDecoder(opened.decoder).decode(raw);
  const length = text === undefined ? raw.length : characters(withoutTail(text)).length;
  const end = layoutEnd(layout);
  if (length <= end) return undefined;
  return {
    code: 'FILE_STRUCTURE',
    file: opened.file.name,
    rule: `The file is one line of ${length} characters without a line end, and its columns end at ${end}: the text after them would be lost.`,
    remedy,
  };
}

/**
 * Blanks and control characters (NUL, Ctrl-Z) are no record. A pattern would look at blanks within a long line again
 * and again.
 */
export function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(0, end);
}
