import type { MappedField } from '../config/declaration.ts';
import type { ExportReader } from '../domain/adapter.ts';
import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { compiled } from './compiled.ts';
import type { Cells } from './mapping.ts';
import { plainText } from './plain-text.ts';

/** Texts of one record by column name; undefined where the record has no such column. */
export type Lookup = (column: string) => string | undefined;

/** The columns of one file, by name. */
export type Columns = Pick<ExportReader, 'column'>;

export function lookupIn(columns: Columns, cells: Cells): Lookup {
  return (name) => cells[columns.column(name)];
}

/** The text of a field after all its steps, and the column that a complaint names. */
export interface FieldText {
  readonly text: string;
  readonly column: string;
  /** An expression has computed it: a number is written as 1234.5 then. */
  readonly isComputed: boolean;
  /** Why the row has no value for the field. */
  readonly complaint?: Complaint;
}

export type BoundField = (cells: Cells) => FieldText;

/** Binds one field to the columns of a file: a million rows pass where it was found once. */
export function bindField(field: MappedField, columns: Columns, style?: NumberStyle): BoundField {
  const column = columnsOf(field).join(' + ');
  const originOf = bindOrigin(field, columns, style);
  const filled = filledBy(field);
  return (cells) => {
    const origin = originOf(cells);
    if (typeof origin === 'string') return finished(field, column, filled(origin));
    if ('fault' in origin) return faulty(column, origin.fault);
    return { ...finished(field, column, filled(origin.text)), isComputed: origin.isNumber };
  };
}

/** The first steps, in the order that MappedField documents: trimmed, replaced, without HTML, else the default. */
function filledBy({ trim, replace, stripHtml, default: instead = '' }: MappedField) {
  return (origin: string): string => {
    const trimmed = trim ? origin.trim() : origin;
    const replaced = replace.reduce((text, { from, to }) => text.replaceAll(from, to), trimmed);
    const plain = stripHtml ? plainText(replaced) : replaced;
    return plain === '' ? instead : plain;
  };
}

function finished(field: MappedField, column: string, filled: string): FieldText {
  const translated = translate(field, filled);
  if (translated === undefined) return untranslated(column, filled);
  const text = translated === '' ? '' : `${field.prepend}${translated}${field.append}`;
  return { text, column, isComputed: false };
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
  | string
  | { readonly text: string; readonly isNumber: boolean }
  | { readonly fault: string };

function bindOrigin(
  { from }: MappedField,
  columns: Columns,
  style?: NumberStyle,
): (cells: Cells) => OriginText {
  switch (from.kind) {
    case 'columns':
      return bindJoined(from, columns);
    case 'constant':
      return () => from.text;
    case 'template':
      return (cells) => templateText(from.parts, lookupIn(columns, cells));
    case 'expression':
      return (cells) => compiled(from, style).evaluate(lookupIn(columns, cells));
    case 'sum':
      return () => '';
  }
}

function bindJoined(
  { columns: names, join }: { readonly columns: readonly string[]; readonly join: string },
  file: Columns,
): (cells: Cells) => string {
  const indexes = names.map((name) => file.column(name));
  const [only = -1] = indexes;
  if (indexes.length === 1) return (cells) => cells[only] ?? '';
  return (cells) =>
    indexes
      .map((index) => cells[index] ?? '')
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
