import { errorNumber } from '../domain/error-number.ts';
import type { FilesDeps } from './deps.ts';
import { busyFirstDelayMs, busyLongestDelayMs, busyTotalMs } from './limits.ts';

/** A file that another program holds: Windows says so in three ways, of which two mean "never" elsewhere. */
const held = {
  windows: new Set(['EBUSY', 'EPERM', 'EACCES']),
  others: new Set(['EBUSY']),
} as const;

/** Renames, patient with virus scanners and backups. */
export function renameBusy(
  deps: FilesDeps,
  { folder, from, to }: { folder: string; from: string; to: string },
): Promise<void> {
  return whileHeld(deps, () => deps.deadline(folder, () => deps.rename(from, to)));
}

/**
 * A rename that other programs may hold up (fault 38): tried again for at least 10 s, then the last error is thrown.
 * A name that is gone at a second try was moved by the first, whose answer got lost.
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
