import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';

describe('the one real clock', () => {
  it('fault 114: never hands a wait to the timer that would fire at once', async () => {
    const waits: number[] = [];
    const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      run: () => void,
      wait: number,
    ) => {
      waits.push(wait);
      queueMicrotask(run);
      return 0;
    }) as never);
    for (const wait of [2 ** 31, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN, -5, 10])
      await systemClock.sleep(wait);
    timer.mockRestore();
    expect(waits).toEqual([2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1, 0, 0, 10]);
  });

  it('ends a wait when its signal is aborted, before and meanwhile', async () => {
    const stopping = new AbortController();
    const sleeping = systemClock.sleep(3_600_000, stopping.signal);
    stopping.abort();
    await sleeping;
    await systemClock.sleep(3_600_000, stopping.signal);
    expect(stopping.signal.aborted).toBe(true);
  });

  it('measures with a clock that does not run backwards', async () => {
    const before = systemClock.monotonic();
    await systemClock.breathe();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before);
  });
});
