import type { OpenExport } from '../catalog/export/open-export.ts';
import { placesOfName, writtenName } from '../catalog/mapping/column-names.ts';
import { meantColumns } from '../catalog/mapping/missing-columns.ts';
import { pairsMissing } from '../catalog/mapping/missing-pairs.ts';
import { neededColumns } from '../catalog/mapping/needed-columns.ts';
import { repeatedColumns } from '../catalog/mapping/repeated-columns.ts';
import type { SourceConfig } from '../config/declaration.ts';
import type { Complaint } from '../domain/complaint.ts';
import { isDeletionMark } from '../domain/deletion-mark.ts';

const columnsShown = 40;

interface Seen {
  /** The columns that the file has, as far as it was read. */
  readonly columns: readonly string[];
  /** The file has no rows, so no column can be missed. */
  readonly isEmpty: boolean;
}

/** What `check` says of the columns of a file: missing ones, an empty tail, and names that are there twice. */
export function columnComplaints(
  source: SourceConfig,
  opened: OpenExport,
  { columns, isEmpty }: Seen,
): Complaint[] {
  const missing = isEmpty
    ? []
    : [...neverSeen(source, opened, columns), ...pairsMissing(source.mapping, columns)];
  const twins = opened.reader.columnsAreComplete
    ? twinColumns(source, opened)
    : repeatedColumns(source, columns);
  return [...missing, ...emptyTail(opened.reader), ...twins];
}

/**
 * Rows have more fields than the header, and these are empty. An unquoted decimal comma before an empty last cell looks
 * the same, and moves all cells behind it: so it is told (quirk 14).
 */
function emptyTail({ dialect }: OpenExport['reader']): Complaint[] {
  const { emptyTail: fields = 0, delimiter } = dialect;
  if (fields === 0) return [];
  const [more, are] = fields === 1 ? ['one field', 'it is'] : [`${fields} fields`, 'they are'];
  return [
    {
      code: 'FILE_COLUMNS',
      rule: `Its rows have ${more} more than its header, and ${are} empty: they are read as separators at the ends of the rows.`,
      remedy: `Check whether each value below is in its own column. If ${delimiter} is also part of values, such as a decimal comma, let the ERP write these in quotes. Otherwise there is nothing to do.`,
    },
  ];
}

/**
 * Mapped columns that no record had so far: misspelt, or rare. A format's own mark of deletion is neither, and left
 * out.
 */
function neverSeen(
  source: SourceConfig,
  { mapper }: OpenExport,
  has: readonly string[],
): Complaint[] {
  const all = new Map(meantColumns(source, has, mapper.absent()));
  const absent = mapper.absent().filter((column) => !isDeletionMark(column, source.format));
  return absent.map((column) => {
    const meant = all.get(column);
    return {
      code: 'FILE_COLUMN_MISSING',
      column,
      rule: `is mapped, but none of the first records has it (${seenText(has)}).`,
      remedy:
        meant === undefined
          ? 'Correct the mapping, or leave it as it is if few records have this field.'
          : `Did you mean "${meant}"? Correct the mapping.`,
    };
  });
}

function seenText(columns: readonly string[]): string {
  if (columns.length === 0) return 'no column was found in them';
  return `they have: ${columns.slice(0, columnsShown).join(', ')}`;
}

/** Two columns have the same name: one of them is read, and nothing in the file says that it is the right one. */
function twinColumns(source: SourceConfig, { reader }: OpenExport): Complaint[] {
  return [...new Set(neededColumns(source))].flatMap((column) => {
    const places = placesOfName(column, reader.columns);
    if (places.length < 2) return [];
    const rule = `is there ${places.length} times, in columns ${places.join(', ')}: column ${reader.column(column) + 1} is read.`;
    const remedy = `Rename one of them in the export, or map another one: the second is "${writtenName(column)}[2]".`;
    return [{ code: 'FILE_COLUMNS', column, rule, remedy }];
  });
}
