import { setMaxListeners } from 'node:events';
import type { Clock } from '../domain/clock.ts';

/** One turn of a loop: does what can be done now, and answers after how many ms the next turn is due. */
export type Turn = (signal: AbortSignal) => Promise<number>;

export interface PacedDeps {
  readonly clock: Clock;
  /** A turn threw: the state on disk failed, or the program is wrong. The loop has ended (I12). */
  readonly failed: (cause: unknown) => void;
  readonly wentIdle: () => void;
}

/**
 * A loop that takes one turn after the other. Whoever has news for it only wakes it, so two turns never run at once.
 */
export interface Paced {
  start(): void;
  nudge(): void;
  /** Asleep, and not nudged since its last turn began. */
  isIdle(): boolean;
  stop(): Promise<void>;
}

export function createPaced(deps: PacedDeps, turn: Turn): Paced {
  const stopping = new AbortController();
  // Every request under way listens for the stop. They are limited where they start, so no warning is wanted here.
  setMaxListeners(0, stopping.signal);
  let nudged = true;
  let sleeper: AbortController | undefined;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      nudged = false;
      const waitMs = await turn(stopping.signal);
      if (nudged || waitMs <= 0) await deps.clock.breathe();
      else await sleep(waitMs);
    }
  };
  const sleep = async (waitMs: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    sleeper = new AbortController();
    deps.wentIdle();
    await deps.clock.sleep(waitMs, sleeper.signal);
    sleeper = undefined;
  };

  return {
    start() {
      running ??= run().catch(deps.failed);
    },
    nudge() {
      nudged = true;
      sleeper?.abort();
    },
    isIdle: () => sleeper !== undefined && !nudged,
    async stop() {
      stopping.abort();
      sleeper?.abort();
      await running;
    },
  };
}
