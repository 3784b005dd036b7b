import { createReadStream } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { FilesDeps } from './deps.ts';
import { sliceBytes } from './limits.ts';
import { butNot } from './offline.ts';

interface Opening {
  readonly folder: string;
  readonly path: string;
  readonly flags: string | number;
}

/**
 * Opens a file of an ERP folder for the time of `use`. A handle that comes only after the deadline is closed, not lost.
 */
export async function withHandle<T>(
  deps: FilesDeps,
  opening: Opening,
  use: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await openInTime(deps, opening);
  try {
    return await use(handle);
  } finally {
    await closeInTime(deps, opening.folder, handle);
  }
}

async function openInTime(deps: FilesDeps, { folder, path, flags }: Opening): Promise<FileHandle> {
  let givenUp = false;
  try {
    return await deps.deadline(folder, async () => {
      const handle = await open(path, flags);
      if (givenUp) await handle.close();
      return handle;
    });
  } catch (cause) {
    givenUp = true;
    throw cause;
  }
}

/**
 * A close that fails changes nothing, because what was written is on the disk since its fsync. One that hangs is waited
 * for no longer than its deadline.
 */
async function closeInTime(deps: FilesDeps, folder: string, handle: FileHandle): Promise<void> {
  const closing = handle.close().catch(() => undefined);
  await deps.deadline(folder, () => closing).catch(() => undefined);
}

interface Target {
  readonly folder: string;
  readonly handle: FileHandle;
}

/** What a file is to hold: bytes, or all that another file of ours holds (`aside.ts`). */
export type Content = Uint8Array | { readonly from: string };

/** Appends all of it, and waits until it is on the disk. */
export async function writeFully(deps: FilesDeps, target: Target, content: Content): Promise<void> {
  const slices =
    content instanceof Uint8Array
      ? [content]
      : createReadStream(content.from, { highWaterMark: sliceBytes });
  for await (const slice of slices) await append(deps, target, slice);
  await deps.deadline(target.folder, () => target.handle.sync());
}

/** Appends all bytes, also where a call takes only some of them. */
async function append(
  deps: FilesDeps,
  { folder, handle }: Target,
  bytes: Uint8Array,
): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const length = Math.min(sliceBytes, bytes.length - written);
    const from = written;
    const { bytesWritten } = await deps.deadline(folder, () => handle.write(bytes, from, length));
    written += bytesWritten;
  }
}

/** Writes a new file to the disk, in place of what a crash left under that name. */
export async function writeFresh(
  deps: FilesDeps,
  target: { folder: string; path: string },
  content: Content,
): Promise<void> {
  const { folder, path } = target;
  await deps.deadline(folder, () => unlink(path)).catch(butNot('ENOENT'));
  await withHandle(deps, { folder, path, flags: 'wx' }, (handle) =>
    writeFully(deps, { folder, handle }, content),
  );
}
