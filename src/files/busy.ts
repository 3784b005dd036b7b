import { errorNumber } from '../domain/error-number.ts';
import type { FilesDeps } from './deps.ts';
import { busyFirstDelayMs, busyLongestDelayMs, busyTotalMs } from './limits.ts';

/**
 * The error numbers of a file that another program holds. Windows uses three. Elsewhere EPERM and EACCES say that a
 * right is missing, and a second try does not help.
 */
const held = {
  windows: new Set(['EBUSY', 'EPERM', 'EACCES']),
  others: new Set(['EBUSY']),
} as const;

/** True where Windows may say so of a file that another program holds. */
export function isHeld(cause: unknown): boolean {
  return held.windows.has(errorNumber(cause) ?? '');
}

/** Renames a file of an ERP folder, and tries again while a virus scanner or a backup holds it. */
export function renameBusy(
  deps: FilesDeps,
  { folder, from, to }: { folder: string; from: string; to: string },
): Promise<void> {
  return whileHeld(deps, () => deps.deadline(folder, () => deps.rename(from, to)));
}

/**
 * Another program may hold a file, so that its rename fails (fault 38). It is tried again for at least 10 s; then the
 * last error is thrown. Where the name is gone at a later try, an earlier one has moved the file although it failed:
 * that counts as done.
 */
export async function whileHeld(
  deps: Pick<FilesDeps, 'clock' | 'windows'>,
  rename: () => Promise<void> | void,
): Promise<void> {
  const heldBy = deps.windows ? held.windows : held.others;
  const since = deps.clock.monotonic();
  let delayMs = busyFirstDelayMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename();
    } catch (cause) {
      const code = errorNumber(cause) ?? '';
      if (attempt > 1 && code === 'ENOENT') return;
      if (!heldBy.has(code) || deps.clock.monotonic() - since > busyTotalMs) throw cause;
    }
    await deps.clock.sleep(delayMs);
    delayMs = Math.min(delayMs * 2, busyLongestDelayMs);
  }
}
