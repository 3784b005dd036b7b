import { systemClock } from '../../src/clock.ts';
import type { Clock } from '../../src/domain/clock.ts';

/** Time that runs so many times as fast between two attempts; what has to measure deadlines takes the real one. */
export const fastClock = (speed: number): Clock => ({
  ...systemClock,
  monotonic: () => systemClock.monotonic() * speed,
  sleep: (waitMs, signal) => systemClock.sleep(waitMs / speed, signal),
});
