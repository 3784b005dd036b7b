import { isAscii } from 'node:buffer';

const stepBytes = 4_096;
const sampleBytes = 128 * 1024;

/** Where the first characters beyond ASCII stand, and as much of what follows as tells what they are. */
export interface Sample {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Bounded, for each look at an unchanged file pays for it; undefined where all is ASCII. */
export function sampleBeyondAscii(head: Uint8Array): Sample | undefined {
  if (isAscii(head)) return undefined;
  let start = 0;
  while (isAscii(head.subarray(start, start + stepBytes))) start += stepBytes;
  return { start, bytes: head.subarray(start, start + sampleBytes) };
}
