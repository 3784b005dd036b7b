/**
 * Quantities and amounts are kept as whole thousandths, so that 0.1 + 0.2 is 0.3 and 9999999.999
 * comes back as it went in.
 */
export type Thousandths = number;

/** Undefined when the number has more than three decimals. */
export function toThousandths(value: number): Thousandths | undefined {
  const scaled = Math.round(value * 1000);
  return Number.isSafeInteger(scaled) && scaled / 1000 === value ? scaled : undefined;
}

/** For values that may carry more digits: rounds half up. */
export function roundToThousandths(value: number): Thousandths {
  return Math.round(value * 1000);
}

export function toNumber(value: Thousandths): number {
  return value / 1000;
}

/** Product of two values in thousandths, rounded half up to whole cents (still in thousandths). */
export function multiplyToCents(left: Thousandths, right: Thousandths): Thousandths {
  const millionths = BigInt(left) * BigInt(right);
  const half = millionths < 0n ? -5000n : 5000n;
  return Number((millionths + half) / 10_000n) * 10;
}
