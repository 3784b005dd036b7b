import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/domain/clock.ts';
import { withoutDeadline } from '../../src/files/deadline.ts';
import { createFilesDeps, type FilesDeps } from '../../src/files/deps.ts';
import type { DirectCalls } from '../../src/files/direct.ts';
import { entryOf, type FileEntry } from '../../src/files/entry.ts';
import { isOffline, type Offline } from '../../src/files/offline.ts';

export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => 0.5,
  sleep: (waitMs, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(done, waitMs);
      signal?.addEventListener('abort', done, { once: true });
      function done() {
        clearTimeout(timer);
        resolve();
      }
      if (signal?.aborted === true) done();
    }),
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
};

export const deps = createFilesDeps(realClock);

/** A clock that only sleeping moves, and that remembers the sleeps. */
export function createSleepClock(): { clock: Clock; sleeps: number[] } {
  const sleeps: number[] = [];
  let nowMs = 1_000;
  const clock: Clock = {
    ...realClock,
    monotonic: () => nowMs,
    async sleep(waitMs) {
      sleeps.push(waitMs);
      nowMs += waitMs;
    },
  };
  return { clock, sleeps };
}

/** The calls to the ERP's folder, counted; the one with that number fails instead of being made. */
export function failingAt(number: number, cause: Error): { deps: FilesDeps; calls: () => number } {
  return failing(cause, (call) => call === number);
}

/** A crash: from that call on none is made any more, not even to tidy up. */
export function crashingAt(number: number, cause: Error): { deps: FilesDeps; calls: () => number } {
  return failing(cause, (call) => call >= number);
}

function failing(cause: Error, fails: (call: number) => boolean) {
  let calls = 0;
  const count = () => {
    calls += 1;
    if (fails(calls)) throw cause;
  };
  const direct = new Proxy(deps.direct, {
    get:
      (target, name: keyof DirectCalls) =>
      (...given: never[]) => {
        count();
        return (target[name] as (...given: never[]) => unknown)(...given);
      },
  });
  const deadline = async <T>(folder: string, call: () => Promise<T>) => {
    count();
    return withoutDeadline(folder, call);
  };
  return { calls: () => calls, deps: { ...deps, deadline, direct } };
}

export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as if the disk said so`), { code });
}

/** A file as a scan would describe it now. */
export function entryNow(path: string): FileEntry {
  const place = { folder: dirname(path), name: basename(path) };
  return entryOf(place, lstatSync(path, { bigint: true }));
}

/** The result of a call that must not find the folder offline. */
export function online<T extends object>(result: T | Offline): Exclude<T, Offline> {
  if (isOffline(result)) throw new Error(`offline: ${result.offline.sentence}`);
  return result as Exclude<T, Offline>;
}

export function reasonOf(result: object): string | undefined {
  return isOffline(result) ? result.offline.reason : undefined;
}

/** Mounts over a folder until the test ends; false where this machine does not allow it. */
export function mounted(folder: string, how: readonly string[]): boolean {
  const done = spawnSync('mount', [...how, folder], { stdio: 'ignore' });
  if (done.status !== 0) return false;
  onTestFinished(() => void spawnSync('umount', ['-l', folder], { stdio: 'ignore' }));
  return true;
}

export function unmounted(folder: string): void {
  const done = spawnSync('umount', [folder]);
  if (done.status !== 0) throw new Error(`umount: ${String(done.stderr)}`);
}

export const tmpfs = ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs'];
export const noMounts = 'mounting is not permitted here, so the share cannot be unmounted';

/** Waits until a condition holds; the test's own time-out ends a wait for what never comes. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await realClock.sleep(5);
}
