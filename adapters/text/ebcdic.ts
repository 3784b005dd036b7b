const headBytes = 4096;
const blank = 0x40;
const [zero, nine] = [0xf0, 0xf9];
/** CR and the line ends of EBCDIC: of ASCII one is the percent sign, the other no text. */
const lineEnds: ReadonlySet<number> = new Set([0x0d, 0x15, 0x25]);

/**
 * All of its letters, digits and signs stand from the blank on, where ASCII has letters alone: no table has no blank,
 * digit nor line end.
 */
export function isEbcdic(head: Uint8Array): boolean {
  const seen = head.subarray(0, headBytes);
  const isText = seen.every((byte) => byte >= blank || lineEnds.has(byte));
  return isText && seen.includes(blank) && seen.some((byte) => byte >= zero && byte <= nine);
}
