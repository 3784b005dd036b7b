import { unlink } from 'node:fs/promises';
import type { FilesDeps } from './deps.ts';
import { butNot, isOffline, type Offline, orOffline } from './offline.ts';
import { scanFolder } from './scan.ts';

export interface KeepRequest {
  readonly folder: string;
  readonly files: readonly string[];
  readonly keep: number;
}

/** Of the regular files that the globs `files` name, deletes all but the newest `keep`. Answers the deleted names. */
export async function keepNewest(
  deps: FilesDeps,
  request: KeepRequest,
): Promise<{ removed: readonly string[] } | Offline> {
  const { folder, files, keep } = request;
  const scan = await scanFolder(deps, { folder, files, ignoreCase: deps.windows });
  if (isOffline(scan)) return scan;
  const newestFirst = scan.entries.toSorted(
    (a, b) => b.mtimeMs - a.mtimeMs || (a.name < b.name ? 1 : -1),
  );
  const removed: string[] = [];
  return orOffline(folder, async () => {
    for (const { name, path } of newestFirst.slice(keep)) {
      await deps.deadline(folder, () => unlink(path)).catch(butNot('ENOENT'));
      removed.push(name);
    }
    return { removed };
  });
}
