import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { errorNumber } from '../domain/error-number.ts';
import { pathSegments, picturePathFault, picturePathLeavesFolder } from '../domain/picture-path.ts';
import type { FilesDeps } from './deps.ts';
import { type Offline, orOffline } from './offline.ts';

export type Inside =
  /** Where the file is. */
  | { readonly path: string }
  /** The text names nothing that may be opened. Says why, in words that continue behind the text. */
  | { readonly refused: string }
  | { readonly gone: true };

/**
 * The real path of a file that a row of an export names, or a refusal where it lies outside the folder. Its text is
 * judged before the disk is touched, and the real path afterwards (fault 25).
 */
export async function resolveInside(
  deps: FilesDeps,
  request: { folder: string; path: string },
): Promise<Inside | Offline> {
  const { folder, path } = request;
  const fault = picturePathFault(path);
  if (fault !== undefined) return { refused: fault };
  return orOffline(folder, async () => {
    const root = await deps.deadline(folder, () => realpath(folder));
    const real = await realPathOrGone(deps, { folder, path: join(root, ...pathSegments(path)) });
    if (real === undefined) return { gone: true };
    if (isBelow(root, real)) return { path: real };
    return { refused: picturePathLeavesFolder };
  });
}

async function realPathOrGone(
  deps: FilesDeps,
  request: { folder: string; path: string },
): Promise<string | undefined> {
  try {
    return await deps.deadline(request.folder, () => realpath(request.path));
  } catch (cause) {
    if (errorNumber(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}

/** True where `path` lies somewhere in the folder `root`. Both are real paths. */
export function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
