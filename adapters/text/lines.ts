import type { OpenedText } from './open.ts';
import type { RowScanner } from './rows.ts';
import { rowScanner } from './scan.ts';

/** The lines of a text without quotes; CR alone ends a line only where the text has no LF. */
export function lineScanner(text: OpenedText): RowScanner {
  const newline = !text.head.includes('\n') && text.head.includes('\r') ? 13 : 10;
  return rowScanner(text, { newline }, { offset: text.start, row: 1 });
}
