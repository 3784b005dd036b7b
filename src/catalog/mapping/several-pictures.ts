import type { MappedField } from '../../config/declaration.ts';
import { shownValue } from '../../domain/complaint.ts';

const several = /\.(?:jpe?g|png|webp|gif|bmp|tiff?|avif|heic)\s*([;,|])\s*\S/i;

/**
 * What to do about a cell that names several pictures, of which one a product is sent; undefined where it names one.
 */
export function severalPicturesRemedy(
  named: string,
  field: Pick<MappedField, 'from'>,
): string | undefined {
  const [, separator] = several.exec(named) ?? [];
  if (separator === undefined) return undefined;
  const { from } = field;
  const [column] = from.kind === 'columns' && from.columns.length === 1 ? from.columns : [];
  const text = column === undefined ? 'text' : `row["${column}"]`;
  return `"${shownValue(named)}" names several, and one picture a product is sent: take the first with picture: { expression: 'part(${text}, "${separator}", 1)' }.`;
}
