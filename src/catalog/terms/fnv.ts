/** FNV-1a, a unit of UTF-16 at a time: quick, and for places where a chance hit loses nothing. */
export const fnvStart = 0x811c9dc5;

export function fnv(value: number, unit: number): number {
  return Math.imul(value ^ unit, 0x01000193);
}
