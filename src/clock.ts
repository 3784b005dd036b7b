import { setImmediate } from 'node:timers/promises';
import type { Clock } from './domain/clock.ts';

/**
 * setTimeout fires at once above this (finding 7). A longer wait is cut, and whoever waits looks at the clock again.
 */
const longestTimerMs = 2 ** 31 - 1;

/** The one owner of time, timers and chance outside the sandbox. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  sleep: (waitMs, signal) => sleep(waitMs, signal),
  breathe: async () => {
    await setImmediate();
  },
};

function sleep(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const clamped = Math.min(Math.max(Number.isNaN(waitMs) ? 0 : waitMs, 0), longestTimerMs);
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, clamped);
    signal?.addEventListener('abort', end, { once: true });
  });
}
