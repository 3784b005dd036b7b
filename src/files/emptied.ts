import { realpath } from 'node:fs/promises';
import type { FilesDeps } from './deps.ts';
import { nearest } from './disk.ts';
import { isBelow } from './inside.ts';
import { isOffline, orOffline } from './offline.ts';
import { shareOf } from './share.ts';

/**
 * The first of `folders` in which a path of a local disk lies, also where links lead there, or which is that path. A
 * folder that cannot be looked at is passed over. So is one on a share: it holds nothing of the local disk, and a look
 * at it may hang (fault 17).
 */
export async function folderAbove(
  deps: FilesDeps,
  path: string,
  folders: readonly string[],
): Promise<string | undefined> {
  const within = await nearest(deps, path);
  for (const folder of folders) {
    if ((await shareOf(folder)) !== undefined) continue;
    const found = await orOffline(folder, async () => ({
      real: await deps.deadline(folder, () => realpath(folder)),
    }));
    if (isOffline(found)) continue;
    if (found.real === within || isBelow(found.real, within)) return folder;
  }
  return undefined;
}
