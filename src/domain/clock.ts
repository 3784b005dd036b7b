/** Time and chance, handed in so that tests and the retry rules own them. The one real clock is src/clock.ts. */
export interface Clock {
  /** Wall clock, epoch milliseconds: only for texts, webhook times and the service's own dates. */
  now(): number;
  /** Milliseconds that never run backwards: every wait and age is measured with it (fault 113). */
  monotonic(): number;
  /** 0 ≤ x < 1, for jitter. */
  random(): number;
  /** Resolves after the wait, or at once when the signal is aborted. Never rejects. Waits are clamped (fault 114). */
  sleep(waitMs: number, signal?: AbortSignal): Promise<void>;
  /** Lets queued messages and I/O go first; costs microseconds. */
  breathe(): Promise<void>;
}
