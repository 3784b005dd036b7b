import type { Rounding } from '../domain/quantity.ts';
import { parseExpression } from '../expression/expression.ts';

/** Where the text of a field comes from. Columns are header names, or "1", "2", … with `headerRow: none`. */
export type FieldOrigin =
  | { readonly kind: 'columns'; readonly columns: readonly string[]; readonly join: string }
  | { readonly kind: 'constant'; readonly text: string }
  /** Texts and columns in turn: `{ArtNr}-{Farbe}`. */
  | { readonly kind: 'template'; readonly parts: readonly (string | { readonly column: string })[] }
  /** CEL over the cells of the row (src/expression). */
  | {
      readonly kind: 'expression';
      readonly expression: string;
      readonly columns: readonly string[];
    }
  /** Numbers only: the sum of some columns less some others. */
  | { readonly kind: 'sum'; readonly sum: readonly string[]; readonly minus: readonly string[] };

interface Replacement {
  readonly from: string;
  readonly to: string;
}

/**
 * One field of the API, always in this form however it was written. The steps apply in this order: trim, replace,
 * stripHtml, default (where the text is empty), translate, prepend and append (never to an empty text), cut; for
 * numbers then buffer and rounding. Steps that a field does not know are at what changes nothing. Of a number, the
 * texts that the configuration gives (constant, default, translate and otherwise) have a decimal point.
 */
export interface MappedField {
  readonly from: FieldOrigin;
  readonly trim: boolean;
  /** Plain texts, each replaced everywhere, in order; never a pattern (fault 14). */
  readonly replace: readonly Replacement[];
  readonly stripHtml: boolean;
  /** Stands in for an empty text: translated where `translate` lists it, else past `otherwise` and `strict`. */
  readonly default?: string;
  /** Each `from` once. Empty: nothing is translated. */
  readonly translate: readonly Replacement[];
  /** What a text without an entry in `translate` becomes. Absent: it passes through, or rejects the row if `strict`. */
  readonly otherwise?: string;
  readonly strict: boolean;
  readonly prepend: string;
  readonly append: string;
  /** Shorten to the API's limit instead of rejecting the row. */
  readonly cut: boolean;
  /** Taken off a number before it is sent, in thousandths; never below 0. */
  readonly buffer: number;
  /** Of digits that the API does not take; `none`: they reject the row. */
  readonly rounding: Rounding;
}

/** What a field holds before it is brought into the one form: the keys of all written forms together. */
export interface WrittenField extends Partial<Omit<MappedField, 'from' | 'translate'>> {
  readonly column?: string;
  readonly columns?: readonly string[];
  readonly join: string;
  readonly template?: string;
  readonly constant?: string;
  readonly expression?: string;
  readonly sum?: readonly string[];
  readonly minus?: readonly string[];
  readonly translate?: Readonly<Record<string, string>>;
}

const origins = ['column', 'columns', 'template', 'constant', 'expression', 'sum'] as const;

/** The one form, or the sentence that says what is wrong with the written one. */
export function mappedField(written: WrittenField): MappedField | string {
  const fault = faultOf(written);
  if (fault !== undefined) return fault;
  return {
    from: originOf(written),
    trim: written.trim ?? true,
    replace: written.replace ?? [],
    stripHtml: written.stripHtml ?? false,
    ...(written.default === undefined ? {} : { default: written.default }),
    translate: Object.entries(written.translate ?? {}).map(([from, to]) => ({ from, to })),
    ...(written.otherwise === undefined ? {} : { otherwise: written.otherwise }),
    strict: written.strict ?? false,
    prepend: written.prepend ?? '',
    append: written.append ?? '',
    cut: written.cut ?? false,
    buffer: written.buffer ?? 0,
    rounding: written.rounding ?? 'none',
  };
}

function faultOf(written: WrittenField): string | undefined {
  const given = origins.filter((key) => written[key] !== undefined);
  if (given.length === 0)
    return 'must say where the value comes from, such as column: or constant:';
  if (given.length > 1) return `has ${given.join(' and ')}: keep one of them`;
  if (written.minus !== undefined && written.sum === undefined) return 'has minus: without sum:';
  const twice = twiceIn([...(written.sum ?? []), ...(written.minus ?? [])]);
  if (twice !== undefined) return `has sum: with the column "${twice}" twice: name it once`;
  if (written.strict === true && written.otherwise !== undefined) {
    return 'has otherwise: and strict: keep one of them';
  }
  if (written.template !== undefined && templateParts(written.template) === undefined) {
    return 'has a template: that must name columns in braces, such as "{ArtNr}-{Farbe}"';
  }
  if (written.expression === undefined) return undefined;
  const parsed = parseExpression(written.expression);
  return 'fault' in parsed ? `has an expression that ${parsed.fault}` : undefined;
}

/** A column that is added twice doubles the stock, and one that is taken off too is nothing. */
function twiceIn(columns: readonly string[]): string | undefined {
  return columns.find((name, index) => columns.indexOf(name) < index);
}

function originOf(written: WrittenField): FieldOrigin {
  const { column, columns, template, constant, sum, minus = [], join } = written;
  if (constant !== undefined) return { kind: 'constant', text: constant };
  if (template !== undefined) return { kind: 'template', parts: templateParts(template) ?? [] };
  if (sum !== undefined) return { kind: 'sum', sum, minus };
  if (written.expression !== undefined) return expressionOrigin(written.expression);
  return { kind: 'columns', columns: columns ?? (column === undefined ? [] : [column]), join };
}

function expressionOrigin(expression: string): FieldOrigin {
  const parsed = parseExpression(expression);
  return { kind: 'expression', expression, columns: 'fault' in parsed ? [] : parsed.columns };
}

/** `{A}-{B}` → column A, "-", column B; undefined where no column is named or a brace is alone. */
function templateParts(template: string): (string | { column: string })[] | undefined {
  const parts = template
    .split(/(\{[^{}]+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{[^{}]+\}$/.test(part) ? { column: part.slice(1, -1) } : part));
  const sound = parts.every((part) => typeof part !== 'string' || !/[{}]/.test(part));
  return sound && parts.some((part) => typeof part !== 'string') ? parts : undefined;
}
