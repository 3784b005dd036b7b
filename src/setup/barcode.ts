const lengths: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** EAN-8, UPC, EAN-13 or GTIN-14 with a right check digit. */
export function isBarcode(text: string): boolean {
  if (!/^\d+$/.test(text) || !lengths.has(text.length)) return false;
  const digits = Array.from(text, Number).reverse();
  const sum = digits.slice(1).reduce((all, digit, index) => all + digit * (index % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10 === digits[0];
}
