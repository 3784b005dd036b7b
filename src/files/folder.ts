import { stat } from 'node:fs/promises';
import { sep } from 'node:path';
import type { FilesDeps } from './deps.ts';
import type { Offline } from './offline.ts';
import { offline, orOffline } from './offline.ts';

/** Which folder stands at a path, as far as the operating system tells. */
export interface FolderIdentity {
  readonly dev: string;
  readonly ino: string;
  /** The folder is itself a mount point: its device is not its parent's. */
  readonly mounted: boolean;
}

export async function lookAtFolder(
  deps: FilesDeps,
  folder: string,
): Promise<FolderIdentity | Offline> {
  return orOffline(folder, async () => {
    const here = await deps.deadline(folder, () => stat(folder, { bigint: true }));
    if (!here.isDirectory()) {
      return offline('notAFolder', `${folder} is not a folder.`, 'Name a folder.');
    }
    // Joined by hand: path.join would fold `link/..` to the folder of the link and not of its target.
    const parent = await deps.deadline(folder, () => stat(`${folder}${sep}..`, { bigint: true }));
    return { dev: String(here.dev), ino: String(here.ino), mounted: here.dev !== parent.dev };
  });
}

/**
 * Whether the share is still the one that was seen before (fault 16). Another device is another share, with one
 * exception: a mount point that is still one was mounted anew, and such devices are numbered as they come.
 */
export function isSameShare(remembered: FolderIdentity, found: FolderIdentity): boolean {
  return remembered.dev === found.dev || (remembered.mounted && found.mounted);
}

export function offlineAsOther(folder: string, remembered: FolderIdentity): Offline {
  return offline(
    'otherDevice',
    remembered.mounted
      ? `The share of ${folder} is not mounted: an empty mount point is in its place.`
      : `${folder} is on another device than before: something was mounted over it.`,
    'Mount the share again; if the move was meant, restart Stockhand.',
  );
}
