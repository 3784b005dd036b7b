import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Complaint, complaintOf } from '../domain/complaint.ts';
import { errorNumber } from '../domain/error-number.ts';
import type { FilesDeps } from './deps.ts';
import { entryOf, type FileEntry, looksUnchanged } from './entry.ts';
import { withHandle } from './handle.ts';
import { exportBytesMax, sliceBytes } from './limits.ts';
import { type Offline, orOffline } from './offline.ts';

export interface ReadRequest {
  /** The file as a look saw it at rest. Anything else of that name is not read. */
  readonly file: FileEntry;
  readonly bytesMax?: number;
}

/** Why a file gave no bytes. */
export type NotRead =
  /** It was rewritten, replaced or taken away: look again (faults 1, 2). */
  { readonly changed: true } | { readonly refused: Complaint } | Offline;

export type WholeFile = { readonly bytes: Uint8Array; readonly sha256: string } | NotRead;

// A symbolic link that was swapped in is not followed, and a FIFO without a writer is not waited for (fault 15).
// Windows has neither flag.
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Hands every byte to `use`, in slices that are valid until its promise resolves. The answer has the SHA-256 and the
 * size in bytes only where the file looks the same afterwards; otherwise the bytes must not count (fault 2).
 */
export async function readSlices(
  deps: FilesDeps,
  request: ReadRequest,
  use: (slice: Uint8Array) => Promise<void> | void,
): Promise<{ sha256: string; size: number } | NotRead> {
  const { file } = request;
  const bytesMax = request.bytesMax ?? exportBytesMax;
  if (file.size > bytesMax) return { refused: tooLarge(file, bytesMax) };
  return withFile(deps, file, (handle) => readHandle(deps, { file, handle }, use));
}

/** Opens the file for the time of `read`. Trouble with it comes back as a value. */
async function withFile<T>(
  deps: FilesDeps,
  { path }: FileEntry,
  read: (handle: FileHandle) => Promise<T>,
): Promise<T | NotRead> {
  return orOffline(path, async () => {
    try {
      return await withHandle(deps, { folder: dirname(path), path, flags: readFlags }, read);
    } catch (cause) {
      // The file is gone or a link by now; the next look tells which.
      if (['ENOENT', 'ELOOP', 'EMLINK'].includes(errorNumber(cause) ?? ''))
        return { changed: true };
      throw cause;
    }
  });
}

async function readHandle(
  deps: FilesDeps,
  { file, handle }: { file: FileEntry; handle: FileHandle },
  use: (slice: Uint8Array) => Promise<void> | void,
): Promise<{ sha256: string; size: number } | { changed: true }> {
  if (!(await isSameFile(deps, { file, handle }))) return { changed: true };
  const hash = createHash('sha256');
  let size = 0;
  for await (const slice of slicesOf(deps, { file, handle })) {
    size += slice.length;
    // While this thread hashes the slice, other threads write it and read the next one.
    const used = use(slice);
    hash.update(slice);
    await used;
    await deps.clock.breathe();
  }
  if (size < file.size || !(await standsStill(deps, file))) return { changed: true };
  return { sha256: hash.digest('hex'), size };
}

/** As many bytes as the file had when it was looked at; fewer where it has become shorter. */
async function* slicesOf(
  deps: FilesDeps,
  { file, handle }: { file: FileEntry; handle: FileHandle },
): AsyncGenerator<Uint8Array> {
  const folder = dirname(file.path);
  const buffers = createBuffers(file.size);
  let size = 0;
  const readNext = () => {
    const buffer = buffers();
    const from = size;
    const length = Math.min(buffer.length, file.size - from);
    const reading = deps.deadline(folder, () => handle.read(buffer, 0, length, from));
    // Where the caller stops early nobody waits for this read any more, and its failure must not end the process.
    reading.catch(() => undefined);
    return reading;
  };
  let reading = file.size > 0 ? readNext() : undefined;
  while (reading !== undefined) {
    const { buffer, bytesRead } = await reading;
    if (bytesRead === 0) return;
    size += bytesRead;
    reading = size < file.size ? readNext() : undefined;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Answers two buffers in turn: one is read into while the other is in use. A small file needs only one. */
function createBuffers(size: number): () => Buffer {
  const create = (): Buffer => Buffer.allocUnsafe(Math.min(sliceBytes, size));
  let [next, other]: (Buffer | undefined)[] = [];
  return () => {
    const buffer = next ?? create();
    [next, other] = [other, buffer];
    return buffer;
  };
}

async function isSameFile(
  deps: FilesDeps,
  { file, handle }: { file: FileEntry; handle: FileHandle },
): Promise<boolean> {
  const folder = dirname(file.path);
  const opened = await deps.deadline(folder, () => handle.stat({ bigint: true }));
  return opened.isFile() && looksUnchanged(file, entryOf({ folder, name: file.name }, opened));
}

/** Looks at the path and not at the open file, so that a file that was renamed over this one shows as well. */
async function standsStill(deps: FilesDeps, file: FileEntry): Promise<boolean> {
  const folder = dirname(file.path);
  const stats = await deps.deadline(folder, () => lstat(file.path, { bigint: true }));
  return looksUnchanged(file, entryOf({ folder, name: file.name }, stats));
}

/** SHA-256 and size of a file that stays where it is: only new content is worth a copy. */
export async function hashFile(deps: FilesDeps, request: ReadRequest) {
  return readSlices(deps, request, () => undefined);
}

/** The bytes of a small file (command file, picture), and the SHA-256 of exactly these bytes (fault 24). */
export async function readWhole(
  deps: FilesDeps,
  request: ReadRequest & { bytesMax: number },
): Promise<WholeFile> {
  const slices: Uint8Array[] = [];
  const read = await readSlices(deps, request, (slice) => void slices.push(Buffer.from(slice)));
  if (!('sha256' in read)) return read;
  return { bytes: Buffer.concat(slices), sha256: read.sha256 };
}

/**
 * The first `bytesMax` bytes of a file at most, which tell whether the rest is worth a copy. Fewer bytes do not mean
 * that the file ends there.
 */
export async function readHead(
  deps: FilesDeps,
  { file, bytesMax }: ReadRequest & { bytesMax: number },
): Promise<{ readonly bytes: Uint8Array } | NotRead> {
  const folder = dirname(file.path);
  return withFile<{ readonly bytes: Uint8Array } | NotRead>(deps, file, async (handle) => {
    if (!(await isSameFile(deps, { file, handle }))) return { changed: true };
    const bytes = Buffer.allocUnsafe(Math.min(bytesMax, file.size));
    let size = 0;
    for (let read = 1; read > 0 && size < bytes.length; size += read) {
      const length = Math.min(sliceBytes, bytes.length - size);
      const from = size;
      const slice = await deps.deadline(folder, () => handle.read(bytes, from, length, from));
      read = slice.bytesRead;
    }
    return { bytes: bytes.subarray(0, size) };
  });
}

function tooLarge(file: FileEntry, bytesMax: number): Complaint {
  return complaintOf({
    code: 'FILE_TOO_LARGE',
    file: basename(file.path),
    rule: `is ${file.size} bytes large; at most ${bytesMax} are read.`,
  });
}
