import type { SourceConfig } from '../../config/declaration.ts';
import { attributesMax } from '../../domain/limits.ts';
import type { Product } from '../../domain/product.ts';
import type { Fields, MappedRow } from './mapped-row.ts';

const clearedByText = new Set(['description', 'categorySlug', 'unitOfMeasure', 'brand', 'barcode']);

/**
 * A row's fields after the rule for empty cells (contract.md "Empty cells"): `keep` repeats the last value of that
 * field; `clear` sends "" for text and {} for attributes and leaves numbers and switches to their defaults. A name is
 * always repeated: no product is without one.
 */
export function ownFields(
  row: MappedRow,
  last: Fields | undefined,
  empty: SourceConfig['empty'],
): Fields {
  if (isFull(row)) return row.fields;
  const own: Fields = { ...row.fields };
  for (const field of row.empty) {
    if (empty === 'clear' && clearedByText.has(field)) Object.assign(own, { [field]: '' });
    const kept = last?.[field as keyof Fields];
    const isKept = empty === 'keep' || field === 'name';
    if (isKept && kept !== undefined) Object.assign(own, { [field]: kept });
  }
  if (row.fields.attributes !== undefined) own.attributes = ownAttributes(row, last, empty);
  return own;
}

/** Nothing of it is empty. */
export function isFull({ empty, emptyAttributes, attributesAreOpen }: MappedRow): boolean {
  return empty.length === 0 && emptyAttributes.length === 0 && attributesAreOpen !== true;
}

function ownAttributes(
  row: MappedRow,
  last: Fields | undefined,
  empty: SourceConfig['empty'],
): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = Object.create(null);
  const before = empty === 'keep' ? (last?.attributes ?? {}) : {};
  if (row.attributesAreOpen === true) Object.assign(attributes, before);
  for (const name of row.emptyAttributes) {
    const kept = Object.hasOwn(before, name) ? before[name] : undefined;
    if (kept !== undefined) attributes[name] = kept;
  }
  return withoutTooMany(Object.assign(attributes, row.fields.attributes), row.fields.attributes);
}

/** At most 100 (spec "Limits"): what the row itself says counts, and of what is kept as much as there is room for. */
function withoutTooMany(
  attributes: Record<string, string>,
  own: Fields['attributes'] = {},
): Readonly<Record<string, string>> {
  const names = Object.keys(attributes);
  if (names.length <= attributesMax) return attributes;
  const kept = names.filter((name) => !Object.hasOwn(own, name));
  for (const name of kept.slice(attributesMax - names.length)) delete attributes[name];
  return attributes;
}

/** A product without its key and stock. */
export type Content = Omit<Product, 'externalId' | 'availableQty'>;

/** The whole product from the parts of all sources; undefined while none of them gives a name. */
export function wholeProduct(externalId: string, parts: readonly Fields[]): Product | undefined {
  const content = wholeContent(parts);
  return content && { ...content, externalId };
}

/** The same without the key. A million times here: a copy of the last part, which mostly says all, is the cheapest. */
export function wholeContent(parts: readonly Fields[]): Content | undefined {
  const whole: Fields = { ...parts.at(-1) };
  for (let at = parts.length - 2; at >= 0; at -= 1) addAbsent(whole, parts[at] ?? {});
  return whole.name === undefined ? undefined : (whole as Content);
}

function addAbsent(whole: Fields, part: Fields): void {
  const add = <Field extends keyof Fields>(field: Field): void => {
    whole[field] ??= part[field];
  };
  for (const field in part) add(field as keyof Fields);
}
