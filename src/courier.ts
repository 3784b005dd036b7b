import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import path from 'node:path';
import type { Clock } from './domain/clock.ts';
import { callDeadlineMs } from './files/limits.ts';
import type { Offline } from './files/offline.ts';
import { isOffline, offline } from './files/offline.ts';
import type { Rpc } from './rpc.ts';
import { connect } from './rpc.ts';

/** Does the calls to one share in a process of its own, which alone is lost when the share hangs (fault 17). */
export interface Courier {
  /** Trouble comes back as a value; what is thrown is the call's own (the spool's disk). */
  call(method: string, args: readonly unknown[]): Promise<unknown>;
  close(): void;
}

export interface CourierDeps {
  readonly clock: Clock;
  /** The built program of the process; tests name it, because they run from the sources. */
  readonly program?: URL;
  readonly deadlineMs?: number;
}

interface Running {
  readonly child: ChildProcess;
  readonly rpc: Rpc;
  open: number;
  /** Aborted when no call is open any more. */
  rest: AbortController;
  /** Why it was given up; it may take long to end, where the system still waits for the share. */
  lost?: Offline;
}

/** One for each share; the process starts with the first call. */
export function createCourier(share: string, deps: CourierDeps): Courier {
  let running: Running | undefined;
  const begin = (): Running => {
    const begun = start(deps);
    const ended = (): void => {
      if (running === begun) running = undefined;
      lose(begun, offline('failed', `The process that works on ${share} has ended.`));
    };
    begun.child.on('exit', ended).on('error', ended);
    running = begun;
    return begun;
  };
  return {
    async call(method, args) {
      const here = running ?? begin();
      if (here.lost !== undefined) return here.lost;
      here.open += 1;
      if (here.open === 1) void watchOver(here, share, deps);
      try {
        const result = await here.rpc.call(method, ...args);
        if (isHanging(result)) lose(here, result);
        return result;
      } catch (cause) {
        // What was lost is told as a value, like every trouble with a folder.
        if (here.lost !== undefined) return here.lost;
        throw cause;
      } finally {
        here.open -= 1;
        if (here.open === 0) here.rest.abort();
      }
    },
    close() {
      running?.child.kill('SIGKILL');
      running = undefined;
    },
  };
}

function start({ program, deadlineMs = callDeadlineMs }: CourierDeps): Running {
  const entry =
    program ?? new URL(`./courier-process${path.extname(import.meta.url)}`, import.meta.url);
  const child = fork(entry, [String(deadlineMs)], { serialization: 'advanced', stdio: 'ignore' });
  // Who waits for a call is kept alive by the watch over it; an idle process holds nobody up.
  child.unref();
  child.channel?.unref();
  const rpc = connect(
    {
      on: (_, listener) => child.on('message', listener),
      postMessage: (message) => child.connected && child.send(message as object),
    },
    {},
  );
  return { child, rpc, open: 0, rest: new AbortController() };
}

/** A call that hangs keeps its thread for good: the process goes, and the next call gets a fresh one. */
function lose(running: Running, why: Offline): void {
  running.lost ??= why;
  running.child.kill('SIGKILL');
  running.rpc.fail(new Error(why.offline.sentence));
}

/** The process ends its own calls in time; one that does not even answer that it is there has to be ended. */
async function watchOver(running: Running, share: string, deps: CourierDeps): Promise<void> {
  const { clock, deadlineMs = callDeadlineMs } = deps;
  running.rest = new AbortController();
  const { signal } = running.rest;
  while (!signal.aborted && running.lost === undefined) {
    let isThere = false;
    running.rpc.call('ping').then(
      () => {
        isThere = true;
      },
      () => undefined,
    );
    await clock.sleep(deadlineMs, signal);
    if (!isThere && !signal.aborted) lose(running, offline('hangs', `${share} does not answer.`));
  }
}

function isHanging(result: unknown): result is Offline {
  return (
    typeof result === 'object' &&
    result !== null &&
    isOffline(result) &&
    result.offline.reason === 'hangs'
  );
}
