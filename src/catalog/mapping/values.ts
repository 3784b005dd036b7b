import type { MappedField, SourceConfig } from '../../config/declaration.ts';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { isCutCode } from '../../domain/cut-code.ts';
import { availableQtyMaxThousandths, leadTimeDaysMax } from '../../domain/limits.ts';
import {
  type NumberStyle,
  type ParsedQuantity,
  parseQuantity,
  quantityText,
  type Rounding,
  type Thousandths,
} from '../../domain/quantity.ts';
import { isPlain, isUndecoded } from './characters.ts';
import { encodedTwice } from './encoded-twice.ts';
import { labelOf } from './field.ts';
import type { FieldFault } from './field-text.ts';
import { spoiledLetters } from './spoiled-letters.ts';

export type Value<T> = { readonly value: T; readonly note?: Complaint } | FieldFault;

/** Where a text was read, and how numbers are written there. */
export interface Origin {
  readonly column: string;
  readonly style: NumberStyle | undefined;
  readonly rounding: Rounding;
  /** A workbook shows fewer digits than its cell holds. */
  readonly isHeld?: boolean;
}

/** More digits than the workbook shows may be noise of a computation: they are rounded and not refused. */
function roundingOf({ rounding, isHeld }: Origin, ofHeld: Rounding): Rounding {
  return rounding === 'none' && isHeld === true ? ofHeld : rounding;
}

const keyTooLong =
  'Shorten it in the ERP, or map a shorter column; article numbers and barcodes are never cut.';
const control = /\p{Cc}/u;

/** An article number or barcode that a spreadsheet has turned into a power of ten is lost for good (quirk 24). */
export function keyText(text: string, column: string, longest: number): Value<string> {
  const complain = (rule: string, remedy: string): Value<string> => ({
    complaint: { code: 'ROW_KEY_INVALID', column, value: text, rule, remedy },
  });
  if (isCutCode(text)) {
    return complain(
      'is a number that a spreadsheet has cut.',
      'Format the column as text and export again.',
    );
  }
  if (control.test(text) || !text.isWellFormed()) {
    return complain('holds characters that no article number may hold.', 'Correct it in the ERP.');
  }
  const stated = wholeText(text, column, longest);
  if (!('complaint' in stated)) {
    const twice = encodedTwice(text);
    return twice === undefined
      ? stated
      : { complaint: characterComplaint(text, column, `${twice}.`) };
  }
  if (stated.complaint.code !== 'ROW_TOO_LONG') return stated;
  // A key is never cut: what is left of it could be another article's.
  return { complaint: { ...stated.complaint, remedy: keyTooLong } };
}

export function plainText(text: string, column: string, longest: number): Value<string> {
  const stated = wholeText(text, column, longest);
  const note = 'complaint' in stated ? undefined : letterNote(text, column);
  return note === undefined ? stated : { value: text, note };
}

/** The note on a text that is sent as it is, though it is probably not what the ERP shows. */
export function letterNote(text: string, column: string): Complaint | undefined {
  if (isPlain(text)) return undefined;
  const twice = encodedTwice(text);
  if (twice !== undefined)
    return characterComplaint(text, column, `${twice}, and is sent like that.`);
  const spoiled = spoiledLetters(text);
  return spoiled && { code: 'ROW_CHARACTER', column, value: text, ...spoiled };
}

function wholeText(text: string, column: string, longest: number): Value<string> {
  if (isUndecoded(text)) return { complaint: undecoded(text, column) };
  if (text.length <= longest) return { value: text };
  const rule = `has ${text.length} characters; the marketplace accepts ${longest}.`;
  const remedy = 'Shorten it in the ERP, or set cut: true on the field.';
  return { complaint: { code: 'ROW_TOO_LONG', column, value: text, rule, remedy } };
}

export function undecoded(text: string, column: string): Complaint {
  return characterComplaint(text, column, 'holds characters that could not be decoded.');
}

/** A text as it would be sent has characters that nobody wrote. */
function characterComplaint(value: string, column: string, rule: string): Complaint {
  return complaintOf({ code: 'ROW_CHARACTER', column, value, rule });
}

/** Shortens on a character's border: half a surrogate pair is no character (quirk 40). */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

export function quantity(text: string, origin: Origin): Value<Thousandths> {
  const parsed = parseQuantity(text, origin.style, roundingOf(origin, 'nearest'));
  return 'thousandths' in parsed
    ? { value: parsed.thousandths }
    : { complaint: numberComplaint(text, origin, parsed) };
}

/** `availableQty`: 0 to 9,999,999.999; below zero by the source's rule (quirk 31). */
export function stockQuantity(
  value: Thousandths,
  column: string,
  negative: SourceConfig['negative'],
): Value<Thousandths> {
  const stated = { column, value: quantityText(value), remedy: 'Correct the stock in the ERP.' };
  if (value > availableQtyMaxThousandths) {
    const rule = `is more than ${quantityText(availableQtyMaxThousandths)}, the most that the marketplace accepts.`;
    return { complaint: { code: 'ROW_NUMBER_RANGE', ...stated, rule } };
  }
  if (value >= 0) return { value };
  if (negative === 'refuse')
    return { complaint: { code: 'ROW_NUMBER_RANGE', ...stated, rule: 'is below zero.' } };
  const rule = 'is below zero and is sent as 0.';
  return { value: 0, note: { code: 'ROW_NEGATIVE', ...stated, rule } };
}

