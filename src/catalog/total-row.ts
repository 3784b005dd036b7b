import type { SourceConfig } from '../config/declaration.ts';
import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import { isTotalRow } from '../domain/total-row.ts';
import type { AttributeColumns } from './attributes.ts';
import { columnsOf } from './field.ts';

/**
 * Tells a row that a list adds to its articles, by its article number: with a text in the column of the name a total would
 * be an article whose stock is that of all. Trees have no such rows.
 */
export function bindTotalRow(
  { kind, mapping: { externalId } }: Pick<SourceConfig, 'kind' | 'mapping'>,
  file: AttributeColumns,
): ((key: string) => Complaint | undefined) | undefined {
  // A stock export has no articles to create: the row names an unknown one, and is skipped.
  if (!file.columnsAreComplete || kind === 'stock') return undefined;
  const column = columnsOf(externalId).join(' + ');
  const { remedy } = codes.ROW_TOTAL;
  return (value) => {
    if (!isTotalRow(value)) return undefined;
    const rule = 'is no article number: the row looks like a total, a page or a date of the list.';
    return { code: 'ROW_TOTAL', column, value, rule, remedy };
  };
}
