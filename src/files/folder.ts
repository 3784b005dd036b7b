import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FilesDeps } from './deps.ts';
import { type Offline, offline, orOffline } from './offline.ts';

/** Which folder stands at a path, as far as the operating system tells. */
export interface FolderIdentity {
  readonly dev: string;
  readonly ino: string;
  /** Where the disk or share that the folder lies on is mounted, without links; undefined for the first disk. */
  readonly mountPoint: string | undefined;
  /** Nothing stood in it: so looks the place of a share that is not mounted yet. */
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
    const [dev, ino] = [String(here.dev), String(here.ino)];
    const isKnown = remembered?.dev === dev;
    return {
      dev,
      ino,
      mountPoint: isKnown ? remembered.mountPoint : await mountPointOf(deps, folder, here.dev),
    };
  });
}

/** The last folder on the way up that is on the same device. Windows numbers a volume for good: nothing to tell apart. */
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
 * Whether the share is still the one that was seen before (fault 16). Another device is another share, with two
 * exceptions: what is mounted at the same place was mounted anew, and such devices are numbered as they come; and the
 * share of an empty folder was mounted after us.
 */
export function isSameShare(remembered: FolderIdentity, found: FolderIdentity): boolean {
  if (remembered.dev === found.dev) return true;
  if (found.mountPoint === undefined) return false;
  if (remembered.mountPoint === found.mountPoint) return true;
  return remembered.isEmpty === true && !isGone(remembered, found);
}

/** What is found is no longer below the place where the share was mounted. */
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
