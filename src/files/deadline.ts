import { resolve } from 'node:path';
import type { Clock } from '../domain/clock.ts';
import { callDeadlineMs, callsAtOnceMax } from './limits.ts';

/** A call to an ERP folder did not come back in time, or an earlier one has not come back yet (fault 17). */
export class FolderHangs extends Error {
  constructor(folder: string, others: readonly string[] = []) {
    const because = others.length > 0 ? `: it waits for ${others.join(' and ')}` : '';
    super(
      `The folder ${folder} does not answer${because}. Until it does, nothing there is read or written.`,
    );
    this.name = 'FolderHangs';
  }
}

/**
 * Runs one call on an ERP folder. Rejects with FolderHangs after the deadline. Rejects so at once while an earlier call
 * on that folder hangs, or while as many calls hang as may be under way. A hung call cannot be ended from inside the
 * process; all that can be done is to send no others after it.
 */
export type Deadline = <T>(folder: string, call: () => Promise<T>) => Promise<T>;

/** For folders on our own disk: a call there is waited for as long as it takes. */
export const withoutDeadline: Deadline = (_folder, call) => call();

interface DeadlineDeps {
  readonly clock: Clock;
  readonly deadlineMs?: number;
  readonly atOnceMax?: number;
}

const late = Symbol('late');
const over = 'the call is over';

export function createDeadline(deps: DeadlineDeps): Deadline {
  const { atOnceMax = callsAtOnceMax } = deps;
  const hung = createHung(atOnceMax);
  const inTurn = createTurns(atOnceMax);

  return async (path, call) => {
    const folder = resolve(path);
    hung.refuse(folder);
    const turn = { begun: false, givenUp: false };
    const work = inTurn(async () => {
      if (turn.givenUp) throw new FolderHangs(folder);
      turn.begun = true;
      return call();
    });
    const timer = new AbortController();
    const end = deps.clock.sleep(deps.deadlineMs ?? callDeadlineMs, timer.signal);
    try {
      const first = await Promise.race([work, end.then(() => late)]);
      if (first !== late) return first as Awaited<typeof work>;
      turn.givenUp = true;
      if (turn.begun) hung.add(folder, work);
      throw new FolderHangs(folder);
    } finally {
      // Without a reason `abort` makes an exception with its stack, and that for each call.
      timer.abort(over);
    }
  };
}

/** The folders of calls that were given up and have not come back, one entry for each call. */
function createHung(atOnceMax: number) {
  const folders: string[] = [];
  return {
    refuse(folder: string): void {
      if (folders.includes(folder)) throw new FolderHangs(folder);
      if (folders.length >= atOnceMax) throw new FolderHangs(folder, [...new Set(folders)]);
    },
    add(folder: string, work: Promise<unknown>): void {
      folders.push(folder);
      const back = () => folders.splice(folders.indexOf(folder), 1);
      work.then(back, back);
    },
  };
}

/** At most `atOnceMax` calls are under way. The others wait in line, each no longer than its own deadline. */
function createTurns(atOnceMax: number): <T>(call: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let underWay = 0;
  return async (call) => {
    if (underWay < atOnceMax) underWay += 1;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await call();
    } finally {
      const next = line.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
}
