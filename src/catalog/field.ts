import type { MappedField } from '../config/declaration.ts';
import type { ExportReader } from '../domain/adapter.ts';
import type { Cells, Lookup } from '../domain/cells.ts';
import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { NumberStyle } from '../domain/quantity.ts';
import { compiled } from './compiled.ts';
import { plainText } from './plain-text.ts';
import { createSpellings } from './spellings.ts';

/** The columns of one file, by name. */
export type Columns = Pick<ExportReader, 'column'>;

export function lookupIn(columns: Columns, cells: Cells): Lookup {
  const lookup: Lookup = (name) => cells[columns.column(name)];
  const { numbers, held } = cells;
  if (numbers === undefined) return lookup;
  return Object.assign(lookup, {
    isNumber: (name: string) => numbers.has(columns.column(name)),
    ...(held && { held: (name: string) => held.get(columns.column(name)) }),
  });
}

/** A field's text after all its steps; what an expression has computed; or why the row has no value for it. */
export type FieldText = string | ComputedNumber | FieldFault;

/** Written as 1234.5, however the file writes its numbers. */
export interface ComputedNumber {
  readonly number: string;
}

export function textOf(said: string | ComputedNumber): string {
  return typeof said === 'string' ? said : said.number;
}

export interface FieldFault {
  readonly complaint: Complaint;
}

export interface BoundField {
  /** What a complaint names. */
  readonly column: string;
  read(cells: Cells): FieldText;
}

/** What a field makes of a text of its own configuration: a default, a constant or what a text is translated to. */
type Own = (text: string) => string | ComputedNumber;

interface BoundTo {
  readonly columns: Columns;
  readonly style: NumberStyle | undefined;
  readonly own: Own;
}

/** Binds one field to the columns of a file: a million rows pass where it was found once. */
export function bindField(field: MappedField, columns: Columns, style?: NumberStyle): BoundField {
  const { prepend, append } = field;
  const own: Own = (text) => (text === '' ? '' : `${prepend}${text}${append}`);
  return bound(field, { columns, style, own });
}

/** A field of a number: one that the configuration writes has a decimal point, however the file writes its own. */
export function bindNumberField(
  field: MappedField,
  columns: Columns,
  style?: NumberStyle,
): BoundField {
  return bound(field, { columns, style, own: ownNumber });
}

function ownNumber(text: string): string | ComputedNumber {
  return text === '' ? '' : { number: text };
}

function bound(field: MappedField, to: BoundTo): BoundField {
  const column = labelOf(field);
  const originOf = bindOrigin(field, to);
  const finish = finishedBy(field, column, to.own);
  const read = (cells: Cells): FieldText => {
    const origin = originOf(cells);
    if (typeof origin === 'string') return finish(origin);
    if ('fault' in origin) return faulty(column, origin.fault);
    const text = finish(origin.text);
    return origin.isNumber && typeof text === 'string' ? { number: text } : text;
  };
  return { column, read };
}

/** The steps behind the origin, in the order that MappedField documents. */
function finishedBy(field: MappedField, column: string, own: Own): (origin: string) => FieldText {
  const clean = cleanedBy(field);
  const translate = translatedBy(field, column, own);
  const instead = defaultOf(field, own);
  return (origin) => {
    const text = clean(origin);
    return text === '' ? instead : translate(text);
  };
}

/** Trimmed, replaced and without HTML. */
function cleanedBy({ trim, replace, stripHtml }: MappedField) {
  return (origin: string): string => {
    let text = trim ? origin.trim() : origin;
    for (const { from, to } of replace) text = text.replaceAll(from, to);
    return stripHtml ? plainText(text) : text;
  };
}

/** Past the table, a word of it in other letters is no other word (fault 6): it may be one that blocks the article. */
function translatedBy(field: MappedField, column: string, own: Own): (text: string) => FieldText {
  const { prepend, append, otherwise, strict } = field;
  const framed = (text: string): string => `${prepend}${text}${append}`;
  const table = tableOf(field, own);
  const without = strict ? (text: string) => untranslated(column, text) : framed;
  if (otherwise === undefined)
    return table.size === 0 ? without : (text) => table.get(text) ?? without(text);
  const other = own(otherwise);
  const spellings = createSpellings([...table.keys()]);
  return (text) => {
    const said = table.get(text);
    if (said !== undefined) return said;
    const [meant] = spellings.find(text);
    return meant === undefined ? other : otherLetters(column, text, meant);
  };
}

/** Of two translations of one text the first counts. */
function tableOf({ translate }: MappedField, own: Own): Map<string, string | ComputedNumber> {
  return new Map(translate.map(({ from, to }) => [from, own(to)] as const).reverse());
}

/** A default that the table lists is translated like a cell; any other is the value itself, past otherwise and strict. */
function defaultOf(field: MappedField, own: Own): string | ComputedNumber {
  const { default: instead = '' } = field;
  return tableOf(field, own).get(instead) ?? own(instead);
}

/** The default of a field of a number; empty where it has none. */
export function defaultNumber(field: MappedField): string | ComputedNumber {
  return defaultOf(field, ownNumber);
}

function faulty(column: string, fault: string): FieldFault {
  const { remedy } = codes.ROW_EXPRESSION;
  const rule = `The expression ${fault}.`;
  return { complaint: { code: 'ROW_EXPRESSION', column, rule, remedy } };
}

function untranslated(column: string, value: string): FieldFault {
  const rule = 'has no translation.';
  const remedy = 'Add it to translate: of the field.';
  return { complaint: { code: 'ROW_TRANSLATION', column, value, rule, remedy } };
}

function otherLetters(column: string, value: string, meant: string): FieldFault {
  const rule = `is "${meant}" of translate: in other letters.`;
  const remedy =
    'Correct encoding: of the source, or the text in the ERP; where it is another value, add it to translate: of the field.';
  return { complaint: { code: 'ROW_CHARACTER', column, value, rule, remedy } };
}

/** What a complaint calls the field's columns: `L + M - R` of a sum that takes one off. */
export function labelOf(field: MappedField): string {
  const { from } = field;
  if (from.kind !== 'sum') return columnsOf(field).join(' + ');
  return [from.sum.join(' + '), ...from.minus].join(' - ');
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
  { columns, style, own }: BoundTo,
): (cells: Cells) => OriginText {
  switch (from.kind) {
    case 'columns':
      return bindJoined(from, columns);
    case 'constant':
      return constantOrigin(from.text, own);
    case 'template':
      return (cells) => templateText(from.parts, lookupIn(columns, cells));
    case 'expression':
      return (cells) => compiled(from, style).evaluate(lookupIn(columns, cells));
    case 'sum':
      return () => '';
  }
}

function constantOrigin(text: string, own: Own): () => OriginText {
  const isNumber = typeof own(text) !== 'string';
  const origin = isNumber ? { text, isNumber } : text;
  return () => origin;
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
