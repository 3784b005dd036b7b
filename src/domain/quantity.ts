/**
 * Exact decimals with three places, as integers in thousandths: 12.5 is 12500. Number() is never used on text,
 * because it reads '' as 0 and '0x10' as 16 (fault 7).
 */
export type Thousandths = number;

/** How numbers are written, declared by example: `1.234,56`. */
export interface NumberStyle {
  readonly decimal: ',' | '.';
  /** Empty: no separator between thousands. A blank stands for no-break and narrow ones too, as `'` does for U+2019. */
  readonly thousands: '' | ',' | '.' | ' ' | "'";
}

export const numberExamples: Readonly<Record<string, NumberStyle>> = {
  '1.234,56': { decimal: ',', thousands: '.' },
  '1,234.56': { decimal: '.', thousands: ',' },
  '1234.56': { decimal: '.', thousands: '' },
  '1234,56': { decimal: ',', thousands: '' },
  '1 234,56': { decimal: ',', thousands: ' ' },
  '1 234.56': { decimal: '.', thousands: ' ' },
  "1'234.56": { decimal: '.', thousands: "'" },
};

/** How formats write what is a number in them: JSON, XML Schema, the cells of a workbook, the fields of a table. */
export const formatNumbers: NumberStyle = { decimal: '.', thousands: '' };

/** How the marketplace and the configuration write numbers, and no other way. */
export const plainNumbers: NumberStyle = { decimal: '.', thousands: '' };

type QuantityFault = 'notANumber' | 'ambiguous' | 'tooManyDecimals' | 'tooLarge';
export type ParsedQuantity =
  | { readonly thousandths: Thousandths }
  | { readonly fault: QuantityFault };

const places = 3;
/** What binary arithmetic leaves behind the last place: `6.999999999999999` is 7, and `2.3000000000000003` is 2.3. */
const noise = /^(?:0{5}|9{5})/;
/** 15 digits stay exact as a JavaScript number: 12 before the point, 3 after. */
const integerDigitsMax = 12;
const plain = /^([+-]?)(\d+)(?:\.(\d+))?$/;
/** `.5`, `5.` and `1.5e3` among them. Three digits of power are more than any binary number has. */
const ofFormats = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;
/** The same number in every style, and most stocks are one. */
const short = /^\d{1,9}$/;

/** What happens to digits after the third decimal place: refused, dropped, or the third place rounded. */
export const roundings = ['none', 'down', 'up', 'nearest'] as const;
export type Rounding = (typeof roundings)[number];

/** Reads a number under a declared style; without one, refuses what two styles would read differently (`1.000`). */
export function parseQuantity(
  text: string,
  style: NumberStyle | undefined,
  rounding: Rounding = 'none',
): ParsedQuantity {
  if (short.test(text)) return { thousandths: Number(text) * 1000 };
  const read = canonicalText(text, style);
  return 'fault' in read ? read : parseCanonical(read.canonical, rounding);
}

/** The number with all its digits, as `-1234.56789`; under a style as `parseQuantity` reads it. */
export function decimalText(
  text: string,
  style: NumberStyle | undefined,
): { readonly canonical: string } | { readonly fault: QuantityFault } {
  const read = canonicalText(text, style);
  return 'fault' in read || plain.test(read.canonical) ? read : { fault: 'notANumber' };
}

function canonicalText(
  text: string,
  style: NumberStyle | undefined,
): { readonly canonical: string } | { readonly fault: QuantityFault } {
  const bare = withWhole(signed(text.trim()));
  if (style === undefined) return undeclared(bare);
  const canonical = toCanonical(bare, style);
  return canonical === undefined ? { fault: 'notANumber' } : { canonical };
}

/** Whether the text can be a number as formats write it: `1.234,5` in a number field is a text all the same. */
export function isFormatNumber(text: string): boolean {
  return ofFormats.test(text);
}

