import { setTimeout as real, setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/domain/clock.ts';

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/**
 * Virtual time for code without sockets: it stands still while anybody works and jumps to the next waking when
 * everybody sleeps, so an hour of backoff takes a millisecond and is the same in every run.
 */
export class FakeClock implements Clock {
  #offset: number;
  #elapsed = 0;
  readonly #sleepers = new Set<Sleeper>();
  /** What `random` gives; a test that cares sets it. */
  chance: () => number = () => 0.5;

  constructor(startsAt = Date.parse('2026-11-20T08:00:00Z')) {
    this.#offset = startsAt;
  }

  now(): number {
    return this.#offset + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  random(): number {
    return this.chance();
  }

  sleep(waitMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const sleeper: Sleeper = {
        until: this.#elapsed + Math.max(0, waitMs),
        wake: () => {
          this.#sleepers.delete(sleeper);
          signal?.removeEventListener('abort', sleeper.wake);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
    });
  }

  async breathe(): Promise<void> {
    await turn();
  }

  /** Time goes on while the machine is too busy to wake anybody. */
  late(ms: number): void {
    this.#elapsed += ms;
  }

  /** Somebody sets the wall clock; what has elapsed does not change (fault 113). */
  jump(ms: number): void {
    this.#offset += ms;
  }

  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Lets time pass until the work is done; fails where it can never be. */
  async run<Value>(work: Promise<Value>): Promise<Value> {
    let isDone = false;
    const settle = (): void => {
      isDone = true;
    };
    work.then(settle, settle);
    await idle();
    while (!isDone) {
      if (!this.#wakeNext(Number.POSITIVE_INFINITY))
        throw new Error('nobody sleeps, yet the work is not done');
      await idle();
    }
    return work;
  }

  /**
   * Goes on to the next waking, for work that waits for the real disk as well: before a long jump the disk has its
   * turn, so that hours do not pass while a file is read.
   */
  async step(): Promise<void> {
    const soonMs = Math.min(...[...this.#sleepers].map(({ until }) => until)) - this.#elapsed;
    if (soonMs > 5_000) await real(2);
    if (this.#wakeNext(Number.POSITIVE_INFINITY)) await idle();
  }

  /** Lets this much time pass, with every waking in its order. */
  async pass(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await idle();
    while (this.#wakeNext(end)) await idle();
    this.#elapsed = end;
  }

  #wakeNext(end: number): boolean {
    const next = Math.min(...[...this.#sleepers].map(({ until }) => until));
    if (next > end || !Number.isFinite(next)) return false;
    this.#elapsed = Math.max(this.#elapsed, next);
    for (const sleeper of [...this.#sleepers]) if (sleeper.until <= next) sleeper.wake();
    return true;
  }
}

/** Promises settle before a turn of the event loop ends; two turns let what they started settle too. */
async function idle(): Promise<void> {
  await turn();
  await turn();
}
