import { isAscii } from 'node:buffer';
import { blockBytes, byteBlocks } from '../text/blocks.ts';
import { lineScanner } from '../text/lines.ts';
import type { OpenedText } from '../text/open.ts';
import type { RowScanner } from '../text/rows.ts';
import type { Utf8Row } from './by-bytes.ts';
import { lineOf } from './line.ts';

const rowsCompared = 100;
/** From the first row beyond ASCII on: others may be rare. */
const rowsLookedAt = 100_000;

/**
 * The first rows of a file of UTF-8, and the first ones beyond ASCII, wherever they stand: without these, none tells of
 * bytes.
 */
export function comparedRows(text: OpenedText, lastHeaderRow: number): readonly Utf8Row[] {
  const start = startBeyondAscii(text);
  if (start === undefined) return [];
  const first = linesOf(lineScanner(text), lastHeaderRow);
  // Within the file it begins amid a line.
  const passed = start === text.start ? lastHeaderRow : 1;
  const beyond = linesOf(lineScanner({ ...text, start }), passed);
  const lines = [...some(first, () => true), ...some(beyond, (line) => !isAscii(line))];
  return lines.flatMap((bytes) => {
    const decoded = text.decoder.decode(bytes);
    return decoded === undefined ? [] : [{ bytes, text: decoded }];
  });
}

/** The block before the first one that is not all ASCII; undefined where each is. */
function startBeyondAscii({ file, start }: OpenedText): number | undefined {
  let offset = start;
  for (const block of byteBlocks(file, start)) {
    if (!isAscii(block)) return Math.max(start, offset - blockBytes);
    offset += block.length;
  }
  return undefined;
}

function* linesOf(rows: RowScanner, lastHeaderRow: number): Generator<Uint8Array, void> {
  for (let looked = 0; looked < rowsLookedAt && rows.next() === 'row'; looked++) {
    if (rows.row > lastHeaderRow) yield lineOf(rows).raw;
  }
}

function some(
  lines: Iterable<Uint8Array>,
  isWanted: (line: Uint8Array) => boolean,
): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const line of lines) {
    if (isWanted(line)) found.push(line);
    if (found.length === rowsCompared) break;
  }
  return found;
}
