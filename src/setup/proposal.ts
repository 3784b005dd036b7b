import { filledCells } from './column.ts';
import type { Look } from './look.ts';
import { articleRows } from './product-type.ts';
import type { Recognised } from './recognise.ts';
import type { SampleFile } from './sample-file.ts';

/** One source as it is proposed. */
export interface SourceProposal extends Recognised {
  readonly sample: SampleFile;
  readonly look: Look;
  readonly contents: 'full' | 'delta';
  /** For a full export of stock: the stock of an article that it leaves out. */
  readonly missing?: 'keep' | 'zero';
}

/** The whole configuration as it is proposed. */
export interface Proposal {
  readonly baseUrl: string;
  readonly source: SourceProposal;
  /** Where it is to be written, absolute. */
  readonly file: string;
}

/** The sandbox of this machine, for whoever has no address yet: nothing leaves the machine. */
export const sandboxUrl = 'http://127.0.0.1:4010';

/** Where the API key is read from: it never stands in the file. */
export const keyVariable = 'STOCKHAND_API_KEY';

/**
 * A pattern for the names of the next exports: for `artikel_20240501.csv` it is `artikel_*.csv`, because a date or
 * counter changes.
 */
export function namePattern(name: string): string {
  const open = name.replace(/[[\]{}!*?\\]/g, '?').replace(/\d[\d._-]{2,}\d|\d{4,}/g, '*');
  return /\p{L}/u.test(open.replace(/\.[^.]*$/, '')) ? open : name.replace(/^.*(?=\.)/, '*');
}

/** A name for commands and results, from the file's own where that has letters for it. */
export function sourceName(name: string): string {
  const stem = name.replace(/\..*$/, '').replace(/[^A-Za-z]+/g, '-');
  const short = stem
    .replace(/^-+|-+$/g, '')
    .slice(0, 30)
    .toLowerCase();
  if (short === '') return 'export';
  return taken.has(short) ? `${short}-export` : short;
}

/** `pause` and `resume` take these words for more than one source. */
const taken: ReadonlySet<string> = new Set(['catalog', 'orders']);

/** `delta` if the file's name, its format or the file itself says that it holds only changes. */
export function contentsOf({
  sample,
  look,
}: Pick<SourceProposal, 'sample' | 'look'>): 'full' | 'delta' {
  const isChange = /delta|änderung|aenderung|update|изменен|zmian/i.test(sample.name);
  return isChange || look.holdsChanges || look.format === 'gdsn' ? 'delta' : 'full';
}

/** The article numbers of the sample as they are sent, row by row. */
export function keyCells({
  guesses,
  look,
  leftOut,
}: Pick<SourceProposal, 'guesses' | 'look' | 'leftOut'>): readonly string[] {
  const key = guesses.find(({ field }) => field === 'externalId');
  const column = articleRows(look.columns, leftOut).find(({ name }) => name === key?.columns[0]);
  const { replace = [] } = key?.steps ?? {};
  const asSent = (cell: string): string =>
    replace.reduce((text, { from, to }) => text.replaceAll(from, to), cell);
  return column === undefined ? [] : filledCells(column).map(asSent);
}

export function hasRepeatedKeys(
  source: Pick<SourceProposal, 'guesses' | 'look' | 'leftOut'>,
): boolean {
  const keys = keyCells(source);
  return new Set(keys).size < keys.length;
}
