import { fork } from 'node:child_process';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../domain/clock.ts';
import { callDeadlineMs } from '../files/limits.ts';
import { isOffline, type Offline, offline, offlineHanging } from '../files/offline.ts';
import { connect, type Rpc } from '../threads/rpc.ts';

/** Does the calls to one share or outbox elsewhere, where alone something is lost when it hangs (fault 17). */
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

/**
 * So many deadlines a share that hung is left alone. Who asks waits for the whole deadline, and most systems let the
 * process end, so that each call to a share that still hangs would cost that again.
 */
const deadlinesOfRest = 3;

/** What does the calls: a process, or a thread. */
interface Carrier {
  on(event: 'message' | 'exit' | 'error', listener: (value: unknown) => void): unknown;
  postMessage(message: unknown): unknown;
  end(): void;
}

interface Running {
  readonly carrier: Carrier;
  readonly rpc: Rpc;
  open: number;
  /** Aborted when no call is open any more. */
  rest: AbortController;
  /** Why it was given up; it may take long to end, where the system still waits for the share. */
  lost?: Offline;
}

/** One for each share, `by` a process or a thread, which starts with the first call. */
export function createCourier(share: string, deps: CourierDeps, by = startProcess): Courier {
  const { clock, deadlineMs = callDeadlineMs } = deps;
  let running: Running | undefined;
  let hung: { readonly why: Offline; readonly untilMs: number } | undefined;
  const begin = (): Running => {
    const begun = start(by(deps));
    const ended = (): void => {
      if (running === begun) running = undefined;
      lose(begun, offline('failed', `The process that reads and writes on ${share} has ended.`));
    };
    begun.carrier.on('exit', ended);
    begun.carrier.on('error', ended);
    running = begun;
    return begun;
  };
  const attempt = async (here: Running, method: string, args: readonly unknown[]) => {
    here.open += 1;
    if (here.open === 1) void watchOver(here, share, deps);
    try {
      const result = await here.rpc.call(method, ...args);
      // What else it was busy with lies in other folders of the share.
      if (isHanging(result)) lose(here, hanging(share));
      return result;
    } catch (cause) {
      // What was lost is reported as a value, like every trouble with a folder.
      if (here.lost !== undefined) return here.lost;
      throw cause;
    } finally {
      here.open -= 1;
      if (here.open === 0) here.rest.abort();
    }
  };
  return {
    async call(method, args) {
      if (hung !== undefined && clock.monotonic() < hung.untilMs) return hung.why;
      const here = running ?? begin();
      if (here.lost !== undefined) return here.lost;
      const result = await attempt(here, method, args);
      if (isHanging(here.lost))
        hung = { why: here.lost, untilMs: clock.monotonic() + deadlinesOfRest * deadlineMs };
      return result;
    },
    close() {
      running?.carrier.end();
      running = undefined;
    },
  };
}

function start(carrier: Carrier): Running {
  return { carrier, rpc: connect(carrier, {}), open: 0, rest: new AbortController() };
}

const ownProgram = new URL(`./courier-process${path.extname(import.meta.url)}`, import.meta.url);

/** Who waits for a call is kept alive by the watch over it; an idle process holds nobody up. */
function startProcess({ program, deadlineMs = callDeadlineMs }: CourierDeps): Carrier {
  const child = fork(program ?? ownProgram, [String(deadlineMs)], {
    serialization: 'advanced',
    stdio: 'ignore',
  });
  child.unref();
  child.channel?.unref();
  return {
    on: (event, listener) => child.on(event, listener),
    postMessage: (message) => child.connected && child.send(message as object),
    end: () => child.kill('SIGKILL'),
  };
}

/** For the outbox of a local disk: whenever this process ends, nothing of it works on in the folder. */
export function startThread({ program, deadlineMs = callDeadlineMs }: CourierDeps): Carrier {
  const worker = new Worker(program ?? ownProgram, { argv: [String(deadlineMs)] });
  return {
    // A listener would keep this process alive.
    on: (event, listener) => worker.on(event, listener).unref(),
    postMessage: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
  };
}

/** A call that hangs keeps its thread for ever: the process is ended, and the next call gets a new one. */
function lose(running: Running, why: Offline): void {
  running.lost ??= why;
  running.carrier.end();
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
    if (!isThere && !signal.aborted) lose(running, hanging(share));
  }
}

function hanging(share: string): Offline {
  return offlineHanging(
    `${share} does not answer. Until it does, nothing in its folders is read or written.`,
  );
}

function isHanging(result: unknown): result is Offline {
  return (
    typeof result === 'object' &&
    result !== null &&
    isOffline(result) &&
    result.offline.reason === 'hangs'
  );
}
