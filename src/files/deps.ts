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
  /** The one step that other programs of the machine hold up (fault 38); replaceable to prove the patience with them. */
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Waits until the disk has taken an open file of a folder. */
  readonly sync: (folder: string, file: number) => Promise<void>;
  readonly direct: DirectCalls;
  /** For the steps whose order the disk has to keep. */
  readonly alone: Alone;
}

interface Waiting {
  readonly deadlineMs?: number;
  /** The one wait that may keep a thread long; replaceable to prove what a failing disk does. */
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
