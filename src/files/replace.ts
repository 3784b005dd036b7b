import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { renameBusy } from './busy.ts';
import type { FilesDeps } from './deps.ts';
import { type Content, writeFresh } from './handle.ts';
import { isOffline, type Offline, orOffline } from './offline.ts';
import { syncFolder } from './sync.ts';

/**
 * Writes a result or a receipt. A reader sees the old file or the new one, never half of either. `isOfFile`: the folder
 * took the text, and only the file of that name could not be replaced.
 */
export async function writeAtomically(
  deps: FilesDeps,
  target: { folder: string; name: string },
  content: Content,
): Promise<{ written: string } | (Offline & { isOfFile?: true })> {
  const { folder, name } = target;
  const path = join(folder, name);
  const unfinished = join(folder, `.${name}.part`);
  // Trouble so far is told of the folder. Told of the file it would say that the file does not exist.
  const trouble = await orOffline(folder, () =>
    writeFresh(deps, { folder, path: unfinished }, content),
  );
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
