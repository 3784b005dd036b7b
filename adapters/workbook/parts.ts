import type { Complaint } from '../../src/domain/complaint.ts';
import { openContainer } from '../xlsx/container.ts';
import { damaged, tooLarge } from '../xlsx/damage.ts';
import { inflated } from '../xlsx/inflate.ts';
import { inflatedBytesMax } from './limits.ts';

const content = 'content.xml';
const tag = '<'.charCodeAt(0);
const markOfUtf8 = 0xef;

/**
 * Inflates every part once under the caps and forgets it: sizes in a container can lie, and the library that reads the
 * workbook next believes them (fault 12).
 */
export async function unpackingFault(
  bytes: Uint8Array,
  name: string,
): Promise<Complaint | undefined> {
  const read = (at: number, length: number): Uint8Array => bytes.subarray(at, at + length);
  const container = await openContainer({ name, size: bytes.length, read });
  if ('rule' in container) return container;
  if (!container.entries.has(content)) return damaged(name, 'The file holds no ODS workbook.');
  let total = 0;
  for (const [path, entry] of container.entries) {
    let isFirst = true;
    for await (const chunk of inflated(container, entry)) {
      if ('rule' in chunk) return chunk;
      if (isFirst && path === content && chunk[0] !== tag && chunk[0] !== markOfUtf8) {
        return locked(name);
      }
      isFirst = false;
      total += chunk.length;
      if (total > inflatedBytesMax) {
        return tooLarge(name, `The workbook grows beyond ${inflatedBytesMax} bytes.`);
      }
    }
  }
  return undefined;
}

export function locked(file: string): Complaint {
  return {
    ...damaged(file, 'The workbook is protected by a password.'),
    remedy: 'Save it without a password; nothing of this file was used.',
  };
}
