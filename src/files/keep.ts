import { unlink } from 'node:fs/promises';
import type { FilesDeps } from './deps.ts';
import type { FileEntry } from './entry.ts';
import { butNot, isOffline, type Offline, orOffline } from './offline.ts';
import { scanFolder } from './scan.ts';

export interface KeepRequest {
  readonly folder: string;
  readonly files: readonly string[];
  readonly keep: number;
  /** The name that was written just now. What is dated after it was written by a clock that ran ahead (fault 113). */
  readonly written?: string;
}

/** Of the regular files that the globs `files` name, deletes all but the newest `keep`. Answers the deleted names. */
export async function keepNewest(
  deps: FilesDeps,
  request: KeepRequest,
): Promise<{ removed: readonly string[] } | Offline> {
  const { folder, files, keep, written } = request;
  const scan = await scanFolder(deps, { folder, files, ignoreCase: deps.windows });
  if (isOffline(scan)) return scan;
  const writtenMs = scan.entries.find(({ name }) => name === written)?.mtimeMs;
  const aheadMs = ({ mtimeMs }: FileEntry) => Math.max(0, mtimeMs - (writtenMs ?? mtimeMs));
  const newestFirst = scan.entries.toSorted(
    (a, b) => aheadMs(a) - aheadMs(b) || b.mtimeMs - a.mtimeMs || (a.name < b.name ? 1 : -1),
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
