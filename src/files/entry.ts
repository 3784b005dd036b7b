import type { BigIntStats } from 'node:fs';
import { join } from 'node:path';

/** A regular file as one look saw it. Numbers that may pass 2^53 are texts. */
export interface FileEntry {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /**
   * Changes also where somebody sets the mtime back (fault 20). 0 on Windows, where a virus scanner changes it, too.
   */
  readonly ctimeMs: number;
  readonly dev: string;
  readonly ino: string;
}

export function entryOf(place: { folder: string; name: string }, stats: BigIntStats): FileEntry {
  return {
    name: place.name,
    path: join(place.folder, place.name),
    size: Number(stats.size),
    mtimeMs: Number(stats.mtimeNs) / 1e6,
    ctimeMs: process.platform === 'win32' ? 0 : Number(stats.ctimeNs) / 1e6,
    dev: deviceOf(stats),
    ino: String(stats.ino),
  };
}

/**
 * The number of the disk, in 32 bits. On Windows libuv 1.49 and 1.50 (Node.js 22.12 and after, 24.0) say it in 64 bits
 * for a path and in 32 for an open file (libuv/libuv#4698): the file would seem another one each time it is opened.
 */
export function deviceOf({ dev }: BigIntStats): string {
  return String(BigInt.asUintN(32, dev));
}

/** True where nothing has changed that a look can see. Only their SHA-256 tells whether the bytes are the same. */
export function looksUnchanged(before: FileEntry, after: FileEntry): boolean {
  return (
    before.size === after.size &&
    before.mtimeMs === after.mtimeMs &&
    before.ctimeMs === after.ctimeMs &&
    before.ino === after.ino &&
    before.dev === after.dev
  );
}
