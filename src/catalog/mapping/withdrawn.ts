import type { SourceConfig } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import { codes } from '../../domain/codes.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { deletionMarks } from '../../domain/deletion-mark.ts';
import type { Columns } from './field.ts';

const [column] = deletionMarks.gdsn;

/** Tells an item that its message takes off sale where the mapping does not: it would be sold on without a word. */
export function bindWithdrawn(
  { kind, format, mapping }: Pick<SourceConfig, 'kind' | 'format' | 'mapping'>,
  file: Columns,
): ((cells: Cells) => Complaint | undefined) | undefined {
  if (format !== 'gdsn' || kind === 'stock' || mapping.isActive !== undefined) return undefined;
  const place = file.column(column);
  const { remedy } = codes.ROW_WITHDRAWN;
  const rule =
    'says that the item is deleted, cancelled or discontinued, and no isActive is mapped.';
  return (cells) =>
    cells[place] === 'true'
      ? { code: 'ROW_WITHDRAWN', column, value: 'true', rule, remedy }
      : undefined;
}
