import type { Column } from './column.ts';
import type { Format } from './format.ts';

/** More names than that are values, and no names of fields. */
const namesMax = 200;
const step = /^([^@/[\]]+)(?:\[\d+\])?(?:\/.*)?$/;

/**
 * XML whose records are fields that have their names in an attribute, as databases export it: `<field name="artnr">`.
 * Each is a column by that name, for a record may have them in another order.
 */
export function withKeyedFields(columns: readonly Column[], format: Format): readonly Column[] {
  const element = format === 'xml' ? fieldElement(columns) : undefined;
  if (element === undefined) return columns;
  const places = placesOf(element, columns);
  const names = [...new Set(places.flatMap(({ keys }) => keys))].filter((name) => name !== '');
  if (names.length > namesMax) return columns;
  const fields = names.map((name): Column => {
    const cellAt = (row: number): string =>
      places.find(({ keys }) => keys[row] === name)?.texts[row] ?? '';
    const cells = (columns[0]?.cells ?? []).map((_, row) => cellAt(row));
    return { name: `${element}[@name=${name}]`, cells };
  });
  return [...columns.filter(({ name }) => name.startsWith('@')), ...fields];
}

/** The element that all columns are of, where it repeats and has a name. */
function fieldElement(columns: readonly Column[]): string | undefined {
  const inside = columns.filter(({ name }) => !name.startsWith('@'));
  const [element = '', ...others] = new Set(inside.map(({ name }) => step.exec(name)?.[1] ?? ''));
  const isNamed = inside.some(({ name }) => name === `${element}[2]/@name`);
  return isNamed && others.length === 0 ? element : undefined;
}

function placesOf(element: string, columns: readonly Column[]) {
  const cellsOf = (name: string) => columns.find((column) => column.name === name)?.cells ?? [];
  return columns
    .filter(({ name }) => name.startsWith(element) && name.endsWith('/@name'))
    .map(({ name, cells }) => ({ keys: cells, texts: cellsOf(name.slice(0, -'/@name'.length)) }));
}
