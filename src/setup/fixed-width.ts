import { decoderOf } from '../../adapters/text/decode.ts';
import type { Complaint } from '../domain/complaint.ts';
import { encodingNamed } from '../domain/encoding.ts';
import { openSpooled } from '../files/spooled.ts';
import { headOf } from './format.ts';
import type { SampleFile } from './sample-file.ts';

const linesLooked = 200;
const linesEnough = 3;
/** So many of the lines must have one length: a title and a row of names may be shorter. */
const mostOfLength = 0.7;
const most = 0.9;

/** A file of fixed width is refused: cut at its decimal commas it would become articles named "50    12". */
export async function fixedWidthIn(
  sample: SampleFile,
  encoding: string | undefined,
): Promise<Complaint | undefined> {
  const seen = fixedWidth(await linesOf(sample, encoding));
  if (seen === undefined) return undefined;
  const { lines, length, first, last } = seen;
  return {
    code: 'FILE_STRUCTURE',
    file: sample.name,
    rule: `looks like fixed width: ${lines} lines have ${length} characters each, all with blanks from character ${first} to ${last}, and no separator divides them equally.`,
    remedy:
      'Write format: fixed by hand, and the place of each field, such as columns: [{ name: ArtNr, start: 1, length: 8 }] (config/reference.md).',
  };
}

async function linesOf(sample: SampleFile, encoding = 'utf-8'): Promise<readonly string[]> {
  const named = encodingNamed(encoding);
  if (named === undefined) return [];
  const file = openSpooled(sample);
  try {
    const { bytes } = await headOf(file);
    const decoder = decoderOf(named);
    const text = decoder.decode(bytes.subarray(0, decoder.whole(bytes))) ?? '';
    const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
    return lines.filter((line) => line !== '').slice(0, linesLooked);
  } finally {
    file.close();
  }
}

/** The first run of blanks that all lines have at the same place, in characters as a person counts. */
interface FixedWidth {
  readonly lines: number;
  readonly length: number;
  readonly first: number;
  readonly last: number;
}

/** Most lines of one length, with two blanks or more at the same place between others. */
function fixedWidth(all: readonly string[]): FixedWidth | undefined {
  const length = usual(all.map((line) => line.length));
  const lines = all.filter((line) => line.length === length);
  if (lines.length < linesEnough || lines.length < mostOfLength * all.length) return undefined;
  if (delimiters.some((delimiter) => cutsAlike(delimiter, lines))) return undefined;
  const shared = Array.from({ length }, (_, at) =>
    lines.every((line) => line[at] === ' ') ? ' ' : '.',
  ).join('');
  const [gap] = shared.matchAll(/(?<=\.) {2,}(?=\.)/g);
  if (gap === undefined) return undefined;
  const first = gap.index + 1;
  return { lines: lines.length, length, first, last: gap.index + gap[0].length };
}

/** A comma between digits may be a decimal comma, so it does not count as a delimiter. */
const delimiters = [/;/g, /\t/g, /\|/g, /(?<!\d),|,(?!\d)/g];

function cutsAlike(delimiter: RegExp, lines: readonly string[]): boolean {
  const counts = lines.map((line) => line.match(delimiter)?.length ?? 0);
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
