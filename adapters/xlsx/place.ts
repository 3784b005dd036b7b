import { cellsMax } from './limits.ts';

/** 0-based column of `AB12`; -1 where it has no letters. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 0x41 || letter > 0x5a || column > cellsMax) break;
    column = column * 26 + letter - 0x40;
  }
  return column - 1;
}

/** 1-based row of `AB12`. */
export function rowOf(reference: string): number {
  return Number(/\d+$/.exec(reference)?.[0] ?? 0);
}
