/**
 * Why a path from a row is never looked up; undefined where it stays below the folder by its text. The text is judged
 * before the disk is touched: to open `\\host\x` already hands the account's credentials to that host (fault 25).
 */
export function picturePathFault(path: string): string | undefined {
  if (path.trim() === '') return 'is empty.';
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) return 'holds control characters.';
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) return 'is an address, not a file.';
  if (/^[/\\]/.test(path) || /^[a-z]:/i.test(path)) return 'is not relative to the picture folder.';
  if (path.includes(':')) return 'holds a colon.';
  if (pathSegments(path).includes('..')) return picturePathLeavesFolder;
  return undefined;
}

export const picturePathLeavesFolder = 'leads out of the picture folder.';

/** ERPs on Windows write backslashes. */
export function pathSegments(path: string): string[] {
  return path.split(/[/\\]/);
}
