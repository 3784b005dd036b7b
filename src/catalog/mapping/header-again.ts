import type { SourceConfig } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import { isKeyWord, isNameWord } from '../../domain/column-words.ts';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { isByPlace } from '../terms/by-place.ts';
import type { AttributeColumns } from './attributes.ts';
import { writtenName } from './column-names.ts';
import { columnsOf } from './field.ts';
import { neededColumns } from './needed-columns.ts';

type TellHeader = (cells: Cells) => Complaint | undefined;

/**
 * Finds a row that repeats the header, as where one export was appended to another: it would be read as an article.
 * Undefined for trees, and where the mapping reads a single column: an article may be called like that.
 */
export function bindHeaderAgain(
  source: SourceConfig,
  file: AttributeColumns,
): TellHeader | undefined {
  if (!file.columnsAreComplete) return undefined;
  if (isByPlace(source)) return bindSuddenHeader(source, file);
  const isParted = Array.isArray(source.headerRow) && source.headerRow.length > 1;
  const places = [...new Set(neededColumns(source))].map((column) => {
    const at = file.column(column);
    return { column, at, titles: titlesOf(file.columns[at] ?? column, isParted) };
  });
  const [first] = places;
  if (first === undefined || places.length < 2) return undefined;
  const isTitle = (cells: Cells, { at, titles }: (typeof places)[number]): boolean =>
    titles.has((cells[at] ?? '').trim());
  return (cells) => {
    if (!isTitle(cells, first) || !places.every((place) => isTitle(cells, place))) return undefined;
    const { column, at } = first;
    const value = cells[at] ?? '';
    return complaintOf({ code: 'ROW_HEADER_AGAIN', column, value, rule: 'repeats the header.' });
  };
}

/**
 * What the header may have written in a column, with its accents composed or not. Of a header of several rows
 * (`isParted`) each has a part of the name, or none.
 */
function titlesOf(name: string, isParted: boolean): ReadonlySet<string> {
  const whole = [name, writtenName(name)];
  const titles = isParted ? ['', ...whole.flatMap(partsOf)] : whole;
  return new Set(titles.flatMap((title) => [title, title.normalize('NFD')]));
}

/** `Lager 1`, `Lager` and `1`. */
function partsOf(name: string): string[] {
  const words = name.split(' ');
  return words.flatMap((_, from) =>
    words.slice(from).map((_word, more) => words.slice(from, from + more + 1).join(' ')),
  );
}

/**
 * Where columns are found by place no names are known. If a file
 * suddenly has a header, it is found by usual column names.
 */
function bindSuddenHeader(
  { mapping }: SourceConfig,
  file: AttributeColumns,
): TellHeader | undefined {
  if (mapping.name === undefined) return undefined;
  const [[key], [name]] = [columnsOf(mapping.externalId), columnsOf(mapping.name)];
  if (key === undefined || name === undefined || key === name) return undefined;
  const [keyAt, nameAt] = [file.column(key), file.column(name)];
  return (cells) => {
    const [title = '', other = ''] = [cells[keyAt], cells[nameAt]];
    // Most rows end here: the words have no digits.
    if (/\d/.test(title) || !isKeyWord(title) || !isNameWord(other)) return undefined;
    const rule = `is the name of a column, and so is "${other.trim()}": the row is a header.`;
    const remedy =
      'Export without a header as before, or leave such rows out with where:; if it is an article, give it another name.';
    return { code: 'ROW_HEADER_AGAIN', column: key, value: title, rule, remedy };
  };
}
