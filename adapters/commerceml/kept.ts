import { Buffer } from 'node:buffer';

/**
 * A copy of a text that outlives the block it was read from. A cell is a slice of its block's text; keeping
 * half a million slices would keep the whole file.
 */
export function kept(text: string): string {
  return Buffer.from(text).toString();
}
