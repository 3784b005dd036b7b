import type { MappedField, SourceConfig } from '../../config/declaration.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { countedWithCommas } from '../../domain/counted.ts';
import { placeText } from '../../domain/row-place.ts';
import { columnsOf, labelOf } from '../mapping/field.ts';
import type { Filled } from '../mapping/filled.ts';
import type { Mapped } from '../mapping/mapped-row.ts';
import type { Checked, PassResult } from '../pass/pass-result.ts';
import { complaintRow } from '../terms/refusal.ts';

type Source = Pick<SourceConfig, 'mapping' | 'empty'>;

/** Counts rows that leave `isActive` empty, in a look at the first rows of a file. */
export interface BlankFlags {
  meet(mapped: Mapped, row: number): void;
  complaint(): Complaint | undefined;
}

/** A mapping of `isActive` that does not say what an empty cell means. */
interface OpenFlag extends Pick<Source, 'empty'> {
  readonly field: MappedField;
}

const code = 'ROW_FLAG_EMPTY';

export function createBlankFlags(source: Source): BlankFlags {
  const flag = openFlagOf(source);
  const blank: number[] = [];
  return {
    meet(mapped, row) {
      if (isBlank(mapped)) blank.push(row);
    },
    complaint() {
      const [row] = blank;
      if (flag === undefined || row === undefined) return undefined;
      return { ...blankComplaint(flag, { rows: blank.length }), row };
    },
  };
}

/**
 * The same in a pass: told once, with the number of rows. The first such row gets a note, because a row with a note is
 * read in every file and never settled by its hash.
 */
export function watchBlankFlags({
  source,
  map,
  reader,
}: Pick<Checked, 'source' | 'map' | 'reader'>): Pick<Checked, 'map'> & {
  told(result: PassResult): PassResult;
} {
  const flag = openFlagOf(source);
  if (flag === undefined) return { map, told: (result) => result };
  let met = 0;
  return {
    map(record) {
      const mapped = map(record);
      if (!isBlank(mapped)) return mapped;
      met += 1;
      if (met > 1) return mapped;
      return { ...mapped, notes: [...mapped.notes, blankComplaint(flag, { rows: met })] };
    },
    told(result) {
      const rows = emptyRows(flag, result.filled) ?? met;
      return rows === 0 ? result : tellRows(result, flag, { rows, files: reader.files });
    },
  };
}

/**
 * The mapping says `J: true, otherwise: false`, and a cell is empty. By the contract an empty cell decides nothing, so
 * an article that has lost its `J` stays on sale; but whoever wrote that mapping expects it to go.
 */
function openFlagOf({ mapping: { isActive: field }, empty }: Source): OpenFlag | undefined {
  if (field === undefined || field.default !== undefined) return undefined;
  const { otherwise, translate } = field;
  const saysOthers = otherwise !== undefined || translate.length > 0;
  return saysOthers && !translate.some(({ from }) => from === '') ? { field, empty } : undefined;
}

function isBlank(mapped: Mapped): mapped is Extract<Mapped, { kind: 'row' }> {
  return mapped.kind === 'row' && mapped.empty.includes('isActive');
}

/**
 * The empty cells of all rows, those that were settled unread
 * included; undefined if the column is not counted (filled.ts).
 */
function emptyRows({ field }: OpenFlag, { rows, columns }: Filled): number | undefined {
  const [column = '', ...others] = columnsOf(field);
  const withValue = others.length === 0 ? columns[column] : undefined;
  return withValue === undefined ? undefined : rows - withValue;
}

/** One note for the file, with the place of the first such row if it was read. */
function tellRows(
  result: PassResult,
  flag: OpenFlag,
  { rows, files }: { readonly rows: number; readonly files: readonly string[] | undefined },
): PassResult {
  const first = result.complaints.find((complaint) => complaint.code === code);
  const place = first?.row == null ? '' : ` (first: ${placeText(first.row, files)})`;
  const { column, rule, ...complaint } = blankComplaint(flag, { rows, place });
  const note = complaintRow({ ...complaint, rule: `"${column}" ${rule}` }, { level: 'note' });
  const others = result.complaints.filter((complaint) => complaint !== first);
  return { ...result, complaints: [...others, note] };
}

function blankComplaint(
  { field, empty }: OpenFlag,
  { rows, place = '' }: { readonly rows: number; readonly place?: string },
): Complaint {
  const where = ` in ${countedWithCommas(rows, 'row')}${place}`;
  const does =
    empty === 'keep'
      ? 'such an article stays active or inactive as it was, and a new one is active'
      : 'such an article is active';
  const rule = `is empty${where}, and isActive: has no default: ${does}.`;
  return { code, column: labelOf(field), rule, remedy: remedyOf(field) };
}

const contrary: Readonly<Record<string, string>> = { true: 'false', false: 'true' };

/**
 * What an empty cell probably means: `otherwise`, or, where the
 * table lists only `true`, `false`, and the other way round.
 */
function remedyOf(field: MappedField): string {
  const said = new Set(field.translate.map(({ to }) => to));
  const [only = ''] = said.size === 1 ? said : [];
  const meant = field.otherwise ?? contrary[only];
  if (meant === undefined || !(meant in contrary))
    return `Add ${lineFor(field, 'true')} or ${lineFor(field, 'false')}: what an empty cell means.`;
  const state = meant === 'true' ? 'active' : 'inactive';
  return `Where an empty cell means ${state}, add ${lineFor(field, meant)}.`;
}

/**
 * The line to add. A table that lists `true` or `false` would translate a default, too, and may turn it round: there
 * the empty cell gets an entry.
 */
function lineFor({ translate }: MappedField, word: string): string {
  return translate.some(({ from }) => from in contrary)
    ? `"": ${word} to translate: of isActive:`
    : `default: ${word} to isActive: of the mapping`;
}
