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
    dev: String(stats.dev),
    ino: String(stats.ino),
  };
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
