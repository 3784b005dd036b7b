import { fsync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Clock } from '../domain/clock.ts';
import { type Alone, createAlone } from './alone.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { type DirectCalls, directCalls } from './direct.ts';
import { syncsAtOnceMax } from './limits.ts';

/** What every function of this room works with. */
export interface FilesDeps {
  readonly clock: Clock;
  readonly deadline: Deadline;
  readonly windows: boolean;
  /**
   * Other programs of the machine may hold up this step (fault 38). A test replaces it to prove that it is tried again.
   */
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Waits until the disk has taken an open file of a folder. */
  readonly sync: (folder: string, file: number) => Promise<void>;
  readonly direct: DirectCalls;
  /** Keeps apart the works on one folder whose steps must reach the disk in their order. */
  readonly alone: Alone;
}

interface Waiting {
  readonly deadlineMs?: number;
  /**
   * `fsync`, which may keep a thread for long. The process of a share gives one with threads of its own, and a test one
   * that fails as a disk does.
   */
  readonly sync?: (file: number) => Promise<void>;
}

export function createFilesDeps(clock: Clock, { sync, ...waiting }: Waiting = {}): FilesDeps {
  const deadline = createDeadline({ clock, ...waiting });
  const syncDeadline =
    sync === undefined
      ? deadline
      : createDeadline({ clock, ...waiting, atOnceMax: syncsAtOnceMax });
  const waitFor = sync ?? promisify(fsync);
  return {
    clock,
    deadline,
    windows: process.platform === 'win32',
    rename,
    sync: (folder, file) => syncDeadline(folder, () => waitFor(file)),
    direct: directCalls,
    alone: createAlone(),
  };
}
