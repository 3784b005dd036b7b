import { availableQtyMaxThousandths, leadTimeDaysMax } from '../domain/limits.ts';
import { type NumberField, numberFields } from '../domain/product.ts';
import { numberExamples, parseQuantity, quantityText } from '../domain/quantity.ts';
import { nameOf } from './explain.ts';
import { stockKeys } from './field.ts';
import type { Finding, Path, Plain } from './tree.ts';
import { keysAt, sourcesOf, textAt } from './written.ts';

/** What fields of numbers must keep: a number of the configuration is one, and only the stock is added up. */
export function numberRules(value: Plain): Finding[] {
  return sourcesOf(value).flatMap(({ path }) => {
    const place = (field: string): Path => [...path, 'mapping', field];
    return [
      ...numberFields.flatMap((field) => stockKeysIn(value, place(field))),
      ...[...numberFields, 'availableQty' as const].flatMap((field) =>
        ownNumbers(value, place(field), field),
      ),
    ];
  });
}

function stockKeysIn(value: Plain, place: Path): Finding[] {
  const given = keysAt(value, place).filter((key) => stockKeys.includes(key));
  return given.map((key) => ({
    path: [...place, key],
    at: 'key',
    message: `${nameOf(place)} has ${key}: but this is only for availableQty`,
    remedy: 'Remove it. To compute with several columns, use expression:.',
  }));
}

interface Limit {
  readonly sentence: string;
  /** Thousandths. `isRounded`: what the API does not take is rounded. */
  holds(value: number, isRounded: boolean): boolean;
}
type Field = NumberField | 'availableQty';

const aboveZero: Limit = { sentence: 'must be more than 0', holds: (value) => value > 0 };
const limits: Readonly<Record<Field, Limit>> = {
  minOrderQty: aboveZero,
  stepQty: aboveZero,
  leadTimeDays: {
    sentence: `must be a whole number of days from 0 to ${leadTimeDaysMax}`,
    holds: (value, isRounded) =>
      value >= 0 && value <= leadTimeDaysMax * 1000 && (isRounded || value % 1000 === 0),
  },
  availableQty: {
    sentence: `must be from 0 to ${quantityText(availableQtyMaxThousandths)}`,
    holds: (value) => value >= 0 && value <= availableQtyMaxThousandths,
  },
};
/** What a cell becomes may be a part of a sum, of columns or of rows. */
const noLimit: Limit = { sentence: '', holds: () => true };

/** What the field itself gives in place of a cell, or makes of one: a number, or nothing. */
function ownNumbers(value: Plain, place: Path, field: Field): Finding[] {
  const translate = [...place, 'translate'];
  const listed = keysAt(value, translate);
  const isRounded = (textAt(value, [...place, 'rounding']) ?? 'none') !== 'none';
  const judged = (path: Path, limit: Limit): Finding[] => {
    const message = faultOf(textAt(value, path) ?? '', limit, isRounded);
    return message === undefined
      ? []
      : [{ path, at: 'value', message: `${nameOf(path)} ${message}` }];
  };
  const made = [...listed.map((from) => [...translate, from]), [...place, 'otherwise']];
  const instead = ['constant', 'default'].map((key) => [...place, key]);
  return [
    ...made.flatMap((path) => judged(path, field === 'availableQty' ? noLimit : limits[field])),
    // One that the table lists is translated, so it need be no number.
    ...instead
      .filter((path) => !listed.includes(textAt(value, path) ?? ''))
      .flatMap((path) => judged(path, limits[field])),
  ];
}

function faultOf(text: string, limit: Limit, isRounded: boolean): string | undefined {
  if (text === '') return undefined;
  const parsed = parseQuantity(text, numberExamples['1234.56'], isRounded ? 'down' : 'none');
  if ('thousandths' in parsed)
    return limit.holds(parsed.thousandths, isRounded) ? undefined : limit.sentence;
  return parsed.fault === 'tooManyDecimals'
    ? 'must have at most three decimal places'
    : 'must be a number with a decimal point and nothing between thousands, such as 2.5 or 1000';
}
