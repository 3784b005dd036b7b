import type { SourceConfig } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { isDrawnLine, isTotalRow } from '../../domain/total-row.ts';
import type { AttributeColumns } from './attributes.ts';
import { columnsOf } from './field.ts';

/**
 * Finds a total, a page, a date or a drawn line by the text in place of its article number. With a text in the column
 * of the name a total would be an article with the stock of all. Trees have no such rows.
 */
export function bindTotalRow(
  { kind, mapping: { externalId } }: Pick<SourceConfig, 'kind' | 'mapping'>,
  file: AttributeColumns,
): ((key: string, cells: Cells) => Complaint | undefined) | undefined {
  // A stock export has no articles to create: the row names an unknown one, and is skipped.
  if (!file.columnsAreComplete || kind === 'stock') return undefined;
  const column = columnsOf(externalId).join(' + ');
  return (value, cells) => {
    const seen = isTotalRow(value) ? 'a total, a page or a date of the list' : lineOf(value, cells);
    if (seen === undefined) return undefined;
    const rule = `is not an article number: the row looks like ${seen}.`;
    return complaintOf({ code: 'ROW_TOTAL', column, value, rule });
  };
}

const marks = '-=_*+|';

/** Nearly all rows end at the first character of their article number. */
function lineOf(key: string, cells: Cells): string | undefined {
  if (!marks.includes(key.charAt(0)) || !isDrawnLine(cells)) return undefined;
  return 'a line that the list draws between its rows';
}
