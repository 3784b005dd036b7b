import { describe, expect, it } from 'vitest';
import { createDrain } from '../../../src/catalog/requests/drain.ts';

let nowMs = 0;
const clock = { now: () => 1_000_000 + nowMs, monotonic: () => nowMs };

describe('when the backlog empties', () => {
  it('is told from the pace of the last five minutes, and not at all while nothing is answered', () => {
    nowMs = 0;
    const drain = createDrain(clock);
    expect(drain.emptyAt(100)).toBeUndefined();
    for (let second = 0; second < 600; second += 1) {
      // Ten times as fast in the beginning: that is forgotten.
      drain.took(second < 200 ? 100 : 10);
      nowMs += 1_000;
    }
    const leftMs = (drain.emptyAt(6_000) ?? 0) - clock.now();
    expect(leftMs).toBeGreaterThan(590_000);
    expect(leftMs).toBeLessThan(620_000);
    expect(drain.emptyAt(0)).toBeUndefined();
    nowMs += 310_000;
    expect(drain.emptyAt(6_000)).toBeUndefined();
  });
});
