import type { SourceConfig } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import type { AttributeColumns } from './attributes.ts';
import { bindField } from './field.ts';
import { isFault, textOf } from './field-text.ts';
import { bindElementRemedy } from './missing-element.ts';
import { textLimits } from './text-limits.ts';
import { keyText, type Value } from './values.ts';

/** The article number of each row, or why it has none. */
export function bindKey({ mapping, numberStyle }: SourceConfig, file: AttributeColumns) {
  const { column, read } = bindField(mapping.externalId, file, numberStyle);
  const elementRemedy = bindElementRemedy('externalId', mapping, file);
  const usual = 'Fill the key column, or leave the row out with where:.';
  const missing = (remedy: string): Value<string> => ({
    complaint: { code: 'ROW_KEY_MISSING', column, rule: 'has no article number.', remedy },
  });
  return (cells: Cells): Value<string> => {
    const stated = read(cells);
    if (isFault(stated)) return stated;
    const text = textOf(stated);
    if (text.trim() === '') return missing(elementRemedy(cells) ?? usual);
    return keyText(text, column, textLimits.externalId);
  };
}
