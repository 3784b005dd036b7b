import type { RowScanner } from '../text/rows.ts';

const formFeed = 12;
/** Ctrl-Z, with which DOS programs end a text file. */
const endOfDosFile = 26;

/** A line of the file, and where it begins in the scanned bytes. */
interface Line {
  readonly raw: Uint8Array;
  readonly offset: number;
}

/** Neither a line end nor a mark says that the row, and the file, end here. */
export function isOpen({ isEnded, bytes, end }: RowScanner): boolean {
  return !isEnded && bytes[end - 1] !== endOfDosFile;
}

export function isMarkedEnd(raw: Uint8Array): boolean {
  return raw.at(-1) === endOfDosFile;
}

/** A listing for a printer begins each page with a form feed: it parts lines and takes no place of the layout. */
export function lineOf(rows: RowScanner): Line {
  const raw = rows.current();
  if (raw[0] !== formFeed) return { raw, offset: rows.offset };
  const feeds = raw.findIndex((byte) => byte !== formFeed);
  const length = feeds === -1 ? raw.length : feeds;
  return { raw: raw.subarray(length), offset: rows.offset + length };
}
