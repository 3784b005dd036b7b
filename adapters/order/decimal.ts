const written = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** What every reader of XML Schema decimals has to have, and EDIFACT for amounts. */
const digitsMax = 18;

/**
 * The number as the service wrote it, every digit kept; only an exponent, which no order format knows, becomes zeros
 * or a moved point. Undefined for what is no decimal number, or has more digits than readers have.
 */
export function plainDecimal(text: string): string | undefined {
  const match = written.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent] = match;
  const bare = `${sign}${whole}${fraction === '' ? '' : '.'}${fraction}`;
  const plain = pointMoved(bare, Number(exponent ?? 0));
  if (plain.replaceAll(/\D/g, '').length > digitsMax) return undefined;
  return exponent === undefined ? text : plain;
}

export function isDecimal(text: string): boolean {
  return plainDecimal(text) !== undefined;
}

/** A plain decimal times ten to the power of `places`, no digit lost: (`21.5`, -2) is `0.215`. */
export function pointMoved(decimal: string, places: number): string {
  const { sign, whole, fraction } = partsOf(decimal);
  const point = whole.length + places;
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0');
  const at = Math.max(1, point);
  const integer = digits.slice(0, at).replace(/^0+(?=\d)/, '');
  const rest = digits.slice(at);
  return `${sign}${integer}${rest === '' ? '' : `.${rest}`}`;
}

/** The exact sum of plain decimals; `subtracted` ones count against it. */
export function total(added: readonly string[], subtracted: readonly string[]): string {
  const places = Math.max(
    ...[...added, ...subtracted].map((text) => partsOf(text).fraction.length),
  );
  const sumOf = (texts: readonly string[]): bigint =>
    texts.reduce((sum, text) => sum + BigInt(pointMoved(text, places)), 0n);
  return pointMoved(String(sumOf(added) - sumOf(subtracted)), -places);
}

/** 12.5 and 12.50 are one amount. */
export function isSameNumber(one: string, other: string): boolean {
  const [first, second] = [plainDecimal(one), plainDecimal(other)];
  return first !== undefined && second !== undefined && isZero(total([first], [second]));
}

export function isZero(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

function partsOf(decimal: string): { sign: string; whole: string; fraction: string } {
  const isNegative = decimal.startsWith('-');
  const [whole = '', fraction = ''] = decimal.slice(isNegative ? 1 : 0).split('.');
  return { sign: isNegative ? '-' : '', whole, fraction };
}
