import type { Column } from './column.ts';
import type { Format } from './format.ts';

/** More names than that are values, and no names of fields. */
const namesMax = 200;
const step = /^([^@/[\]]+)(?:\[\d+\])?(?:\/.*)?$/;
const secondKey = /^[^@/[\]]+\[2\]\/(@name)$/i;

/**
 * XML whose records are fields that have their names in an attribute, as databases export it: `<field name="artnr">`, of Oracle
 * `<COLUMN NAME="ARTNR">`.
 * Each is a column by that name, for a record may have them in another order.
 */
export function withKeyedFields(columns: readonly Column[], format: Format): readonly Column[] {
  const field = format === 'xml' ? namedField(columns) : undefined;
  if (field === undefined) return columns;
  const { element, key } = field;
  const places = placesOf(field, columns);
  const names = [...new Set(places.flatMap(({ keys }) => keys))].filter((name) => name !== '');
  if (names.length > namesMax) return columns;
  const fields = names.map((name): Column => {
    const cellAt = (row: number): string =>
      places.find(({ keys }) => keys[row] === name)?.texts[row] ?? '';
    const cells = (columns[0]?.cells ?? []).map((_, row) => cellAt(row));
    return { name: `${element}[${key}=${name}]`, cells };
  });
  return [...columns.filter(({ name }) => name.startsWith('@')), ...fields];
}

/** An element, and the attribute that has its name. */
interface NamedField {
  readonly element: string;
  readonly key: string;
}

/** The element that all columns are of, where it repeats and has a name. */
function namedField(columns: readonly Column[]): NamedField | undefined {
  const inside = columns.filter(({ name }) => !name.startsWith('@'));
  const [element = '', ...others] = new Set(inside.map(({ name }) => step.exec(name)?.[1] ?? ''));
  const [key] = inside.flatMap(({ name }) => secondKey.exec(name)?.[1] ?? []);
  return key !== undefined && others.length === 0 ? { element, key } : undefined;
}

function placesOf({ element, key }: NamedField, columns: readonly Column[]) {
  const cellsOf = (name: string) => columns.find((column) => column.name === name)?.cells ?? [];
  return columns
    .filter(({ name }) => name.startsWith(element) && name.endsWith(`/${key}`))
    .map(({ name, cells }) => ({ keys: cells, texts: cellsOf(name.slice(0, -`/${key}`.length)) }));
}
