import { lineScanner } from '../text/lines.ts';
import type { OpenedText } from '../text/open.ts';
import { scanDecoder } from '../text/scan.ts';
import { isFilledByBytes } from './by-bytes.ts';
import { comparedRows } from './compared-rows.ts';
import { endOf } from './cut-off.ts';
import { blankEdges, type Edge } from './edges.ts';
import { characters, type Layout, layoutEnd } from './layout.ts';
import { lineOf } from './line.ts';
import { restOf } from './rest.ts';

/** What the rows of one file have in common. */
export interface FileShape {
  /**
   * Bytes of the rows where a row beyond ASCII that has as many
   * was filled up by bytes; undefined where the lengths differ.
   */
  readonly filledBytes: number | undefined;
  /** The fields show that they are filled up by bytes, whatever the lengths of the rows. */
  readonly isFilledByBytes: boolean;
  /** Where rows end that have a line end behind them, as `endOf` says it. */
  readonly ends: ReadonlySet<string>;
  /**
   * The writer fills rows up with blanks to so many characters and leaves none away: a shorter row was cut off. 0: it
   * does not.
   */
  readonly filledTo: number;
  /** Most rows continue behind the last column: there is more than the layout says. */
  readonly hasRest: boolean;
  /** Edges of fields beside which nothing stands (edges.ts). */
  readonly blankEdges: readonly Edge[];
}

/** Records of one length, which is judged where they are cut. */
export const allAlike: FileShape = {
  filledBytes: undefined,
  isFilledByBytes: false,
  ends: new Set(),
  filledTo: 0,
  hasRest: false,
  blankEdges: [],
};

interface RowLength {
  readonly line: ReturnType<typeof characters>;
  readonly bytes: number;
  readonly characters: number;
  readonly endsBlank: boolean;
  /** A line end stands behind it. */
  readonly isEnded: boolean;
  /** Text stands behind the last column. */
  readonly hasRest: boolean;
}

const rowsCompared = 100;

/** Decided once, from the first rows below the header. */
export function fileShape(text: OpenedText, layout: Layout, lastHeaderRow: number): FileShape {
  const lengths = rowLengths(text, layoutEnd(layout), lastHeaderRow);
  const isUtf8 = text.decoder.encoding === 'utf-8';
  const ended = lengths.filter(({ isEnded }) => isEnded);
  return {
    filledBytes: isUtf8 ? filledBytes(lengths, layoutEnd(layout)) : undefined,
    isFilledByBytes: isUtf8 && isFilledByBytes(comparedRows(text, lastHeaderRow), layout),
    hasRest: 2 * lengths.filter(({ hasRest }) => hasRest).length > lengths.length,
    ends: new Set(ended.map((length) => endOf(layout, length.characters))),
    blankEdges: blankEdges(
      lengths.map(({ line }) => line),
      layout,
    ),
    filledTo: isFilledUp(ended, layoutEnd(layout)) ? layoutEnd(layout) : 0,
  };
}

function rowLengths(opened: OpenedText, end: number, lastHeaderRow: number): readonly RowLength[] {
  const decoder = scanDecoder(opened.decoder);
  const rows = lineScanner(opened);
  const lengths: RowLength[] = [];
  while (lengths.length < rowsCompared && rows.next() === 'row') {
    if (rows.row <= lastHeaderRow) continue;
    const { raw } = lineOf(rows);
    const text = decoder.decode(raw);
    if (text === undefined || text.trim() === '') continue;
    const { isEnded } = rows;
    const line = characters(text);
    const hasRest = restOf(line, end) !== '';
    const endsBlank = text.endsWith(' ');
    const size = { bytes: raw.length, characters: line.length };
    lengths.push({ line, ...size, endsBlank, isEnded, hasRest });
  }
  return lengths;
}

/**
 * Nearly all rows hold every field, and a blank stands at the end of one: where blanks at the end are left away, or the
 * last field is not filled up, there is none, or rows end at many places.
 */
function isFilledUp(ended: readonly RowLength[], end: number): boolean {
  const full = ended.filter((row) => row.characters >= end);
  return 4 * full.length >= 3 * ended.length && full.some(({ endsBlank }) => endsBlank);
}

/**
 * The bytes that nearly all rows have: a title or a total may differ, but where exporters leave blanks at the end away,
 * or count characters and use many beyond ASCII, the lengths say nothing.
 */
export function filledBytes(
  lengths: readonly Pick<RowLength, 'bytes' | 'characters'>[],
  end: number,
): number | undefined {
  const times = new Map<number, number>();
  for (const { bytes } of lengths) times.set(bytes, (times.get(bytes) ?? 0) + 1);
  const [usual, most] = [...times].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  if (usual === 0 || 4 * most < 3 * lengths.length) return undefined;
  const counts = new Set(
    lengths.filter(({ bytes }) => bytes === usual).map((length) => length.characters),
  );
  // Rows that all have as many characters may count these; where the bytes fill the layout, they do not.
  return counts.size > 1 || counts.has(usual) || usual === end ? usual : undefined;
}
