import type { AttributePair, MappingConfig } from '../../config/declaration.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { pairColumns, starsIn } from './attribute-pairs.ts';
import { shownNames } from './missing-columns.ts';

/**
 * Pairs of attributes with `*` that fit no column. A file may have no such attributes, so it is not refused. But the
 * name may be misspelt, so it is told.
 */
export function pairsMissing(
  { attributes }: Pick<MappingConfig, 'attributes'>,
  columns: readonly string[],
): Complaint[] {
  return (attributes?.pairs ?? []).flatMap((pair) => {
    const column = missingOf(pair, columns);
    if (column === undefined) return [];
    return [
      {
        code: 'FILE_COLUMN_MISSING',
        column,
        rule: `is mapped in pairs: of the attributes, but no column fits it (${shownNames(columns)}).`,
        remedy: 'Correct pairs:, or leave it as it is if such columns are rare.',
      },
    ];
  });
}

/** The name of the pair that fits no column; columns without `*` are missed like all others. */
function missingOf(pair: AttributePair, columns: readonly string[]): string | undefined {
  const { name, value, unit } = pair;
  if (!name.includes('*')) return undefined;
  const found = pairColumns(pair, columns);
  if (found.length === 0) return starsIn(columns, name).length > 0 ? value : name;
  return found.every((one) => one.unit !== undefined && !columns.includes(one.unit))
    ? unit
    : undefined;
}
