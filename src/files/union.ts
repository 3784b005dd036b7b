import type { FileSet, FolderLook } from './stable.ts';

/** All files of `pick: union` as the one export that they are. */
export function asOne(sets: readonly FileSet[]): FileSet {
  return {
    parts: sets.flatMap(({ parts }) => parts),
    doneFiles: sets.flatMap(({ doneFiles }) => doneFiles),
    begunAt: Math.min(...sets.map(({ begunAt }) => begunAt)),
  };
}

/** A union is read as a whole. So `isRead` is asked once for all of its files and answers the same for each. */
export function knownAsOne(look: FolderLook, sets: readonly FileSet[]): FolderLook {
  const known = look.isRead?.(asOne(sets));
  return look.isRead === undefined ? look : { ...look, isRead: () => known };
}
