import { convert } from 'html-to-text';
import type { MappedField } from '../config/declaration.ts';
import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { compiled } from './compiled.ts';

/** Texts of one record by column name; undefined where the record has no such column. */
export type Lookup = (column: string) => string | undefined;

/** The text of a field after all its steps, and the column that a complaint names. */
export interface FieldText {
  readonly text: string;
  readonly column: string;
  /** An expression has computed it: a number is written as 1234.5 then. */
  readonly isComputed: boolean;
  /** Why the row has no value for the field. */
  readonly complaint?: Complaint;
}

/** Reads one field of a record: where it comes from, then the steps in the order that MappedField documents. */
export function fieldText(field: MappedField, lookup: Lookup, style?: NumberStyle): FieldText {
  const column = columnsOf(field).join(' + ');
  const origin = originText(field, lookup, style);
  if ('fault' in origin) return faulty(column, origin.fault);
  const isComputed = origin.isNumber === true;
  const trimmed = field.trim ? origin.text.trim() : origin.text;
  const replaced = field.replace.reduce((text, { from, to }) => text.replaceAll(from, to), trimmed);
  const plain = field.stripHtml ? plainText(replaced) : replaced;
  const filled = plain === '' ? (field.default ?? '') : plain;
  const translated = translate(field, filled);
  if (translated === undefined) return untranslated(column, filled);
  const text = translated === '' ? '' : `${field.prepend}${translated}${field.append}`;
  return { text, column, isComputed };
}

function faulty(column: string, fault: string): FieldText {
  const { remedy } = codes.ROW_EXPRESSION;
  const rule = `The expression ${fault}.`;
  return {
    text: '',
    column,
    isComputed: false,
    complaint: { code: 'ROW_EXPRESSION', column, rule, remedy },
  };
}

function untranslated(column: string, value: string): FieldText {
  const rule = 'has no translation.';
  const remedy = 'Add it to translate: of the field.';
  return {
    text: value,
    column,
    isComputed: false,
    complaint: { code: 'ROW_TRANSLATION', column, value, rule, remedy },
  };
}

/** The columns that a field reads. */
export function columnsOf(field: MappedField): readonly string[] {
  const { from } = field;
  switch (from.kind) {
    case 'columns':
    case 'expression':
      return from.columns;
    case 'constant':
      return [];
    case 'template':
      return from.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.column]));
    case 'sum':
      return [...from.sum, ...from.minus];
  }
}

type OriginText =
  | { readonly text: string; readonly isNumber?: boolean }
  | { readonly fault: string };

function originText(field: MappedField, lookup: Lookup, style?: NumberStyle): OriginText {
  const { from } = field;
  switch (from.kind) {
    case 'columns':
      return { text: joined(from.columns, lookup, from.join) };
    case 'constant':
      return { text: from.text };
    case 'template':
      return { text: templateText(from.parts, lookup) };
    case 'expression':
      return compiled(from, style).evaluate(lookup);
    case 'sum':
      return { text: '' };
  }
}

function joined(columns: readonly string[], lookup: Lookup, join: string): string {
  return columns
    .map((column) => lookup(column) ?? '')
    .filter((text) => text !== '')
    .join(join);
}

/** A template whose columns are all empty is empty: its fixed texts alone say nothing. */
function templateText(
  parts: readonly (string | { readonly column: string })[],
  lookup: Lookup,
): string {
  const texts = parts.map((part) =>
    typeof part === 'string' ? part : (lookup(part.column) ?? ''),
  );
  const isEmpty = parts.every((part, index) => typeof part === 'string' || texts[index] === '');
  return isEmpty ? '' : texts.join('');
}

function translate(field: MappedField, text: string): string | undefined {
  if (text === '') return text;
  const entry = field.translate.find(({ from }) => from === text);
  if (entry !== undefined) return entry.to;
  if (field.otherwise !== undefined) return field.otherwise;
  return field.strict ? undefined : text;
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** HTML as a person would read it: no addresses of links or pictures, lists as lines, no capitals (quirk 40). */
function plainText(html: string): string {
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 1_000_000, maxDepth: 100 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', format: 'block' },
      ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  }).trim();
}
