import type { Clock } from '../../src/domain/clock.ts';

/** A clock that stands still until the test moves it. */
export class TestClock implements Clock {
  #now: number;
  #monotonic = 0;
  #sleepers: { readonly until: number; wake(): void }[] = [];

  constructor(now = Date.parse('2026-11-20T08:00:00Z')) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  random(): number {
    return 0.5;
  }

  sleep(waitMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      this.#sleepers.push({ until: this.#monotonic + waitMs, wake: resolve });
      signal?.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  async breathe(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  advance(ms: number): void {
    this.#now += ms;
    this.#monotonic += ms;
    const due = this.#sleepers.filter(({ until }) => until <= this.#monotonic);
    this.#sleepers = this.#sleepers.filter(({ until }) => until > this.#monotonic);
    for (const { wake } of due) wake();
  }
}