/**
 * The stock to offer: less the field's buffer, in the marketplace's range. A buffer of 5 makes a stock of 3 into 0;
 * that is no mistake. A stock below zero in the ERP itself is told, with the ERP's own value.
 */
export function offeredStock(
  stock: Thousandths,
  mapped: MappedField,
  negative: SourceConfig['negative'],
): Value<Thousandths> {
  const left = Math.max(0, stock - mapped.buffer);
  if (stock >= 0 && left <= availableQtyMaxThousandths) return { value: left };
  return stockQuantity(stock, labelOf(mapped), negative);
}

const wholeDays: Readonly<Record<Rounding, (days: number) => number>> = {
  none: (days) => days,
  down: Math.floor,
  up: Math.ceil,
  nearest: Math.round,
};

export function leadTimeDays(text: string, origin: Origin): Value<number> {
  const rounding = roundingOf(origin, 'up');
  // Rounded once: a day that was rounded twice could be one too many.
  const parsed = quantity(text, rounding === 'nearest' ? { ...origin, rounding: 'down' } : origin);
  if ('complaint' in parsed) return parsed;
  const days = wholeDays[rounding](parsed.value / 1000);
  if (Number.isInteger(days) && days >= 0 && days <= leadTimeDaysMax) return { value: days };
  const rule = `is not a whole number of days from 0 to ${leadTimeDaysMax}.`;
  const isFraction = !Number.isInteger(days) && days > 0 && days < leadTimeDaysMax;
  const remedy = isFraction
    ? 'Correct it in the ERP, or set rounding: up on the field.'
    : 'Correct it in the ERP.';
  return {
    complaint: { code: 'ROW_NUMBER_RANGE', column: origin.column, value: text, rule, remedy },
  };
}

/** `minOrderQty` and `stepQty`: more than zero, because an order is a multiple of them. */
export function orderQuantity(text: string, origin: Origin): Value<Thousandths> {
  const parsed = quantity(text, origin);
  if ('complaint' in parsed || parsed.value > 0) return parsed;
  const rule = 'is not more than zero.';
  // ERPs write 0 where there is no such quantity: as an empty cell it is none.
  const remedy =
    parsed.value === 0
      ? `If it means that there is none, set translate: {${JSON.stringify(text)}: ""} on the field; otherwise give the quantity per order.`
      : 'Leave the cell empty, or give the quantity per order.';
  return {
    complaint: { code: 'ROW_NUMBER_RANGE', column: origin.column, value: text, rule, remedy },
  };
}

function numberComplaint(
  text: string,
  origin: Origin,
  parsed: Extract<ParsedQuantity, { fault: string }>,
): Complaint {
  const base = { column: origin.column, value: text };
  switch (parsed.fault) {
    case 'ambiguous':
      return {
        ...base,
        code: 'ROW_NUMBER_AMBIGUOUS',
        rule: 'can be read in two ways.',
        remedy: 'Declare the style with numbers: in the source, such as numbers: "1.234,56".',
      };
    case 'tooManyDecimals':
      return {
        ...base,
        code: 'ROW_NUMBER',
        rule: 'has more than three decimal places.',
        remedy: 'Round it in the ERP, or set rounding: down on the field.',
      };
    case 'tooLarge':
      return complaintOf({ ...base, code: 'ROW_NUMBER_RANGE', rule: 'is too large.' });
    case 'notANumber':
      return {
        ...base,
        code: 'ROW_NUMBER',
        rule: 'is not a number.',
        remedy: notANumberRemedy(text, origin),
      };
  }
}

/** Digits and a word, a currency or one of the signs that stand for one: `12 Stk.`, `5m²`, `50%`, `3"`. */
const withUnit = /^[+-]?\d[\d.,\s]*[\p{L}\p{Sc}%‰°"'][^\d,\s]*$/u;

/**
 * A sign over the last digit, as COBOL and IBM i write it into zoned fields (`000012{`, `000001L`), or the bytes of a
 * packed number (COMP-3), which are no characters. `5L` may be five litres.
 */
const ofCobol = /^(?:\d+[{}]|0\d*[A-Rp-y])$|\p{Cc}/u;

function notANumberRemedy(text: string, origin: Origin): string {
  if (ofCobol.test(text.trim()))
    return 'Let the ERP write the number as text, such as -12.50: packed (COMP-3) and zoned numbers of COBOL and IBM i are not read.';
  if (withUnit.test(text.trim())) return 'Export only the number, without the unit.';
  return origin.style === undefined
    ? 'Export a number; declare its style with numbers: in the source.'
    : 'Export a number in the style that numbers: of the source declares.';
}
