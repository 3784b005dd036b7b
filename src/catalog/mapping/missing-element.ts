import type { MappingConfig } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import type { AttributeColumns } from './attributes.ts';
import { columnsOf } from './field.ts';

/**
 * The remedy for a record of a tree that lacks the element of a field. If no record of the file has it the mapping may
 * be wrong and not the ERP, for a tree is not refused for a missing column.
 */
export function bindElementRemedy(
  field: 'externalId' | 'name',
  mapping: MappingConfig,
  file: AttributeColumns,
): (cells: Cells) => string | undefined {
  const mapped = mapping[field];
  const names = mapped === undefined ? [] : columnsOf(mapped);
  if (file.columnsAreComplete !== false || names.length === 0) return () => undefined;
  const places = names.map((name) => file.column(name));
  const shown = names.map((name) => `"${name}"`).join(' or ');
  const remedy = `If no record has ${shown}, correct ${field}: of the mapping; otherwise fill it in the ERP.`;
  return (cells) => (places.every((place) => cells[place] === undefined) ? remedy : undefined);
}
