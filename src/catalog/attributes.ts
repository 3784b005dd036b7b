import type { AttributesMapping } from '../config/declaration.ts';
import type { Complaint } from '../domain/complaint.ts';
import { attributesMax, packedBodyBytesMax } from '../domain/limits.ts';
import { priceFields } from '../domain/product.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { pairColumns } from './attribute-pairs.ts';
import type { Columns, Lookup } from './field.ts';
import { bindField, lookupIn } from './field.ts';
import type { Cells } from './mapping.ts';

export interface ReadAttributes {
  readonly values: Readonly<Record<string, string>>;
  /** Mapped, but empty in this row. */
  readonly empty: readonly string[];
  readonly complaints: readonly Complaint[];
}

interface AttributeRow {
  readonly columns: readonly string[];
  readonly lookup: Lookup;
}

/** The columns of a file; trees see more of them while they are read. */
export type AttributeColumns = Columns & { readonly columns: readonly string[] };

/** One attribute and the column that a complaint names. */
interface Attribute {
  readonly name: string;
  readonly text: string;
  readonly column: string;
  readonly complaint?: Complaint;
}

const unreadable = '\ufffd';
/** The other fields have limited lengths: even with each character escaped they need less than this. */
const otherFieldsBytesMax = 100_000;
const attributesBytesMax = packedBodyBytesMax - otherFieldsBytesMax;

/** Attributes by name, by column list, by prefix and by pairs of columns; at most 100 that hold something (spec "Limits"). */
export function bindAttributes(
  mapping: AttributesMapping,
  file: AttributeColumns,
  style?: NumberStyle,
): (cells: Cells) => ReadAttributes {
  const readNamed = bindNamed(mapping, file, style);
  const isNamedAlone =
    mapping.columns.length === 0 && mapping.prefix === undefined && mapping.pairs.length === 0;
  return (cells) => {
    const named = readNamed(cells);
    if (isNamedAlone) return attributesOf(named);
    const row = { columns: file.columns, lookup: lookupIn(file, cells) };
    const paired = pairs(mapping, row).filter(({ name }) => !isPrice(name));
    return attributesOf([...named, ...columns(mapping, row), ...paired]);
  };
}

function attributesOf(read: readonly Attribute[]): ReadAttributes {
  // A null prototype: an attribute called __proto__ is a text like any other (fault 10).
  const values: Record<string, string> = Object.create(null);
  const empty: string[] = [];
  const complaints: Complaint[] = [];
  for (const attribute of read) {
    const { name, text } = attribute;
    if (text === '') empty.push(name);
    else values[name] = text;
    const complaint = complaintOf(attribute);
    if (complaint !== undefined) complaints.push(complaint);
  }
  addLimits(values, complaints);
  return { values, empty, complaints };
}

function bindNamed({ named }: AttributesMapping, file: Columns, style?: NumberStyle) {
  const fields = named.map(({ name, field }) => ({ name, read: bindField(field, file, style) }));
  return (cells: Cells): Attribute[] =>
    fields.map(({ name, read }) => {
      const { text, column, complaint } = read(cells);
      return complaint === undefined
        ? { name, text, column }
        : { name, text: '', column, complaint };
    });
}

function columns(
  { columns: listed, prefix }: AttributesMapping,
  { columns: all, lookup }: AttributeRow,
): Attribute[] {
  const ofPrefix =
    prefix === undefined
      ? []
      : all
          .filter((column) => column.startsWith(prefix) && column.length > prefix.length)
          .map((column) => ({ name: column.slice(prefix.length), column }))
          .filter(({ name }) => !isPrice(name));
  return [...listed.map((column) => ({ name: column, column })), ...ofPrefix].map((attribute) => {
    return { ...attribute, text: (lookup(attribute.column) ?? '').trim() };
  });
}

/** A pair without a name says nothing; of two with the same name the first that holds something counts. */
function pairs({ pairs }: AttributesMapping, { columns: all, lookup }: AttributeRow): Attribute[] {
  const textOf = (column: string): string => (lookup(column) ?? '').trim();
  const found = new Map<string, Attribute>();
  for (const { name, value, unit } of pairs.flatMap((pair) => pairColumns(pair, all))) {
    const attribute = textOf(name);
    if (attribute === '' || (found.get(attribute)?.text ?? '') !== '') continue;
    const behind = unit === undefined ? '' : textOf(unit);
    const text = [textOf(value), textOf(value) === '' ? '' : behind].join(' ').trim();
    found.set(attribute, { name: attribute, text, column: value });
  }
  return [...found.values()];
}

/** Prices are never forwarded, under no name that the marketplace knows for them (quirk 30). */
function isPrice(name: string): boolean {
  return priceFields.some((field) => field.toLowerCase() === name.toLowerCase());
}

function complaintOf({ text, column, complaint }: Attribute): Complaint | undefined {
  if (complaint !== undefined || !text.includes(unreadable)) return complaint;
  const rule = 'holds characters that could not be decoded.';
  const remedy = 'Correct encoding: of the source.';
  return { code: 'ROW_CHARACTER', column, value: text, rule, remedy };
}

/** Of few characters only an upper bound: each of them has at most six bytes, as \u001f has. */
function jsonBytes(values: Readonly<Record<string, string>>): number {
  const frame = 6;
  let most = 2;
  for (const name in values) most += 6 * (name.length + (values[name] ?? '').length) + frame;
  return most <= attributesBytesMax ? most : Buffer.byteLength(JSON.stringify(values));
}

function addLimits(values: Readonly<Record<string, string>>, complaints: Complaint[]): void {
  let count = 0;
  for (const _ in values) count += 1;
  if (count > attributesMax) {
    const rule = `There are ${count} attributes; the marketplace takes ${attributesMax}.`;
    complaints.push({ code: 'ROW_ATTRIBUTES', rule, remedy: 'Map fewer columns to attributes.' });
  }
  // One product must fit into one request (fault 48).
  const bytes = jsonBytes(values);
  if (bytes > attributesBytesMax) {
    const rule = `The attributes have ${bytes} bytes together; the marketplace takes ${attributesBytesMax}.`;
    complaints.push({ code: 'ROW_TOO_LONG', rule, remedy: 'Map fewer columns to attributes.' });
  }
}