/** `12500` → `12.5`: the shortest text, the same digits in JSON and in complaints. */
export function quantityText(thousandths: Thousandths): string {
  if (thousandths % 1000 === 0) return String(thousandths / 1000);
  const sign = thousandths < 0 ? '-' : '';
  const digits = String(Math.abs(thousandths)).padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -places)}.${fraction}`;
}

function undeclared(bare: string): ReturnType<typeof canonicalText> {
  const marks = bare.replace(/[^.,]/g, '');
  if (marks.length > 1) return { fault: 'ambiguous' };
  // One mark before exactly three digits: thousands in one country, decimals in the next (lessons 4).
  if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) return { fault: 'ambiguous' };
  return { canonical: bare.replace(',', '.') };
}

/** SAP and others write the sign behind the digits: `5,00-` is minus five (quirk 31). */
function signed(bare: string): string {
  return bare.endsWith('-') ? `-${bare.slice(0, -1).trimEnd()}` : bare;
}

/** Oracle writes a half as `.5`. No mark of thousands is before all digits. */
function withWhole(bare: string): string {
  return bare.replace(/^[+-]?(?=[.,]\d)/, (sign) => `${sign}0`);
}

/** What groups digits in each style: Excel and 1C write no-break blanks, Swiss programs either apostrophe. */
const marksOf = { ',': /,/, '.': /\./, ' ': /[ \u00a0\u202f\u2009]/, "'": /['\u2019]/ } as const;

function toCanonical(bare: string, style: NumberStyle): string | undefined {
  if (style === formatNumbers) return ofFormat(bare);
  // Most quantities have no thousands to group: no pattern is made for them.
  if (style.thousands === '' || !marksOf[style.thousands].test(bare))
    return decimalToPoint(bare, style);
  const mark = marksOf[style.thousands].source;
  // A group never starts with 0: `0.500` under `1.234,56` is a half written in another style, not five hundred.
  const grouped = new RegExp(`^[+-]?[1-9]\\d{0,2}(?:${mark}\\d{3})+(?:\\${style.decimal}\\d+)?$`);
  if (!grouped.test(bare)) return decimalToPoint(bare, style);
  return decimalToPoint(bare.replace(new RegExp(mark, 'g'), ''), style);
}

/** `1.5e3` → `1500` and `.5` → `0.5`, digit by digit: no binary number is between. */
function ofFormat(bare: string): string | undefined {
  const match = ofFormats.exec(bare);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;
  const point = whole.length + Number(power);
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0');
  const at = Math.max(1, point);
  return `${sign}${digits.slice(0, at)}.${digits.slice(at)}`.replace(/\.$/, '');
}

/** A thousands mark left over here is in the wrong place: `12.5` under `1.234,56` is no number. */
function decimalToPoint(bare: string, style: NumberStyle): string | undefined {
  const other = style.decimal === ',' ? '.' : ',';
  return bare.includes(other) ? undefined : bare.replace(style.decimal, '.');
}

function parseCanonical(text: string, rounding: Rounding): ParsedQuantity {
  const match = plain.exec(text);
  if (match === null) return { fault: 'notANumber' };
  const [, sign = '', whole = '', fraction = ''] = match;
  const dropped = fraction.slice(places).replace(/0+$/, '');
  const how = noise.test(dropped) ? 'nearest' : rounding;
  if (dropped !== '' && how === 'none') return { fault: 'tooManyDecimals' };
  const integer = whole.replace(/^0+(?=\d)/, '');
  if (integer.length > integerDigitsMax) return { fault: 'tooLarge' };
  const kept = Number(integer) * 1000 + Number(fraction.slice(0, places).padEnd(places, '0'));
  const value = kept + (isRoundedUp(dropped, how) ? 1 : 0);
  return { thousandths: sign === '-' && value !== 0 ? -value : value };
}

/** Away from zero; a half is rounded up. */
function isRoundedUp(dropped: string, rounding: Rounding): boolean {
  if (rounding === 'nearest') return dropped >= '5';
  return rounding === 'up' && dropped !== '';
}
