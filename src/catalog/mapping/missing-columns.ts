import type { SourceConfig } from '../../config/declaration.ts';
import type { ExportReader, ExportRecord } from '../../domain/adapter.ts';
import { isCells } from '../../domain/cells.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { counted, firstOf } from '../../domain/counted.ts';
import { nearest } from '../../domain/nearest.ts';
import { rowAt } from '../../domain/row-place.ts';
import { neededColumns } from './needed-columns.ts';

const columnsShown = 40;
const advice = 'Correct the mapping, or export the column again.';
const otherRow =
  'Some cells of its header are empty: if the names are in another row, correct headerRow: of the source.';

type Table = Pick<ExportReader, 'columns' | 'dialect'>;

/** Why a table that lacks mapped columns is refused, with what was probably meant. */
export function columnsMissing(
  source: SourceConfig,
  table: Table,
  missing: readonly string[],
): Complaint {
  const { columns } = table;
  const [column = '', ...others] = missing;
  const also = others.length === 0 ? '' : `, nor ${others.map((name) => `"${name}"`).join(', ')}`;
  const has = isNumbered(source) ? countText(columns) : shownNames(columns);
  return {
    code: 'FILE_COLUMN_MISSING',
    column,
    rule: `is mapped, but the file has no such column${also} (${has}).`,
    remedy: remedyOf(source, table, missing),
  };
}

/**
 * Refuses a table in which no column begins with the prefix of attributes: every article would lose its attributes. A
 * file may lack some of these columns, but if it has none the prefix is probably misspelt.
 */
export function prefixMissing(
  { mapping: { attributes } }: Pick<SourceConfig, 'mapping'>,
  { columns }: Pick<Table, 'columns'>,
): Complaint | undefined {
  const { prefix } = attributes ?? {};
  if (prefix === undefined || columns.some((name) => name.startsWith(prefix))) return undefined;
  return {
    code: 'FILE_COLUMN_MISSING',
    column: `${prefix}…`,
    rule: `is mapped as prefix: of the attributes, but no column of the file begins like this (${shownNames(columns)}).`,
    remedy:
      'Correct prefix:, or remove it from the mapping if no such column is exported any more.',
  };
}

function isNumbered({ headerRow }: SourceConfig): boolean {
  return headerRow === 'none';
}

function countText({ length }: readonly string[]): string {
  return `it has ${counted(length, 'column')}, numbered from 1`;
}

export function shownNames(columns: readonly string[]): string {
  if (columns.length === 0) return 'no column was found';
  return `it has: ${firstOf(columns, columnsShown)}`;
}

function remedyOf(source: SourceConfig, table: Table, missing: readonly string[]): string {
  // A number is near to every other one.
  if (isNumbered(source)) return advice;
  const delimiter = otherDelimiter(table, missing);
  if (delimiter !== undefined)
    return `Its header holds ${delimiter}: write delimiter: ${delimiter} in the source.`;
  if (isQuoted(table, missing))
    return `Its header is in quote marks: write quote: '"' in the source.`;
  const meant = meantColumns(source, table.columns, missing);
  const offer = meant.map(([name, near]) => `"${near}" for "${name}"`).join(', ');
  const hints = [
    ...(meant.length > 0 ? [`Did you mean ${offer}?`] : []),
    advice,
    // A preamble leaves most cells empty.
    ...(table.columns.includes('') ? [otherRow] : []),
  ];
  return hints.join(' ');
}

const delimiters = { ';': '";"', '\t': 'tab', '|': '"|"', ',': '","' } as const;

/**
 * The header was read with the wrong delimiter: the one that
 * would give wanted names, or that stands in the only column.
 */
function otherDelimiter(
  { columns, dialect }: Table,
  missing: readonly string[],
): string | undefined {
  const { delimiter } = dialect;
  if (delimiter === '') return undefined;
  const header = columns.join(delimiter);
  const found = Object.entries(delimiters).find(([other]) => {
    if (other === delimiter || !header.includes(other)) return false;
    const names = header.split(other).map(bareName);
    return columns.length === 1 || missing.some((name) => names.includes(name));
  });
  return found?.[1];
}

