import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Parts } from '../../src/app.ts';
import { systemClock } from '../../src/clock.ts';
import { nextTime, reconcileByClock } from '../../src/reconcile.ts';

const zone = process.env['TZ'];

afterEach(() => {
  vi.useRealTimers();
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

function openClock(pattern: string, now: Date) {
  vi.useFakeTimers({ now });
  const stopping = new AbortController();
  const reconcile = vi.fn(async () => ({ differences: 0 }));
  reconcileByClock({
    clock: systemClock,
    config: { catalog: { reconcile: pattern } },
    catalog: { reconcile },
    openOrders: { tell: async () => undefined },
    log: { info: () => undefined, warn: () => undefined },
    signal: stopping.signal,
  } as unknown as Parts);
  return { reconcile, stopping };
}

const minute = 60_000;

describe('the comparison by the clock', () => {
  it('is made at its time, and not after the stop', async () => {
    const { reconcile, stopping } = openClock('0 3 * * *', new Date(2026, 6, 1, 2, 59));
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(reconcile).toHaveBeenCalledTimes(1);
    stopping.abort();
    await vi.advanceTimersByTimeAsync(48 * 60 * minute);
    expect(reconcile).toHaveBeenCalledTimes(1);
  });

  it('is made once where the machine slept over its time, however often that came', async () => {
    const { reconcile } = openClock('0 * * * *', new Date(2026, 6, 1, 2, 59));
    vi.setSystemTime(new Date(2026, 6, 1, 7, 30));
    await vi.advanceTimersByTimeAsync(minute);
    expect(reconcile).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(30 * minute);
    expect(reconcile).toHaveBeenCalledTimes(2);
  });

  it('is not made again where the clock is put back over its time', async () => {
    const { reconcile } = openClock('0 3 * * *', new Date(2026, 6, 1, 2, 59));
    await vi.advanceTimersByTimeAsync(2 * minute);
    vi.setSystemTime(new Date(2026, 6, 1, 2, 30));
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(reconcile).toHaveBeenCalledTimes(1);
  });

  it('fault 113: is made at its time where the clock was years ahead and is put right', async () => {
    const { reconcile } = openClock('0 3 * * *', new Date(2028, 6, 1, 2, 30));
    vi.setSystemTime(new Date(2026, 6, 1, 0, 30));
    await vi.advanceTimersByTimeAsync(180 * minute);
    expect(reconcile).toHaveBeenCalledTimes(1);
  });

  it('fault 113: is made once at once where the clock jumps over years, without a walk through them', async () => {
    const { reconcile } = openClock('* * * * *', new Date(2026, 6, 1, 2, 59));
    vi.setSystemTime(new Date(2036, 6, 1));
    const begun = process.cpuUsage();
    await vi.advanceTimersByTimeAsync(minute);
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000);
    expect(reconcile).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['30 2 * * *', '2026-03-28T20:00+01:00', '2026-03-29T03:30+02:00'],
    ['*/30 2 * * *', '2026-03-29T01:00+01:00', '2026-03-29T03:00+02:00'],
    ['*/30 2 * * *', '2026-03-29T03:00+02:00', '2026-03-30T02:00+02:00'],
    ['0 2,14 * * *', '2026-03-29T01:00+01:00', '2026-03-29T03:00+02:00'],
    ['0 3 * * *', '2026-03-28T20:00+01:00', '2026-03-29T03:00+02:00'],
    ['0 5 1 * *', '2026-03-28T20:00+01:00', '2026-04-01T05:00+02:00'],
    ['30 2 * * *', '2026-10-24T20:00+02:00', '2026-10-25T02:30+01:00'],
    ['30 2 * * *', '2026-10-25T02:30+01:00', '2026-10-26T02:30+01:00'],
  ])('by %s is made after %s at %s', (pattern, after, next) => {
    process.env['TZ'] = 'Europe/Berlin';
    const now = Date.parse(after);
    vi.useFakeTimers({ now });
    // node-cron keeps the zone of its first time.
    expect(nextTime(pattern, now, 'Europe/Berlin')).toBe(Date.parse(next));
  });
});
