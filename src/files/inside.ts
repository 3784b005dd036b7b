import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { FilesDeps } from './deps.ts';
import type { Offline } from './offline.ts';
import { errorNumber, orOffline } from './offline.ts';

export type Inside =
  /** Where the file is. */
  | { readonly path: string }
  /** The text names nothing that may be opened; the sentence says why. */
  | { readonly refused: string }
  | { readonly gone: true };

/**
 * A path from a row of an export, inside the folder or refused (fault 25). The text is judged before the disk is
 * touched: to open `\\host\x` already hands the account's credentials to that host.
 */
export async function resolveInside(
  deps: FilesDeps,
  request: { folder: string; path: string },
): Promise<Inside | Offline> {
  const { folder, path } = request;
  const refused = refusePath(path);
  if (refused !== undefined) return { refused };
  return orOffline(folder, async () => {
    const root = await deps.deadline(folder, () => realpath(folder));
    const real = await realPathOrGone(deps, { folder, path: join(root, ...segments(path)) });
    if (real === undefined) return { gone: true };
    if (isBelow(root, real)) return { path: real };
    return { refused: `"${path}" leads out of the picture folder.` };
  });
}

/** Why a path from a row is never looked up; undefined when it stays below the folder by its text. */
export function refusePath(path: string): string | undefined {
  if (path.trim() === '') return 'The path is empty.';
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) return 'The path holds control characters.';
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) return `"${path}" is an address, not a file.`;
  if (/^[/\\]/.test(path) || /^[a-z]:/i.test(path)) {
    return `"${path}" is not relative to the picture folder.`;
  }
  if (path.includes(':')) return `"${path}" holds a colon.`;
  if (segments(path).includes('..')) return `"${path}" leads out of the picture folder.`;
  return undefined;
}

function segments(path: string): string[] {
  return path.split(/[/\\]/);
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

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
