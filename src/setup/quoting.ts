import type { AdapterOptions } from '../domain/adapter.ts';
import type { Complaint } from '../domain/complaint.ts';
import { type Column, filledCells } from './column.ts';
import { type FirstRows, firstRows, type Reading, rowsLooked, withOptions } from './first-rows.ts';
import type { SampleFile } from './sample-file.ts';

/** Before a quote mark, a line end or itself in a text, as MySQL and PHP write. */
export const backslash = '\\';

/** A CSV sample with the quote marks and the escape sign that its cells show. */
export async function asQuoted(sample: SampleFile, read: FirstRows): Promise<Reading> {
  if (read.format !== 'csv') return read;
  const quoted = await singleQuoted(sample, read);
  const bare = quoted === read ? await unquoted(sample, read) : quoted;
  return escaped(sample, bare);
}

type Read = FirstRows | { readonly refusal: Complaint };

function readWith(sample: SampleFile, reading: Reading, more: AdapterOptions): Promise<Read> {
  return firstRows(sample, withOptions(reading, more), rowsLooked);
}

const inSingle = /^'.+'$/;

/**
 * Reads with `'` as the quote mark if each name of the header stands in `'…'`, as SQLite writes texts, or each value of
 * a column.
 */
async function singleQuoted(sample: SampleFile, read: FirstRows): Promise<FirstRows> {
  const { columns, badRows } = read;
  const isNamed = columns.every(({ name }) => inSingle.test(name));
  if (!isNamed && !columns.some(holdsSingleQuoted)) return read;
  const single = await readWith(sample, read, { quote: "'" });
  return 'refusal' in single || (!isNamed && single.badRows.length > badRows.length)
    ? read
    : single;
}

function holdsSingleQuoted(column: Column): boolean {
  const filled = filledCells(column);
  return filled.length > 0 && filled.every((cell) => inSingle.test(cell));
}

/**
 * Reads a file with tabs without quote marks: most have none,
 * and the inch mark of `3/4"` would swallow rows (quirk 15).
 */
async function unquoted(sample: SampleFile, read: FirstRows): Promise<FirstRows> {
  if (read.dialect.delimiter !== '\t') return read;
  const bare = await readWith(sample, read, { delimiter: '\t', quote: 'none' });
  if ('refusal' in bare) return read;
  const isQuoted = bare.columns.some(({ cells }) => cells.some((cell) => /^".*"$/.test(cell)));
  return isQuoted || (await readsMore(sample, read, bare)) ? read : bare;
}

/** Whether more rows can be read with quote marks: a text of several lines in quote marks shows only by that. */
async function readsMore(sample: SampleFile, reading: Reading, other: FirstRows): Promise<boolean> {
  if (other.badRows.length === 0) return false;
  const read = await readWith(sample, reading, {});
  return !('refusal' in read) && read.badRows.length < other.badRows.length;
}

/**
 * Reads with the backslash as escape sign, as databases write it, if rows cannot be read without it or cells show it.
 * All rows must be readable so.
 */
async function escaped(sample: SampleFile, reading: FirstRows): Promise<Reading> {
  const plain = await readWith(sample, reading, { nullWords: [] });
  if ('refusal' in plain) return reading;
  const isBroken = plain.badRows.length > 0;
  const isShown = reading.dialect.quote === 'none' && showsEscapes(plain);
  if (!isBroken && !isShown) return reading;
  const { delimiter, quote } = reading.dialect;
  const whole = await readWith(sample, reading, { delimiter, quote, escape: backslash });
  return 'refusal' in whole || whole.badRows.length > 0 ? reading : whole;
}

/** A backslash and a character that databases escape. Before any other character a backslash is part of a path. */
const written = /\\[\\nrtN0"]/g;
const path = /^[A-Za-z]:\\[^\\]|^\\\\\w|\.\w{2,4}$/;

function showsEscapes({ columns }: FirstRows): boolean {
  const cells = columns.flatMap((column) =>
    column.cells.filter((cell) => cell.includes(backslash)),
  );
  return cells.length > 0 && cells.every(isEscapedText);
}

function isEscapedText(cell: string): boolean {
  if (path.test(cell) || latex.test(cell) || isJson(cell)) return false;
  return !cell.replace(written, '').includes(backslash);
}

/** LaTeX: a database would have doubled these backslashes. */
const latex = /\$[^$]*\\[a-z]|\\[a-z]+\{/;

function isJson(cell: string): boolean {
  if (!/^[[{]/.test(cell) || !cell.replaceAll('\\\\', '').includes(backslash)) return false;
  try {
    JSON.parse(cell);
    return true;
  } catch {
    return false;
  }
}
