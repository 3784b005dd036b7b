import { dateCode } from '../catalog/mapping/date-code.ts';
import { flag } from '../catalog/mapping/flag.ts';
import { textLimits } from '../catalog/mapping/text-limits.ts';
import {
  keyText,
  leadTimeDays,
  type Origin,
  orderQuantity,
  plainText,
  quantity,
  stockQuantity,
  type Value,
} from '../catalog/mapping/values.ts';
import { shownValue } from '../domain/complaint.ts';
import { formatNumbers, isFormatNumber, type NumberStyle } from '../domain/quantity.ts';
import { type Column, differentValues } from './column.ts';
import type { Field } from './field-words.ts';
import { flagSteps } from './flag.ts';
import { isKnownUnit, unitOf } from './units.ts';

/** Steps that the values of a column need to be read as a field, in the words of the configuration. */
export interface Steps {
  readonly replace?: readonly { readonly from: string; readonly to: string }[];
  readonly translate?: Readonly<Record<string, string>>;
  /** How several columns are read as one text, where not joined by blanks. */
  readonly template?: string;
  readonly stripHtml?: true;
  readonly cut?: true;
  readonly rounding?: 'up';
  readonly otherwise?: 'true' | 'false';
  readonly strict?: true;
  /** What an empty cell means; for flags alone. */
  readonly default?: 'true' | 'false';
}

/** How well the values of a column fit a field: the steps that they need, or the first value that would be rejected. */
type Fit =
  | { readonly steps: Steps }
  | { readonly value: string; readonly rule: string; readonly remedy?: string };

/** Which value would be rejected, and why. */
export function faultText({ value, rule }: Extract<Fit, { readonly rule: string }>): string {
  return `${value === '' ? 'it' : JSON.stringify(shownValue(value))} ${rule}`;
}

type Read = (text: string) => Value<unknown>;

/**
 * For a cell that is a number in the format itself `numbers:` does not count. If other cells have the same text as a
 * text, the reading of rows decides.
 */
function styleFor(text: string, { numbers, held }: Column, style: NumberStyle | undefined) {
  const isNumber = numbers?.has(text) === true && isFormatNumber(text);
  return isNumber || held?.has(text) === true ? formatNumbers : style;
}

/** Judged by the functions that read every row later, so that nothing is proposed that they would reject. */
export function fitOf(field: Field, column: Column, style: NumberStyle | undefined): Fit {
  const values = differentValues(column);
  const first = values[0];
  if (first === undefined) return { value: '', rule: 'is empty in every row of the sample.' };
  const forms = formsOf(field, values);
  const fits = forms.map((steps) =>
    tried(values, steps, readerOf(field, { column, style, steps })),
  );
  return fits.find((fit) => 'steps' in fit) ?? fits[0] ?? { steps: {} };
}

/** Steps to be tried, the plainest first: the first that rejects nothing is taken. */
function formsOf(field: Field, values: readonly string[]): readonly Steps[] {
  if (field === 'description')
    return [hasMarkup(values) ? { stripHtml: true, cut: true } : {}, { cut: true }];
  if (field === 'name') return [hasMarkup(values) ? { stripHtml: true } : {}];
  if (field === 'leadTimeDays') return [{}, { rounding: 'up' }];
  if (field === 'unitOfMeasure') return [translated(values)];
  if (field === 'isActive') return [flagSteps(values) ?? {}];
  if (field === 'minOrderQty' || field === 'stepQty') return [{}, zeroIsNone(values)];
  return [{}];
}

function hasMarkup(values: readonly string[]): boolean {
  return values.some((value) => /<[a-z][^<>]*>/i.test(value) || /&(?:[a-z]+|#\d+);/i.test(value));
}

function translated(values: readonly string[]): Steps {
  const pairs = values.flatMap((value) => {
    const unit = unitOf(value);
    return unit === undefined ? [] : [[value, unit] as const];
  });
  return pairs.length === 0 ? {} : { translate: Object.fromEntries(pairs) };
}

/** An ERP that asks for no minimum or step of orders writes 0: it is read as empty. */
function zeroIsNone(values: readonly string[]): Steps {
  const zeros = values.filter((value) => /^0+(?:[.,]0+)?$/.test(value));
  return zeros.length === 0
    ? {}
    : { translate: Object.fromEntries(zeros.map((zero) => [zero, ''])) };
}

/** What the steps make of a value; a value may also be called `constructor`. */
export function translationOf({ translate = {} }: Steps, value: string): string | undefined {
  return Object.hasOwn(translate, value) ? translate[value] : undefined;
}

function tried(values: readonly string[], steps: Steps, read: Read): Fit {
  for (const value of values) {
    const text = translationOf(steps, value) ?? value;
    if (text === '') continue;
    const said = read(text);
    if ('complaint' in said) {
      const { rule, remedy } = said.complaint;
      return { value, rule, remedy };
    }
  }
  return { steps };
}

interface Reading {
  readonly column: Column;
  readonly style: NumberStyle | undefined;
  readonly steps: Steps;
}

function readerOf(field: Field, { column, style, steps }: Reading): Read {
  const { name } = column;
  const originOf = (text: string): Origin => {
    return {
      column: name,
      style: styleFor(text, column, style),
      rounding: steps.rounding ?? 'none',
      isHeld: column.held?.has(text) === true,
    };
  };
  const numberOf = (text: string): string => column.held?.get(text) ?? text;
  switch (field) {
    case 'externalId':
    case 'barcode':
      return (text) => {
        const moment = column.dates?.get(text);
        if (moment !== undefined) return { complaint: dateCode(text, moment) };
        return keyText(text, name, textLimits[field]);
      };
    case 'availableQty':
      return (text) => {
        const read = quantity(numberOf(text), originOf(text));
        return 'complaint' in read ? read : stockQuantity(read.value, name, 'clamp');
      };
    case 'minOrderQty':
    case 'stepQty':
      return (text) => orderQuantity(numberOf(text), originOf(text));
    case 'leadTimeDays':
      return (text) => leadTimeDays(numberOf(text), originOf(text));
    case 'isActive':
      return (text) => flag(text, name);
    case 'picture':
      return (text) => ({ value: text });
    default:
      return (text) => plainText(steps.cut === true ? '' : text, name, textLimits[field]);
  }
}

/** Units that are not known here and are sent as they are written, so that a person may look. */
export function unknownUnits(column: Column): readonly string[] {
  return differentValues(column).filter((value) => !isKnownUnit(value));
}
