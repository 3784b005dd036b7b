import type { AttributesMapping } from '../../config/declaration.ts';
import type { Cells, Lookup } from '../../domain/cells.ts';
import { type Complaint, complaintOf, shownValue } from '../../domain/complaint.ts';
import { attributesMax, packedBodyBytesMax } from '../../domain/limits.ts';
import { isPrice } from '../../domain/product.ts';
import type { NumberStyle } from '../../domain/quantity.ts';
import { prefixed } from './attribute-names.ts';
import { pairColumns } from './attribute-pairs.ts';
import { isUndecoded } from './characters.ts';
import { bindField, type Columns, lookupIn } from './field.ts';
import { letterNote, undecoded } from './values.ts';

interface AttributeRow {
  readonly columns: readonly string[];
  readonly lookup: Lookup;
  /** Attributes that the mapping names one by one: columns found under the same names do not count. */
  readonly named: ReadonlySet<string>;
}

/** The columns of a file; trees see more of them while they are read. */
export type AttributeColumns = Columns & {
  readonly columns: readonly string[];
  readonly columnsAreComplete?: boolean;
};

/** One attribute and the column that a complaint names. */
interface Attribute {
  readonly name: string;
  readonly text: string;
  readonly column: string;
  /** The column of the cell that names it, where a cell does. */
  readonly namedIn?: string;
}

/** The other fields have limited lengths: even with each character escaped they need less than this. */
const otherFieldsBytesMax = 100_000;
const attributesBytesMax = packedBodyBytesMax - otherFieldsBytesMax;
/** Each character has at most so many bytes in JSON, as \u001f has. */
const escapedBytesMax = 6;
/** Quote marks, colon and comma of one attribute; more than the braces. */
const frameBytes = 6;

/**
 * Attributes by name, by column list, by prefix and by pairs of columns; at most 100 with a value (spec "Limits"). An
 * attribute that the mapping names one by one is never read in another of these ways.
 */
export function bindAttributes(
  mapping: AttributesMapping,
  file: AttributeColumns,
  style?: NumberStyle,
): (cells: Cells) => Read {
  const readNamed = bindNamed(mapping, file, style);
  const isNamedAlone =
    mapping.columns.length === 0 && mapping.prefix === undefined && mapping.pairs.length === 0;
  const named = new Set(mapping.named.map(({ name }) => name));
  const found = { ...mapping, columns: mapping.columns.filter((column) => !named.has(column)) };
  const areOpen = mapping.prefix !== undefined && file.columnsAreComplete === false;
  return (cells) => {
    const read = new Read(areOpen);
    readNamed(cells, read);
    if (!isNamedAlone) {
      const row = { columns: file.columns, lookup: lookupIn(file, cells), named };
      addFound([...paired(found, row), ...columns(found, row)], read);
    }
    return read.held();
  };
}

/**
 * Texts by name without inherited ones: an attribute called __proto__ is a text like any other (fault 10). A class,
 * because an object that is made without a prototype is slow from its beginning.
 */
class Values {
  [name: string]: string;
}
Object.setPrototypeOf(Values.prototype, null);
Reflect.deleteProperty(Values.prototype, 'constructor');

/** Shared by all rows that have nothing to tell. */
const none: readonly Complaint[] = [];

/** A class: a million are made. */
class Read {
  readonly values = new Values();
  /** Mapped, but empty in this row. */
  readonly empty: string[] = [];
  readonly complaints: Complaint[] = [];
  /** What of a good row is not sent. */
  notes: readonly Complaint[] = none;
  /** In a tree (JSON, XML) a record names only what it has, so attributes of a prefix that it lacks are empty, too. */
  readonly areOpen: boolean;
  #count = 0;
  #bytesMost = frameBytes;

  constructor(areOpen: boolean) {
    this.areOpen = areOpen;
  }

  add({ name, text, column, namedIn }: Attribute): void {
    this.#count += 1;
    this.#bytesMost += escapedBytesMax * (name.length + text.length) + frameBytes;
    if (text === '') {
      this.empty.push(name);
      return;
    }
    this.values[name] = text;
    this.#judge(text, column);
    if (namedIn !== undefined) this.#judge(name, namedIn);
  }

