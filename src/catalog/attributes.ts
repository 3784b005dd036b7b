import type { AttributesMapping } from '../config/declaration.ts';
import type { Complaint } from '../domain/complaint.ts';
import { attributesMax, packedBodyBytesMax } from '../domain/limits.ts';
import type { Lookup } from './field.ts';
import { fieldText } from './field.ts';

export interface ReadAttributes {
  readonly values: Readonly<Record<string, string>>;
  /** Mapped, but empty in this row. */
  readonly empty: readonly string[];
  readonly complaints: readonly Complaint[];
}

const unreadable = '\ufffd';
/** The other fields have limited lengths: even with each character escaped they need less than this. */
const otherFieldsBytesMax = 100_000;
const attributesBytesMax = packedBodyBytesMax - otherFieldsBytesMax;

/** Attributes by name, by column list and by prefix; at most 100 that hold something (spec "Limits"). */
export function attributesOf(
  mapping: AttributesMapping,
  columns: readonly string[],
  lookup: Lookup,
): ReadAttributes {
  const texts = [...namedTexts(mapping, lookup), ...columnTexts(mapping, columns, lookup)];
  const filled = texts.filter(([, text]) => text !== '');
  // A null prototype: an attribute called __proto__ is a text like any other (fault 10).
  const values: Record<string, string> = Object.create(null);
  for (const [name, text] of filled) values[name] = text;
  const empty = texts.filter(([, text]) => text === '').map(([name]) => name);
  return { values, empty, complaints: complaintsOf(values) };
}

function namedTexts(mapping: AttributesMapping, lookup: Lookup): [string, string][] {
  return mapping.named.map(({ name, field }) => [name, fieldText(field, lookup).text]);
}

function columnTexts(
  mapping: AttributesMapping,
  columns: readonly string[],
  lookup: Lookup,
): [string, string][] {
  const { prefix } = mapping;
  const listed = mapping.columns.map((column) => [column, column] as const);
  const prefixed =
    prefix === undefined
      ? []
      : columns
          .filter((column) => column.startsWith(prefix) && column.length > prefix.length)
          .map((column) => [column.slice(prefix.length), column] as const);
  return [...listed, ...prefixed].map(([name, column]) => [name, (lookup(column) ?? '').trim()]);
}

function complaintsOf(values: Readonly<Record<string, string>>): Complaint[] {
  const count = Object.keys(values).length;
  const complaints: Complaint[] = [];
  if (count > attributesMax) {
    const rule = `There are ${count} attributes; the marketplace takes ${attributesMax}.`;
    complaints.push({ code: 'ROW_ATTRIBUTES', rule, remedy: 'Map fewer columns to attributes.' });
  }
  // One product must fit into one request (fault 48).
  const bytes = Buffer.byteLength(JSON.stringify(values));
  if (bytes > attributesBytesMax) {
    const rule = `The attributes have ${bytes} bytes together; the marketplace takes ${attributesBytesMax}.`;
    complaints.push({ code: 'ROW_TOO_LONG', rule, remedy: 'Map fewer columns to attributes.' });
  }
  const bad = Object.entries(values).find(([, text]) => text.includes(unreadable));
  if (bad !== undefined) {
    const rule = 'holds characters that could not be decoded.';
    complaints.push({
      code: 'ROW_CHARACTER',
      column: bad[0],
      value: bad[1],
      rule,
      remedy: 'Correct encoding: of the source.',
    });
  }
  return complaints;
}
