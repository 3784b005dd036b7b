import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FilesDeps } from './deps.ts';
import { deviceOf } from './entry.ts';
import { type Offline, offline, orOffline } from './offline.ts';

/** Which folder is at a path, as far as the operating system tells. */
export interface FolderIdentity {
  readonly dev: string;
  readonly ino: string;
  /**
   * The real path at which the disk or share of the folder is mounted. Undefined for the disk of `/`, and on Windows.
   */
  readonly mountPoint: string | undefined;
  /** Nothing was in it. The place of a share that is not mounted yet looks so. */
  readonly isEmpty?: boolean;
}

export async function lookAtFolder(
  deps: FilesDeps,
  folder: string,
  remembered?: FolderIdentity,
): Promise<FolderIdentity | Offline> {
  return orOffline(folder, async () => {
    const here = await deps.deadline(folder, () => stat(folder, { bigint: true }));
    if (!here.isDirectory()) {
      return offline('notAFolder', `${folder} is not a folder.`, 'Name a folder.');
    }
    const [dev, ino] = [deviceOf(here), String(here.ino)];
    const isKnown = remembered?.dev === dev;
    return {
      dev,
      ino,
      mountPoint: isKnown ? remembered.mountPoint : await mountPointOf(deps, folder, here.dev),
    };
  });
}

/**
 * Goes up from the folder to the last one on the same device. Windows keeps the number of a volume, so there is nothing
 * to tell apart.
 */
async function mountPointOf(
  deps: FilesDeps,
  folder: string,
  dev: bigint,
): Promise<string | undefined> {
  if (deps.windows) return undefined;
  let here = await deps.deadline(folder, () => realpath(folder));
  for (let up = dirname(here); up !== here; up = dirname(here)) {
    const above = up;
    const stats = await deps.deadline(folder, () => stat(above, { bigint: true }));
    if (stats.dev !== dev) return here;
    here = up;
  }
  return undefined;
}

/**
 * True while the share is the one that was seen before (fault 16). Another device number says that it is another share,
 * with two exceptions. Where both are mounted at the same place, the share was mounted again, which gives it a new
 * number. Where the folder was empty before, its share has been mounted since.
 */
export function isSameShare(remembered: FolderIdentity, found: FolderIdentity): boolean {
  if (remembered.dev === found.dev) return true;
  if (found.mountPoint === undefined) return false;
  if (remembered.mountPoint === found.mountPoint) return true;
  return remembered.isEmpty === true && !isGone(remembered, found);
}

/** True where what is found is mounted neither where the share was nor below: the share is no longer mounted. */
function isGone({ mountPoint }: FolderIdentity, found: FolderIdentity): boolean {
  return mountPoint !== undefined && !`${found.mountPoint ?? ''}/`.startsWith(`${mountPoint}/`);
}

export function offlineAsOther(
  folder: string,
  remembered: FolderIdentity,
  found: FolderIdentity,
): Offline {
  return offline(
    'otherDevice',
    isGone(remembered, found)
      ? `The share of ${folder} is no longer mounted at ${remembered.mountPoint}.`
      : `${folder} is on another device than before: something was mounted over it.`,
    'Mount the share again; if the move was meant, restart Stockhand.',
  );
}
