import type { Clock } from '../domain/clock.ts';
import { backoffCapMs, backoffFirstMs } from '../domain/limits.ts';

/** spec "Client retry rules" 2 for reads: doubling from a second, with jitter, and an end (fault 51). */
export function backoffMs(clock: Clock, failures: number): number {
  const doubled = backoffFirstMs * 2 ** Math.min(Math.max(failures - 1, 0), 20);
  return Math.min(doubled, backoffCapMs) * (0.5 + clock.random() / 2);
}
