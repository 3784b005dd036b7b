import type { SourceConfig } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { deletionMarks, isDeletionMark, saysDeleted } from '../../domain/deletion-mark.ts';
import type { AttributeColumns } from './attributes.ts';
import { columnsOf } from './field.ts';

type Marked = keyof typeof deletionMarks;
type Source = Pick<SourceConfig, 'kind' | 'format' | 'mapping'>;

const mappings: Readonly<Record<Marked, string>> = {
  bmecat:
    '{ column: "@mode", translate: { new: true, update: true, delete: false }, default: true }',
  commerceml: `{ expression: 'row["Статус"] != "Удален" && row["ПометкаУдаления"] != "true"', default: true }`,
  datanorm:
    '{ column: Verarbeitung, translate: { N: true, A: true, L: false, X: false }, default: true }',
  gdsn: '{ column: withdrawn, translate: { "true": false, "false": true } }',
};

/**
 * The export marks an article as deleted (`ПометкаУдаления: true`), but the mapping does not read that, or reads `true`
 * as active: the article would be sold on unnoticed. Not where `isActive` is an expression, which decides by itself.
 */
export function bindWithdrawn(
  source: Source,
  file: AttributeColumns,
): ((cells: Cells, isActive?: boolean) => Complaint | undefined) | undefined {
  const { kind, format, mapping } = source;
  if (kind === 'stock' || !isMarked(format)) return undefined;
  const read = mapping.isActive === undefined ? [] : columnsOf(mapping.isActive);
  const decided = mapping.isActive?.from.kind === 'expression' ? read : [];
  const placeOf = bindPlaces(file);
  return (cells, isActive) => {
    const known = isActive === true ? decided : read;
    const column = deletionMarks[format].find(
      (mark) => !known.includes(mark) && saysDeleted(mark, cells[placeOf(mark)]),
    );
    return column && withdrawn({ ...source, format }, column, cells[placeOf(column)] ?? '');
  };
}

function isMarked(format: SourceConfig['format']): format is Marked {
  return Object.hasOwn(deletionMarks, format);
}

/**
 * Columns are searched in the list: to ask the reader for a
 * name would add it to a tree's columns, and no record has it.
 */
function bindPlaces({ columns }: AttributeColumns): (column: string) => number {
  const found = new Map<string, number>();
  let looked = 0;
  return (column) => {
    for (; looked < columns.length; looked += 1) found.set(columns[looked] ?? '', looked);
    return found.get(column) ?? -1;
  };
}

function withdrawn(
  { format, mapping }: Source & { readonly format: Marked },
  column: string,
  value: string,
): Complaint {
  const meaning =
    format === 'gdsn'
      ? 'says that the item is deleted, cancelled or discontinued'
      : 'says that the article is deleted';
  const { isActive } = mapping;
  const reading =
    isActive && columnsOf(isActive).includes(column) ? 'takes it for yes' : 'does not read it';
  const missing = isActive ? `isActive of the mapping ${reading}` : 'no isActive is mapped';
  const isOther = isActive && !columnsOf(isActive).some((name) => isDeletionMark(name, format));
  const remedy = isOther
    ? 'Have isActive: of the mapping read it too, by an expression:'
    : `Write isActive: ${mappings[format]} in the mapping of the source`;
  return {
    code: 'ROW_WITHDRAWN',
    column,
    value,
    rule: `${meaning}, and ${missing}.`,
    remedy: `${remedy}, or leave such rows out with where:.`,
  };
}
