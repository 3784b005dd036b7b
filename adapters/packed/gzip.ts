import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { errorText } from '../../src/domain/error.ts';
import { byteBlocks } from '../text/blocks.ts';
import { inflatedFreelyBytes, inflationMax } from '../xlsx/limits.ts';
import { unpackedBytesMax } from './limits.ts';
import { badlyPacked, type Member } from './member.ts';

const inflatedBlockBytes = 128 * 1024;

/** The one file in a gzip stream: its name is ours without `.gz`, whatever the stream says. */
export function gzipMember(file: AdapterFile): Member {
  return { name: file.name.replace(/\.gz$/i, ''), blocks: () => inflatedBlocks(file) };
}

async function* inflatedBlocks(file: AdapterFile): AsyncGenerator<Uint8Array | Complaint> {
  const inflate = createGunzip({ chunkSize: inflatedBlockBytes });
  let failure: unknown;
  const packed = Readable.from(packedBlocks(file, (cause) => (failure = cause)));
  let bytes = 0;
  try {
    // Checksum and length at the end are the end rule: zlib holds the content against them.
    for await (const chunk of pipeline(packed, inflate, () => undefined)) {
      bytes += chunk.length;
      const bomb = tooMuch(file, bytes);
      yield bomb ?? chunk;
      if (bomb) return;
    }
  } catch (cause) {
    // A disk that fails is no complaint.
    if (failure !== undefined) throw failure;
    yield damage(file.name, cause);
  }
}

function* packedBlocks(
  file: AdapterFile,
  onFailure: (cause: unknown) => void,
): Generator<Uint8Array> {
  try {
    yield* byteBlocks(file);
  } catch (cause) {
    onFailure(cause);
    throw cause;
  }
}

function tooMuch({ name, size }: AdapterFile, bytes: number): Complaint | undefined {
  const isBomb = bytes > inflatedFreelyBytes && bytes > inflationMax * size;
  if (!isBomb && bytes <= unpackedBytesMax) return undefined;
  const limit = isBomb ? `${inflationMax} times its packed size` : `${unpackedBytesMax} bytes`;
  return badlyPacked(name, 'FILE_TOO_LARGE', `The packed file grows beyond ${limit}.`);
}

function damage(name: string, cause: unknown): Complaint {
  const reason = errorText(cause);
  return reason.includes('unexpected end')
    ? badlyPacked(name, 'FILE_TRUNCATED', 'The gzip file ends before its end mark.')
    : badlyPacked(name, 'FILE_STRUCTURE', `The gzip file is damaged (${reason}).`);
}
