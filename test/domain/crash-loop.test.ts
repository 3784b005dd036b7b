import { describe, expect, it } from 'vitest';
import {
  crashLoop,
  type Ends,
  loopEnds,
  loopWindowMs,
  noEnds,
  withEnd,
} from '../../src/domain/crash-loop.ts';

const minuteMs = 60_000;
const start = Date.UTC(2026, 10, 20, 8);

/** Ends one after the other, so far apart. */
function ends(count: number, apartMs: number): Ends {
  const times = Array.from({ length: count }, (_, index) => start + index * apartMs);
  return times.reduce((known, atMs) => withEnd(known, atMs, `end at ${atMs}`), noEnds);
}

const lastOf = ({ recent }: Ends): number => recent.at(-1) ?? 0;

describe('fault 116: ends that repeat', () => {
  it('are a loop from the fifth within half an hour on, and tell how many, since when and why', () => {
    expect(crashLoop(ends(4, minuteMs), start)).toBeUndefined();
    const five = ends(loopEnds, minuteMs);
    expect(crashLoop(five, lastOf(five))).toEqual({
      ...{ count: 5, since: start, cause: `end at ${lastOf(five)}` },
      untilMs: lastOf(five) + 5 * minuteMs,
    });
  });

  it('are none where they lie further apart', () => {
    const rare = ends(50, loopWindowMs / (loopEnds - 1));
    expect(crashLoop(rare, lastOf(rare))).toBeUndefined();
    expect(rare.recent.length).toBeLessThan(loopEnds);
  });

  it('count with the pauses that Windows makes between its restarts', () => {
    const pausesMs = [10_000, minuteMs, 5 * minuteMs, 5 * minuteMs];
    let atMs = start;
    let known = withEnd(noEnds, atMs, 'x');
    for (const pauseMs of pausesMs) {
      // It works for four minutes before it ends again.
      atMs += pauseMs + 4 * minuteMs;
      known = withEnd(known, atMs, 'x');
    }
    expect(known.loop).toEqual({ count: 5, since: start });
  });

  it('make each try wait twice as long, and an hour at most', () => {
    let known = ends(loopEnds, minuteMs);
    const pauses = Array.from({ length: 7 }, () => {
      const { untilMs = 0 } = crashLoop(known, lastOf(known)) ?? {};
      const pause = (untilMs - lastOf(known)) / minuteMs;
      expect(crashLoop(known, untilMs)).toBeUndefined();
      known = withEnd(known, untilMs + 3 * minuteMs, 'again');
      return pause;
    });
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60, 60]);
    expect(known.loop).toEqual({ count: 12, since: start });
  });

  it('make nobody wait for longer because a clock was set back', () => {
    const five = ends(loopEnds, minuteMs);
    const backMs = start - 24 * 60 * minuteMs;
    expect(crashLoop(five, backMs)?.untilMs).toBe(backMs + 5 * minuteMs);
  });
});
