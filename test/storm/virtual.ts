import type { Clock } from '../../src/domain/clock.ts';
import type { FakeClock } from '../support/fake-clock.ts';

/** The catalogue takes functions of its clock as they are, without the object. */
export function bound(clock: FakeClock): Clock {
  return {
    // Whole milliseconds, as a wall clock has them.
    now: () => Math.floor(clock.now()),
    monotonic: () => clock.monotonic(),
    random: () => clock.random(),
    sleep: (waitMs, signal) => clock.sleep(waitMs, signal),
    breathe: () => clock.breathe(),
  };
}

/** Virtual time, beside real files: it goes on in steps while the disk works. */
export async function during<Value>(clock: FakeClock, work: Promise<Value>): Promise<Value> {
  let isDone = false;
  const end = (): void => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) await clock.step();
  return work;
}
