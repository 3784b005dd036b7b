import { isDatabaseLine, isDrawnLine, isTotalRow } from '../domain/total-row.ts';
import { usualNames } from './words.ts';

/** A line as characters, with its number as a person counts. */
export interface Line {
  readonly row: number;
  /** Without the blanks that fill it up. */
  readonly text: string;
  /** With them. */
  readonly length: number;
  readonly places: readonly string[];
}

/** The lines of a sample whose fields may be at fixed places. */
export interface FixedLines {
  readonly data: readonly Line[];
  readonly header?: Line;
  /** The line that sqlcmd, SQL*Plus and isql draw under the names: a piece for each column. */
  readonly drawn?: Line;
  /** The last row above the data; 0 where the first line is data. */
  readonly headerRow: number;
}

const headerRowsTried = 12;
const drawnPieces = /^ *(?:-+|=+)(?: +(?:-+|=+))+ *$/;
const namesEnough = 2;
export const farGap = / {2,}/;

export function fixedLines(text: string): FixedLines {
  const all = text
    .split(/\r\n?|\n/)
    .map((line, at) => lineOf(at + 1, line))
    .filter((line) => line.text.trim() !== '');
  const top = all.filter(({ row }) => row <= headerRowsTried);
  const drawn = top.find((line) => drawnPieces.test(line.text));
  const header =
    drawn === undefined
      ? top.find((line) => isHeader(line, farGap) || isHeader(line, / +/))
      : top.filter(({ row }) => row < drawn.row).at(-1);
  const first = all.find(({ row, text: line }) => row > (header?.row ?? 0) && !isDrawn(line));
  const below = all.filter(({ row }) => row >= (drawn?.row ?? first?.row ?? 0));
  const data = below.filter((line) => isData(line, header));
  return {
    data,
    ...(header === undefined ? {} : { header }),
    ...(drawn === undefined ? {} : { drawn }),
    headerRow: header === undefined ? 0 : (data[0]?.row ?? 1) - 1,
  };
}

function lineOf(row: number, line: string): Line {
  const whole = line.replace(/^\f+/, '');
  const text = whole.trimEnd();
  return { row, text, length: whole.length, places: Array.from(text) };
}

/** Names with single blanks between them may be words of any text. */
export function isHeader({ text }: Line, gap: RegExp): boolean {
  return usualNames(text.trim().split(gap)) >= namesEnough;
}

function isDrawn(text: string): boolean {
  return isDrawnLine([text]);
}

/** Each page of a list repeats its header and draws its line; totals and counts have places of their own. */
function isData({ text }: Line, header: Line | undefined): boolean {
  const line = text.trim();
  return text !== header?.text && !isDrawn(line) && !isDatabaseLine(line) && !isTotalRow(line);
}
