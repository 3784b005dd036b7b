import { fsync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Clock } from '../domain/clock.ts';
import type { Deadline } from './deadline.ts';
import { createDeadline } from './deadline.ts';
import type { DirectCalls } from './direct.ts';
import { directCalls } from './direct.ts';

/** What every function of this room works with. */
export interface FilesDeps {
  readonly clock: Clock;
  readonly deadline: Deadline;
  readonly windows: boolean;
  /** The one step that other programs of the machine hold up (fault 38); replaceable to prove the patience with them. */
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Waits until the disk has taken an open file; replaceable to prove what a failing disk does. */
  readonly sync: (file: number) => Promise<void>;
  readonly direct: DirectCalls;
}

export function createFilesDeps(clock: Clock, callDeadlineMs?: number): FilesDeps {
  return {
    clock,
    deadline: createDeadline({
      clock,
      ...(callDeadlineMs === undefined ? {} : { deadlineMs: callDeadlineMs }),
    }),
    windows: process.platform === 'win32',
    rename,
    sync: promisify(fsync),
    direct: directCalls,
  };
}
