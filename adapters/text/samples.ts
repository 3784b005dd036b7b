import type { AdapterFile } from '../../src/domain/adapter.ts';
import { byteBlocks } from './blocks.ts';
import { candidateSamples } from './candidates.ts';
import { decoderOf } from './decode.ts';

const checkedBytes = 4 * 1024 * 1024;

/** Offset of the first byte that is not UTF-8, over the whole file; -1 without one. */
export function invalidUtf8At(file: AdapterFile): number {
  const utf8 = decoderOf('utf-8');
  let offset = 0;
  while (offset < file.size) {
    const bytes = file.read(offset, checkedBytes);
    const isLast = offset + bytes.length >= file.size || bytes.length === 0;
    const whole = isLast ? bytes.length : utf8.whole(bytes);
    const invalidAt = utf8.invalidAt(bytes.subarray(0, whole));
    if (invalidAt !== -1) return offset + invalidAt;
    if (isLast) return -1;
    offset += whole;
  }
  return -1;
}

/** The line that the offset stands in, 1-based. */
export function lineAt(file: AdapterFile, offset: number): number {
  let line = 1;
  let before = 0;
  for (const block of byteBlocks(file)) {
    for (
      let at = block.indexOf(10);
      at !== -1 && before + at < offset;
      at = block.indexOf(10, at + 1)
    ) {
      line++;
    }
    before += block.length;
    if (before >= offset) break;
  }
  return line;
}

/** From the damaged value's own line on, so that the samples show whole words. */
export function sampleNear(file: AdapterFile, offset: number): Uint8Array {
  const lineBytes = 512;
  const from = Math.max(0, offset - lineBytes);
  const bytes = file.read(from, 64 * 1024);
  const lineStart = bytes.lastIndexOf(10, offset - from) + 1;
  return bytes.subarray(lineStart);
}

/** The remedy that lets a person choose by eye. */
export function choice(bytes: Uint8Array): string {
  return `Set encoding: of the source to the one that reads right. ${candidateSamples(bytes)}`;
}

export function hexadecimal(byte = 0): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
