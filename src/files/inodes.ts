import { statfs } from 'node:fs/promises';

/** A share that does not say it within this time is not waited for (fault 17). */
const waitMaxMs = 2_000;

const words = {
  what: 'has no room for more files: all its inodes are in use',
  remedy:
    'Remove files that nobody needs on that disk (df -i counts them); Stockhand continues by itself.',
};

/**
 * A disk refuses a file by the same error (ENOSPC) if it has bytes left and no inode for one more: whoever frees space
 * then waits for nothing. What to tell of such a disk; undefined of any other. Some count no inodes: 0 of 0 are free.
 */
export async function lacksInodes(path: string): Promise<typeof words | undefined> {
  const late = new Promise<undefined>((resolve) => {
    const giveUp = (): void => resolve(undefined);
    AbortSignal.timeout(waitMaxMs).addEventListener('abort', giveUp, { once: true });
  });
  const counted = await Promise.race([statfs(path).catch(() => undefined), late]);
  return counted !== undefined && counted.files > 0 && counted.ffree === 0 ? words : undefined;
}