  /** Of a text as it is sent, what is wrong with its letters (fault 6). */
  #judge(text: string, column: string): void {
    if (isUndecoded(text)) this.complaints.push(undecoded(text, column));
    const note = letterNote(text, column);
    if (note !== undefined) this.notes = [...this.notes, note];
  }

  /** Adds complaints if the attributes exceed the limits of one product. */
  held(): this {
    if (this.#count > attributesMax) this.complaints.push(...tooMany(this.values));
    if (this.#bytesMost > attributesBytesMax) this.complaints.push(...tooLong(this.values));
    return this;
  }
}

function bindNamed({ named }: AttributesMapping, file: Columns, style?: NumberStyle) {
  const fields = named.map(({ name, field }) => ({ name, bound: bindField(field, file, style) }));
  return (cells: Cells, read: Read): void => {
    for (const { name, bound } of fields) {
      const { column } = bound;
      const stated = bound.read(cells);
      if (typeof stated === 'string') read.add({ name, text: stated, column });
      else if ('number' in stated) read.add({ name, text: stated.number, column });
      else {
        read.add({ name, text: '', column });
        read.complaints.push(stated.complaint);
      }
    }
  };
}

function columns(
  { columns: listed, prefix }: AttributesMapping,
  { columns: all, lookup, named }: AttributeRow,
): Attribute[] {
  const ofPrefix = prefixed(prefix, all).filter(({ name }) => !isPrice(name) && !named.has(name));
  const found = [...ofPrefix, ...listed.map((column) => ({ name: column, column }))];
  return found.map(({ name, column }) => ({ name, column, text: (lookup(column) ?? '').trim() }));
}

/** Attributes by pairs of columns. A pair whose name cell is empty says nothing. */
function paired({ pairs }: AttributesMapping, row: AttributeRow): Attribute[] {
  const textOf = (column: string): string => (row.lookup(column) ?? '').trim();
  const all = pairs.flatMap((pair) => pairColumns(pair, row.columns));
  return all.flatMap(({ name: names, value, unit }) => {
    const name = textOf(names);
    if (name === '' || row.named.has(name) || isPrice(name)) return [];
    const behind = unit === undefined || textOf(value) === '' ? '' : textOf(unit);
    return [{ name, text: `${textOf(value)} ${behind}`.trim(), column: value, namedIn: names }];
  });
}

/** Of two with the same name the first that holds something counts. */
function addFound(attributes: readonly Attribute[], read: Read): void {
  const found = new Map<string, Attribute>();
  for (const attribute of attributes) {
    const first = found.get(attribute.name);
    if (first === undefined || first.text === '') found.set(attribute.name, attribute);
    else if (attribute.text !== '' && attribute.text !== first.text)
      read.notes = [...read.notes, secondValue(attribute, first)];
  }
  for (const attribute of found.values()) read.add(attribute);
}

/** Two values of one attribute: the marketplace has room for one. */
function secondValue({ name, text, column }: Attribute, first: Attribute): Complaint {
  const rule = `is a second value of the attribute "${shownValue(name)}" and is not sent: column "${shownValue(first.column)}" gives "${shownValue(first.text)}".`;
  return complaintOf({ code: 'ROW_ATTRIBUTE_TWICE', column, value: text, rule });
}

/** Counts only attributes with a value. */
function tooMany(values: Readonly<Record<string, string>>): Complaint[] {
  const count = Object.keys(values).length;
  if (count <= attributesMax) return [];
  const rule = `There are ${count} attributes; the marketplace accepts ${attributesMax}.`;
  return [complaintOf({ code: 'ROW_ATTRIBUTES', rule })];
}

/** One product must fit into one request (fault 48). */
function tooLong(values: Readonly<Record<string, string>>): Complaint[] {
  const bytes = Buffer.byteLength(JSON.stringify(values));
  if (bytes <= attributesBytesMax) return [];
  const rule = `The attributes have ${bytes} bytes together; the marketplace accepts ${attributesBytesMax}.`;
  return [{ code: 'ROW_TOO_LONG', rule, remedy: 'Map fewer columns to attributes.' }];
}
