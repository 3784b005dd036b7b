import { isAscii } from 'node:buffer';
import type { AdapterFile } from '../../src/domain/adapter.ts';

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

const partBytes = 1024 * 1024;
const searchedBytes = 12 * partBytes;

/** The head, or where that is ASCII the first part behind it that is not: names may begin after thousands of codes. */
export function firstPartBeyondAscii(file: AdapterFile, head: Uint8Array): Sample {
  if (!isAscii(head)) return { start: 0, bytes: head };
  for (let start = head.length; start < Math.min(file.size, searchedBytes); start += partBytes) {
    const bytes = file.read(start, Math.min(partBytes, file.size - start));
    if (bytes.length === 0) break;
    if (!isAscii(bytes)) return { start, bytes };
  }
  return { start: 0, bytes: head };
}
