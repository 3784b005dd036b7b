import type { Clock } from '../domain/clock.ts';
import { createListening } from '../domain/silence.ts';

/**
 * Whether somebody is told of so many files that have stood for `watchdogMs` by their dates. A clock that has been set
 * says nothing of how long they have stood: from then on they have that time once more (fault 113).
 */
export function createWatchdog(clock: Clock, watchdogMs: number): (overdue: number) => boolean {
  const sinceMs = createListening(clock);
  const startedMs = sinceMs();
  let isTold = false;
  return (overdue) => {
    const setMs = sinceMs();
    const isSure = setMs === startedMs || clock.now() - setMs > watchdogMs;
    isTold = overdue > 0 && (isTold || isSure);
    return isTold;
  };
}
