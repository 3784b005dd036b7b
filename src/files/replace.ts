import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorNumber } from '../domain/error-number.ts';
import { renameBusy } from './busy.ts';
import type { FilesDeps } from './deps.ts';
import { type Content, writeFresh } from './handle.ts';
import { isOffline, type Offline, orOffline } from './offline.ts';
import { syncFolder } from './sync.ts';

export interface WriteTarget {
  readonly folder: string;
  readonly name: string;
  /** Makes a missing folder, but never the one that it is in: that may be a share that is away (fault 16). */
  readonly makesFolder?: boolean;
}

/**
 * Writes a result or a receipt. A reader sees the old file or the new one, never half of either. `isOfFile`: the folder
 * took the text, and only the file of that name could not be replaced.
 */
export async function writeAtomically(
  deps: FilesDeps,
  target: WriteTarget,
  content: Content,
): Promise<{ written: string } | (Offline & { isOfFile?: true })> {
  const { folder, name, makesFolder = false } = target;
  const path = join(folder, name);
  const unfinished = join(folder, `.${name}.part`);
  // Trouble so far is told of the folder. Told of the file it would say that the file does not exist.
  const write = () => writeFresh(deps, { folder, path: unfinished }, content);
  const trouble = await orOffline(folder, async () => {
    try {
      await write();
    } catch (cause) {
      if (!makesFolder || errorNumber(cause) !== 'ENOENT') throw cause;
      await deps.deadline(folder, () => mkdir(folder));
      await write();
    }
  });
  if (trouble !== undefined) return trouble;
  const result = await orOffline(path, async () => {
    try {
      await renameBusy(deps, { folder, from: unfinished, to: path });
    } catch (cause) {
      await deps.deadline(folder, () => unlink(unfinished)).catch(() => undefined);
      throw cause;
    }
    await syncFolder(deps, folder);
    return { written: path };
  });
  return isOffline(result) ? { ...result, isOfFile: true } : result;
}

/** Proves that files can be written there, before an action whose receipt would otherwise have no place (fault 93). */
export async function proveWritable(
  deps: FilesDeps,
  folder: string,
): Promise<{ writable: true } | Offline> {
  return orOffline(folder, async () => {
    const path = join(folder, '.stockhand-probe');
    await writeFresh(deps, { folder, path }, Buffer.from('\n'));
    await deps.deadline(folder, () => unlink(path));
    return { writable: true };
  });
}
