import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry } from 'yauzl';
import type { Complaint } from '../../src/domain/complaint.ts';
import { type Container, containerDamage } from './container.ts';
import { damaged, tooLarge } from './damage.ts';
import { inflatedFreelyBytes, inflationMax } from './limits.ts';

const inflatedBlockBytes = 128 * 1024;

/** A part's inflated bytes, counted while they come; a complaint is the last thing it gives. */
export async function* inflated(
  container: Container,
  entry: Entry,
): AsyncGenerator<Uint8Array | Complaint, void> {
  let bytes = 0;
  let checksum = 0;
  try {
    for await (const chunk of await contentStream(container, entry)) {
      bytes += chunk.length;
      const bomb = tooMuch(container, entry, bytes);
      if (bomb) {
        yield bomb;
        return;
      }
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (cause) {
    yield containerDamage(container, cause);
    return;
  }
  if (checksum !== entry.crc32 || bytes !== entry.uncompressedSize) {
    const rule = `${entry.fileName} in the ${container.noun} does not have the size and checksum that the container states.`;
    yield damaged(container.file, rule);
  }
}

/** Inflated here and not by yauzl, which gives blocks so small that handing them over costs more than inflating. */
async function contentStream({ zip }: Container, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  if (!entry.canDecodeFileData())
    throw new Error(`${entry.fileName} is encrypted or packed unusually`);
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  if (!entry.isCompressed()) return raw;
  const inflate = createInflateRaw({ chunkSize: inflatedBlockBytes });
  // Whatever goes wrong with either stream reaches the reader of the last one.
  return pipeline(raw, inflate, () => undefined);
}

/** Sizes in the container can lie: only what really comes out counts (fault 12). */
function tooMuch(
  { file, noun, partBytesMax }: Container,
  entry: Entry,
  bytes: number,
): Complaint | undefined {
  const inflation = bytes / Math.max(1, entry.compressedSize);
  const isBomb = bytes > inflatedFreelyBytes && inflation > inflationMax;
  if (!isBomb && bytes <= partBytesMax) return undefined;
  const limit = isBomb ? `${inflationMax} times its compressed size` : `${partBytesMax} bytes`;
  return tooLarge(file, `${entry.fileName} in the ${noun} grows beyond ${limit}.`);
}
