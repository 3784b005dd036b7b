import type { Complaint } from '../../src/domain/complaint.ts';
import { htmlEntity } from '../../src/domain/html-entity.ts';
import { isDatabaseLine } from '../../src/domain/total-row.ts';
import type { CsvTable } from './record.ts';

interface ReadRow {
  readonly row: number;
  readonly fields: readonly string[];
  /** No line end is behind it: the file ends here. */
  readonly isLast: boolean;
}

/**
 * Missing fields are never guessed and later ones never shifted (quirk 14). A row may lack the closing separators of
 * the others, but not where its own last cell is empty: that may as well be a field which has moved.
 */
export function fitted(table: CsvTable, read: ReadRow): readonly string[] | Complaint {
  const { names, width } = table;
  const { fields } = read;
  // A value under no name, where other rows have none, has moved there.
  const isMoved = !table.usesUnnamed && usesUnnamed(fields, names);
  if (fields.length === width && width === names.length && !isMoved) return fields;
  const isWhole = fields.length === width || (fields.length < width && fields.at(-1) !== '');
  const fits = isWhole && !isMoved && differsByTail(fields, names);
  return fits ? fields.slice(0, names.length) : ragged(table, read);
}

/** Whether a value is behind the header's last name. */
export function usesUnnamed(fields: readonly string[], names: readonly string[]): boolean {
  if (names.at(-1) !== '') return false;
  const named = names.findLastIndex((name) => name !== '') + 1;
  return fields.slice(named, names.length).some((cell) => cell !== '');
}

/** At most: only empty cells are behind the header, and what the row lacks has no name. */
export function differsByTail(fields: readonly string[], names: readonly string[]): boolean {
  const tail =
    fields.length > names.length ? fields.slice(names.length) : names.slice(fields.length);
  return tail.every((cell) => cell === '');
}

function ragged(
  { names, width, file, delimiter }: CsvTable,
  { row, fields, isLast }: ReadRow,
): Complaint {
  const others =
    width === names.length || width === fields.length
      ? `the header has ${names.length}`
      : `most rows of the file have ${width}`;
  const counted =
    fields.length === width && width === names.length
      ? "The row has a value behind the header's last name, where most rows have none"
      : `The row has ${fields.length} fields where ${others}`;
  const entity = delimiter === ';' && fields.length > width && dividedEntity(fields);
  const reason = entity
    ? {
        rule: `${counted}: the ; of ${entity}, a character of HTML, ends a field.`,
        remedy: entityRemedy,
      }
    : { rule: `${counted}.`, remedy: raggedRemedy(fields, { width, isLast }) };
  return { code: 'ROW_RAGGED', file, row, value: fields.join(delimiter), ...reason };
}

const entityRemedy =
  'Let the ERP write texts without characters of HTML, quote the texts that hold ;, or use another separator, such as a tab.';

/** The first character of HTML whose `;` was taken for the separator. */
function dividedEntity(fields: readonly string[]): string | undefined {
  return fields
    .slice(0, -1)
    .map((field) => `${field.slice(field.lastIndexOf('&'))};`)
    .find((end) => htmlEntity.exec(end)?.[0] === end);
}

const cutOffRemedy = 'The file ends within this row: was the export cut off? Export again.';
/** Whether cells are missing at the end or in the middle cannot be told from one row, so it is never read. */
const shortRemedy =
  'If only its last cells are missing: Excel leaves them out if 16 rows in succession have nothing there; fill the last column in every row, or export a workbook (format: xlsx). Otherwise quote the field that holds a line end, or set quote: none if quote marks are part of the text.';

const besideRowsRemedy =
  'A database writes such a line beside its rows, but it is not an article. Export without it: psql with --csv, SQL Server after SET NOCOUNT ON, Oracle after SET FEEDBACK OFF.';
/** `-----+-----`, `\.` below a COPY. */
const besideRows = /^(?:\\\.|(?=.*[-=]{3})[-=+| ]+)$/;

function raggedRemedy(
  fields: readonly string[],
  { width, isLast }: { readonly width: number; readonly isLast: boolean },
): string {
  const [first = ''] = fields;
  if (fields.length === 1 && (isDatabaseLine(first) || besideRows.test(first)))
    return besideRowsRemedy;
  if (fields.length < width) return isLast ? cutOffRemedy : shortRemedy;
  const remedy =
    'Quote the field that holds the separator, or set quote: none if quote marks are part of the text.';
  const isClosed = fields.length > width && fields.at(-1) === '';
  return isClosed
    ? `${remedy} If every row ends with a separator, the header must end with one too.`
    : remedy;
}
