import type { Clock } from '../../domain/clock.ts';
import { backoffCapMs, backoffFirstMs } from '../../domain/limits.ts';

/**
 * The storage that pictures are uploaded to. While it does not answer, one upload tries after each backoff (fault 51).
 */
export interface StorageGate {
  /** Monotonic ms from which the next upload may go. */
  opensAt(): number;
  /** True while it is not known to answer: one upload at a time. */
  readonly isProbing: boolean;
  answered(): void;
  failed(): void;
}

export function createStorageGate(clock: Clock): StorageGate {
  let failures = 0;
  let untilMs = 0;
  return {
    opensAt: () => untilMs,
    get isProbing() {
      return failures > 0;
    },
    answered() {
      failures = 0;
      untilMs = 0;
    },
    failed() {
      const stepMs = Math.min(backoffFirstMs * 2 ** failures, backoffCapMs / 2);
      failures += 1;
      untilMs = clock.monotonic() + stepMs * (1 + clock.random());
    },
  };
}
