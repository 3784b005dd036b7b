import type { AdapterOptions } from '../domain/adapter.ts';
import type { Column } from './column.ts';
import type { FirstRows } from './first-rows.ts';
import type { Format } from './format.ts';
import { isCalled } from './words.ts';

/** More different names are values, and no names of fields. */
const namesMax = 200;
/** A column's name that begins with the place of an element in its record. */
const step = /^([^@/[\]]+)(?:\[\d+\])?(?:\/.*)?$/;
const namedPlace = /^(([^@/[\]]+)(?:\[\d+\])?)\/@([^/]+)$/;
const secondOfName = /^[^@/[\]]+\[2\]\/@name$/i;
/** Attributes that name a field, the likeliest first. */
const nameAttributes = ['name', 'key', 'field', 'column', 'code', 'id'];

/**
 * XML of databases names its fields in an attribute: `<field name="artnr">`, `<COLUMN NAME="ARTNR">` (Oracle),
 * `<str name="sku">` beside `<float name="stock">` (Solr, an element for each type of value). Each field becomes a
 * column by that name, because records may have them in different orders.
 */
export function withKeyedFields(columns: readonly Column[], format: Format): readonly Column[] {
  const places = format === 'xml' ? namedPlaces(columns) : [];
  const names = [...new Set(places.flatMap((place) => place.names))].filter((name) => name !== '');
  if (names.length === 0 || names.length > namesMax) return columns;
  // `<ort id="1">`: unless an element with `name` comes twice, or one names an article number, an attribute may say
  // anything.
  if (!columns.some(({ name }) => secondOfName.test(name)) && !names.some(isNumber)) return columns;
  const keyed = names.map((name): Column => {
    const cellAt = (row: number): string =>
      places.find((place) => place.names[row] === name)?.texts[row] ?? '';
    return { name, cells: (columns[0]?.cells ?? []).map((_, row) => cellAt(row)) };
  });
  return [...columns.filter(({ name }) => name.startsWith('@')), ...keyed];
}

/** One place of an element in its record: the columns that the records have there, and their texts. */
interface NamedPlace {
  readonly element: string;
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

/**
 * The places of all elements if one attribute names each of them. None where an element's own name says what it is:
 * `<sku name="…">`.
 */
function namedPlaces(columns: readonly Column[]): readonly NamedPlace[] {
  const inside = columns.filter(({ name }) => !name.startsWith('@'));
  const elements = new Set(inside.map(({ name }) => step.exec(name)?.[1] ?? ''));
  if ([...elements].some(isNumber)) return [];
  const found = nameAttributes
    .map((attribute) => placesNamedBy(attribute, inside))
    .find((places) => new Set(places.map(({ element }) => element)).size === elements.size);
  return found ?? [];
}

function placesNamedBy(attribute: string, columns: readonly Column[]): readonly NamedPlace[] {
  const cellsOf = (name: string) => columns.find((column) => column.name === name)?.cells ?? [];
  return columns.flatMap(({ name, cells }) => {
    const [, place = '', element = '', key = ''] = namedPlace.exec(name) ?? [];
    if (key.toLowerCase() !== attribute) return [];
    const names = cells.map((cell) => (cell === '' ? '' : `${element}[@${key}=${cell}]`));
    return [{ element, names, texts: cellsOf(place) }];
  });
}

function isNumber(name: string): boolean {
  return isCalled(name, 'externalId');
}

/**
 * In a file with a single record the fields are what repeats, and would be read as articles. This is the path of the
 * record around them.
 */
export function pathAroundFields({
  format,
  options,
  columns,
}: FirstRows): Pick<AdapterOptions, 'path'> | undefined {
  const elements = columns.filter(({ name }) => !name.startsWith('@'));
  const isField = format === 'xml' && elements.length === 1 && elements[0]?.name === '.';
  const names = columns.find(({ name }) => nameAttributes.includes(name.slice(1).toLowerCase()));
  const [, around] = /^(.+)\/[^/]+$/.exec(options.path ?? '') ?? [];
  return around !== undefined && isField && names?.cells.some(isNumber)
    ? { path: around }
    : undefined;
}
