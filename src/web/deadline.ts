import type { Clock } from '../domain/clock.ts';

/** What was asked for did not come in time; whether it still happens is unknown. */
export class TooLate extends Error {
  constructor(waitMs: number) {
    super(`There was no answer within ${waitMs / 1000} s.`);
    this.name = 'TooLate';
  }
}

/** Answers what `work` does. Rejects with TooLate after `waitMs`: nobody waits for ever for another thread. */
export async function within<T>(clock: Clock, waitMs: number, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = clock.sleep(waitMs, done.signal).then(() => {
    throw new TooLate(waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
