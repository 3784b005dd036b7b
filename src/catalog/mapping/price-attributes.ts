import type { AttributesMapping, MappedField, MappingConfig } from '../../config/declaration.ts';
import { mayBePrice, saysAmount } from '../../domain/column-name.ts';
import { allNumberFields, isPrice } from '../../domain/product.ts';
import { prefixed } from './attribute-names.ts';
import { columnsOf } from './field.ts';

/** An attribute or a field that is called like a price, or is made of a column that is. */
interface PricedField {
  readonly name: string;
  readonly column: string;
}

/** What is seen of a file: its columns, and the attributes of its first rows, as pairs name them in cells. */
interface SeenAttributes {
  readonly columns: readonly string[];
  readonly names: readonly string[];
}

/** Prices go under no name (quirk 30), but only a name tells of one: a person must look. */
export function priceAttributes(
  { named, columns, prefix, pairs }: AttributesMapping,
  seen: SeenAttributes,
): readonly PricedField[] {
  const mapped = named.flatMap(({ name, field }) =>
    columnsOf(field).map((column) => ({ name, column })),
  );
  const listed = columns.map((column) => ({ name: column, column }));
  const others = [...mapped, ...listed, ...prefixed(prefix, seen.columns)];
  const reportedNames = new Set(others.map(({ name }) => name));
  const ofPairs = seen.names
    .filter((name) => pairs.length > 0 && !reportedNames.has(name))
    .map((name) => ({ name, column: pairs.map((pair) => pair.name).join(' or ') }));
  return [...others, ...ofPairs].filter(
    ({ name, column }) => !isPrice(name) && (mayBePrice(name) || mayBePrice(column)),
  );
}

/** Columns of the prefix that are never sent, since the marketplace knows their names for prices. */
export function droppedPrices(
  { prefix }: AttributesMapping,
  columns: readonly string[],
): readonly PricedField[] {
  return prefixed(prefix, columns).filter(({ name }) => isPrice(name));
}

/** A price that is read as a quantity is sent like one: no value of it is rejected. */
export function priceNumbers(mapping: MappingConfig): readonly PricedField[] {
  return allNumberFields.flatMap((name) =>
    readColumns(mapping[name])
      .filter(saysAmount)
      .map((column) => ({ name, column })),
  );
}

/** An expression may well ask for a price to say how many there are. */
function readColumns(field: MappedField | undefined): readonly string[] {
  return field === undefined || field.from.kind === 'expression' ? [] : columnsOf(field);
}
