import type { MappedField } from '../../config/declaration.ts';
import type { ExportReader } from '../../domain/adapter.ts';
import { type Cells, kindOf, type Lookup } from '../../domain/cells.ts';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import type { NumberStyle } from '../../domain/quantity.ts';
import { compiled } from './compiled.ts';
import type { ComputedNumber, FieldFault, FieldText, Own } from './field-text.ts';
import { plainText } from './plain-text.ts';
import { type KindIn, tableOf, translatedBy } from './translation.ts';

/** The columns of one file, by name. */
export type Columns = Pick<ExportReader, 'column'>;

export function lookupIn(columns: Columns, cells: Cells): Lookup {
  const lookup: Lookup = (name) => cells[columns.column(name)];
  const { numbers, truths, held } = cells;
  if ((numbers ?? truths) === undefined) return lookup;
  return Object.assign(lookup, {
    ...(numbers && { isNumber: (name: string) => numbers.has(columns.column(name)) }),
    ...(truths && { isTruth: (name: string) => truths.has(columns.column(name)) }),
    ...(held && { held: (name: string) => held.get(columns.column(name)) }),
  });
}

export interface BoundField {
  /** What a complaint names. */
  readonly column: string;
  read(cells: Cells): FieldText;
}

interface BoundTo {
  readonly columns: Columns;
  readonly style: NumberStyle | undefined;
  readonly own: Own;
}

/** Binds one field to the columns of a file once, because a million rows read it then. */
export function bindField(field: MappedField, columns: Columns, style?: NumberStyle): BoundField {
  const { prepend, append } = field;
  const own: Own = (text) => (text === '' ? '' : `${prepend}${text}${append}`);
  return bound(field, { columns, style, own });
}

/** A number field. Numbers in the configuration have a decimal point, however the file writes its own. */
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
  const finish = finishedBy(field, column, to);
  const read = (cells: Cells): FieldText => {
    const origin = originOf(cells);
    if (typeof origin === 'string') return finish(origin, cells);
    if ('fault' in origin) return faulty(column, origin.fault);
    const text = finish(origin.text, cells);
    return origin.isNumber && typeof text === 'string' ? { number: text } : text;
  };
  return { column, read };
}

/** The steps behind the origin, in the order that MappedField documents. */
function finishedBy(field: MappedField, column: string, { columns: file, own }: BoundTo) {
  const clean = cleanedBy(field, column);
  const columns = columnsOf(field);
  const kindIn: KindIn = (text, cells) => kindOf(text, { lookup: lookupIn(file, cells), columns });
  const translate = translatedBy(field, column, { own, kindIn });
  const instead = defaultOf(field, own);
  return (origin: string, cells: Cells): FieldText => {
    const text = clean(origin);
    if (typeof text !== 'string') return text;
    return text === '' ? instead : translate(text, cells);
  };
}

/** Trimmed, replaced and without HTML; or why not. */
function cleanedBy({ trim, replace, stripHtml }: MappedField, column: string) {
  return (origin: string): string | FieldFault => {
    let text = trim ? origin.trim() : origin;
    for (const { from, to } of replace) {
      const parts = text.split(from);
      if (text.length + (parts.length - 1) * (to.length - from.length) > replacedMax)
        return { complaint: grown(column, origin) };
      text = parts.join(to);
    }
    return stripHtml ? plainText(text) : text;
  };
}

/** More than any text of the marketplace has, and as much as `stripHtml` reads. Two rules may make millions of a letter. */
const replacedMax = 1_000_000;

function grown(column: string, value: string): Complaint {
  const rule = `becomes longer than ${replacedMax} characters by replace:.`;
  const remedy = 'Correct replace: of the field.';
  return { code: 'ROW_TOO_LONG', column, value, rule, remedy };
}

/**
 * A default that `translate` lists is translated like a cell. Any other is the value itself; otherwise and strict do
 * not apply.
 */
function defaultOf(field: MappedField, own: Own): string | ComputedNumber {
  const { default: instead = '' } = field;
  return tableOf(field, own).get(instead) ?? own(instead);
}

/** The default of a field of a number; empty where it has none. */
export function defaultNumber(field: MappedField): string | ComputedNumber {
  return defaultOf(field, ownNumber);
}

function faulty(column: string, fault: string): FieldFault {
  const rule = `The expression ${fault}.`;
  return { complaint: complaintOf({ code: 'ROW_EXPRESSION', column, rule }) };
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