/** Names have quote marks that they had not before, as a spreadsheet or another program saves them. */
function isQuoted({ columns, dialect }: Table, missing: readonly string[]): boolean {
  const bare = new Set(columns.filter((name) => /^".*"$/.test(name)).map(bareName));
  return dialect.quote === 'none' && missing.some((name) => bare.has(name));
}

function bareName(text: string): string {
  return text.trim().replace(/^"(.*)"$/, '$1');
}

/** Each missing column with the one that was probably meant: none that a field reads already, and none for two. */
export function meantColumns(
  { mapping }: Pick<SourceConfig, 'mapping'>,
  columns: readonly string[],
  missing: readonly string[],
): readonly (readonly [name: string, near: string])[] {
  const used = new Set(neededColumns({ mapping, where: [] }));
  return missing.flatMap((name) => {
    const free = columns.filter((column) => column !== '' && !used.has(column));
    const near = nearest(name, free) ?? longerName(name, free);
    if (near === undefined) return [];
    used.add(near);
    return [[name, near] as const];
  });
}

/** `Bestand` was meant by a file that has `Bestand_verf`. */
function longerName(name: string, columns: readonly string[]): string | undefined {
  const start = name.toLowerCase();
  return columns.find((column) => column.toLowerCase().startsWith(start));
}

const withHeaderRow: ReadonlySet<SourceConfig['format']> = new Set(['csv', 'xlsx', 'xls', 'ods']);
const rowsTried = 30;

/** Where a row near the top of a table holds all names that its header lacks, the header is that row. */
export async function withHeaderBelow(
  source: SourceConfig,
  reader: ExportReader,
  refusal: Complaint,
): Promise<Complaint> {
  if (refusal.code !== 'FILE_COLUMN_MISSING') return refusal;
  if (isNumbered(source)) return withDelimiter(source, reader, refusal);
  if (!withHeaderRow.has(source.format)) return refusal;
  const missing = neededColumns(source).filter((name) => reader.column(name) < 0);
  // A prefix alone names no column that a row could hold.
  const row = missing.length === 0 ? undefined : await rowThatHolds(reader, missing);
  return row === undefined
    ? refusal
    : { ...refusal, remedy: `Row ${row} holds the names: write headerRow: ${row} in the source.` };
}

/** Of a table without names it is the number of columns that tells the separator. */
async function withDelimiter(
  source: SourceConfig,
  reader: ExportReader,
  refusal: Complaint,
): Promise<Complaint> {
  const { delimiter } = reader.dialect;
  if (source.format !== 'csv' || reader.columns.length > 1) return refusal;
  const { value: first } = await reader.batches().next();
  const [cells = ''] = first?.records[0]?.cut?.() ?? [];
  const wanted = Math.max(...neededColumns(source).map(Number));
  const found = Object.entries(delimiters).find(
    ([other]) => other !== delimiter && cells.split(other).length >= wanted,
  );
  if (found === undefined) return refusal;
  return {
    ...refusal,
    remedy: `Its first row holds ${found[1]}: write delimiter: ${found[1]} in the source.`,
  };
}

async function rowThatHolds(
  reader: ExportReader,
  names: readonly string[],
): Promise<number | undefined> {
  for await (const { records } of reader.batches()) {
    const found = records.slice(0, rowsTried).find((record) => holdsAll(record, names));
    return found === undefined ? undefined : rowAt(found.row);
  }
  return undefined;
}

function holdsAll(record: ExportRecord, names: readonly string[]): boolean {
  const cells = record.cells();
  // A header below a narrower preamble does not fit it.
  const texts = isCells(cells) ? cells : (record.cut?.() ?? []);
  const held = new Set(texts.map((text) => bareName(text ?? '')));
  return names.every((name) => held.has(name.trim()));
}
