import { decoderOf } from '../../adapters/text/decode.ts';
import type { AdapterOptions } from '../domain/adapter.ts';
import { type Encoding, encodingNamed } from '../domain/encoding.ts';
import { openSpooled } from '../files/spooled.ts';
import { type FixedColumns, fixedColumns } from './fixed-columns.ts';
import { type FixedLines, farGap, fixedLines, isHeader, type Line } from './fixed-lines.ts';
import { headOf } from './format.ts';
import type { SampleFile } from './sample-file.ts';
import { type Span, spansOf } from './spans.ts';

const bytesLooked = 1024 * 1024;
const linesEnough = 3;
/** Lines of many lengths without names may be any text. */
const unequalLinesEnough = 10;
const unequalColumnsEnough = 3;
/** So many of the lines must have one length: a title and a row of names may be shorter. */
const mostOfLength = 0.7;
const most = 0.9;

/** How a file of fixed width is probably meant. */
export interface FixedWidth extends FixedColumns {
  readonly headerRow: AdapterOptions['headerRow'] | undefined;
  readonly shownBy: string;
}

/** Cut at its decimal commas, a file of fixed width would become articles named "50    12". */
export async function fixedWidthIn(
  sample: SampleFile,
  encoding: string | undefined,
): Promise<FixedWidth | undefined> {
  const lines = fixedLines(await textOf(sample, encodingNamed(encoding ?? 'utf-8')));
  const alike = ofOneLength(lines.data);
  if (lines.drawn !== undefined)
    return fixedWidth(lines, 'by the line under the names') ?? withoutNames(lines, alike);
  if (delimiters.some((delimiter) => cutsAlike(delimiter, lines.data))) return undefined;
  if (lines.header === undefined) return withoutNames(lines, alike);
  const isTable = alike !== undefined || isHeader(lines.header, farGap);
  if (lines.data.length < linesEnough || !isTable) return undefined;
  const named = fixedWidth(lines, 'by its names and by what is blank in all lines');
  return named ?? withoutNames(lines, alike);
}

/** The lines of the length that most have. */
function ofOneLength(lines: readonly Line[]): readonly Line[] | undefined {
  const length = usual(lines.map(({ length: raw }) => raw));
  const alike = lines.filter((line) => line.length === length);
  const areEnough = alike.length >= linesEnough && alike.length >= mostOfLength * lines.length;
  return areEnough ? alike : undefined;
}

function withoutNames(
  { data: all, headerRow: above }: FixedLines,
  alike: readonly Line[] | undefined,
): FixedWidth | undefined {
  const data = alike ?? all;
  if (alike === undefined && data.length < unequalLinesEnough) return undefined;
  if (!spansOf(data).some(isFarFromNext)) return undefined;
  const headerRow = alike === undefined ? above : (data[0]?.row ?? 1) - 1;
  const found = fixedWidth({ data, headerRow }, 'by what is blank in all lines');
  const isText = alike === undefined && (found?.columns.length ?? 0) < unequalColumnsEnough;
  return isText ? undefined : found;
}

/** Two blanks or more in all lines: words of one blank each may be any text. */
function isFarFromNext({ last }: Span, at: number, spans: readonly Span[]): boolean {
  const next = spans[at + 1];
  return next !== undefined && next.first - last > 2;
}

function fixedWidth(lines: FixedLines, shownBy: string): FixedWidth | undefined {
  const found = fixedColumns(lines);
  if (found === undefined) return undefined;
  return {
    ...found,
    headerRow: lines.headerRow === 0 ? undefined : [lines.headerRow],
    shownBy,
  };
}

async function textOf(sample: SampleFile, encoding: Encoding | undefined): Promise<string> {
  if (encoding === undefined) return '';
  const file = openSpooled(sample);
  try {
    const { bytes } = await headOf(file, bytesLooked);
    const decoder = decoderOf(encoding);
    const text = decoder.decode(bytes.subarray(0, decoder.whole(bytes))) ?? '';
    const isCutOff = bytes.length === bytesLooked;
    return text.replace(/^\uFEFF/, '').slice(0, isCutOff ? text.lastIndexOf('\n') : text.length);
  } finally {
    file.close();
  }
}

/** A comma between digits may be a decimal comma, so it does not count as a delimiter. */
const delimiters = [/;/g, /\t/g, /\|/g, /(?<!\d),|,(?!\d)/g];

function cutsAlike(delimiter: RegExp, lines: readonly Line[]): boolean {
  const counts = lines.map(({ text }) => text.match(delimiter)?.length ?? 0);
  const count = usual(counts);
  return count > 0 && counts.filter((one) => one === count).length >= most * lines.length;
}

/** The number that comes most often. */
function usual(numbers: readonly number[]): number {
  const times = new Map<number, number>();
  for (const one of numbers) times.set(one, (times.get(one) ?? 0) + 1);
  const [[found] = [0]] = [...times].sort(([, a], [, b]) => b - a);
  return found;
}
