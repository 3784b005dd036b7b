import { convert } from 'html-to-text';
import type { MappedField } from '../config/declaration.ts';

/** Texts of one record by column name; undefined where the record has no such column. */
export type Lookup = (column: string) => string | undefined;

/** The text of a field after all its steps, and the column that a complaint names. */
export interface FieldText {
  readonly text: string;
  readonly column: string;
  /** The text has no entry in a strict translation table. */
  readonly untranslated: boolean;
}

/** Reads one field of a record: where it comes from, then the steps in the order that MappedField documents. */
export function fieldText(field: MappedField, lookup: Lookup): FieldText {
  const column = columnsOf(field).join(' + ');
  const trimmed = field.trim ? originText(field, lookup).trim() : originText(field, lookup);
  const replaced = field.replace.reduce((text, { from, to }) => text.replaceAll(from, to), trimmed);
  const plain = field.stripHtml ? plainText(replaced) : replaced;
  const filled = plain === '' ? (field.default ?? '') : plain;
  const translated = translate(field, filled);
  if (translated === undefined) return { text: filled, column, untranslated: true };
  const text = translated === '' ? '' : `${field.prepend}${translated}${field.append}`;
  return { text, column, untranslated: false };
}

/** The columns that a field reads. */
export function columnsOf(field: MappedField): readonly string[] {
  const { from } = field;
  switch (from.kind) {
    case 'columns':
      return from.columns;
    case 'constant':
      return [];
    case 'template':
      return from.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.column]));
    case 'sum':
      return [...from.sum, ...from.minus];
  }
}

function originText(field: MappedField, lookup: Lookup): string {
  const { from } = field;
  switch (from.kind) {
    case 'columns':
      return from.columns
        .map((column) => lookup(column) ?? '')
        .filter((text) => text !== '')
        .join(from.join);
    case 'constant':
      return from.text;
    case 'template':
      return templateText(from.parts, lookup);
    case 'sum':
      return '';
  }
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
