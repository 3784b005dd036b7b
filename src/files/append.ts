import type { FileHandle } from 'node:fs/promises';

type Copy = Pick<FileHandle, 'write' | 'datasync' | 'sync'>;

/** After so many bytes the disk is told to write them, which it does while the rest of the file is read. */
const unsyncedBytesMax = 16_777_216;

/** Appends to a file. Once `sync` has resolved, all of it is on the disk; it rejects where the disk failed before. */
export function appending(copy: Copy) {
  let unsynced = 0;
  let syncing: Promise<void> | undefined;
  // The system reports a failed write to one sync only. The sync at the end would succeed, so the failure is kept
  // until then (fault 29).
  let failure: { readonly cause: unknown } | undefined;
  const begin = (): Promise<void> =>
    copy
      .datasync()
      .catch((cause: unknown) => {
        failure = { cause };
      })
      .finally(() => {
        syncing = undefined;
      });
  return {
    async append(slice: Uint8Array): Promise<void> {
      await writeAll(copy, slice);
      unsynced += slice.length;
      if (unsynced < unsyncedBytesMax || syncing !== undefined) return;
      unsynced = 0;
      syncing = begin();
    },
    async sync(): Promise<void> {
      await syncing;
      if (failure !== undefined) throw failure.cause;
      await copy.sync();
    },
  };
}

/** Appends all bytes, also where a call takes only some of them. */
export async function writeAll(copy: Pick<Copy, 'write'>, slice: Uint8Array): Promise<void> {
  let written = 0;
  while (written < slice.length) {
    const { bytesWritten } = await copy.write(slice, written, slice.length - written);
    written += bytesWritten;
  }
}
