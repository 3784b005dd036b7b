import type { SourceConfig } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import { isKeyWord, isNameWord } from '../../domain/column-words.ts';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { isByPlace } from '../terms/by-place.ts';
import type { AttributeColumns } from './attributes.ts';
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
  const names = [...new Set(neededColumns(source))];
  const places = names.map((name) => [file.column(name), name] as const);
  const [first] = places;
  if (first === undefined || places.length < 2) return undefined;
  const [at, title] = first;
  const isTitle = (cells: Cells, place: number, name: string): boolean =>
    cells[place]?.trim() === name;
  return (cells) => {
    if (!isTitle(cells, at, title)) return undefined;
    if (!places.every(([place, name]) => isTitle(cells, place, name))) return undefined;
    const rule = 'repeats the header.';
    return complaintOf({ code: 'ROW_HEADER_AGAIN', column: title, value: title, rule });
  };
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
