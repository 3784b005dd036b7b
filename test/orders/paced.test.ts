import { describe, expect, it } from 'vitest';
import { createPaced, type Turn } from '../../src/orders/paced.ts';
import { createResting } from '../../src/orders/resting.ts';
import { FakeClock } from '../support/fake-clock.ts';

function openLoop(turn: Turn) {
  const clock = new FakeClock();
  const failures: unknown[] = [];
  let idles = 0;
  const loop = createPaced(
    { clock, failed: (cause) => failures.push(cause), wentIdle: () => (idles += 1) },
    turn,
  );
  return { clock, loop, failures, idles: () => idles };
}

describe('a paced loop', () => {
  it('turns at its own pace', async () => {
    let turns = 0;
    const { clock, loop } = openLoop(async () => {
      turns += 1;
      return 1_000;
    });
    loop.start();
    await clock.pass(3_500);
    expect(turns).toBe(4);
    await loop.stop();
  });

  it('turns at once when it is nudged, and once for many nudges', async () => {
    let turns = 0;
    const { clock, loop } = openLoop(async () => {
      turns += 1;
      return 60_000;
    });
    loop.start();
    await clock.pass(10);
    for (let nudge = 0; nudge < 100; nudge += 1) loop.nudge();
    await clock.pass(10);
    expect(turns).toBe(2);
    await loop.stop();
  });

  it('turns again for a nudge that comes while it works', async () => {
    let turns = 0;
    const { clock, loop } = openLoop(async () => {
      turns += 1;
      if (turns === 1) loop.nudge();
      return 60_000;
    });
    loop.start();
    await clock.pass(10);
    expect(turns).toBe(2);
    expect(loop.isIdle()).toBe(true);
    loop.nudge();
    expect(loop.isIdle()).toBe(false);
    await loop.stop();
  });

  it('ends with what a turn threw, and tells it', async () => {
    const { clock, loop, failures } = openLoop(async () => {
      throw new Error('disk');
    });
    loop.start();
    await clock.pass(10);
    expect(failures).toEqual([new Error('disk')]);
    await loop.stop();
  });

  it('stops in the middle of a wait and of a turn', async () => {
    const { clock, loop } = openLoop(async (signal) => {
      await clock.sleep(1e9, signal);
      return 1e9;
    });
    loop.start();
    await clock.pass(10);
    await loop.stop();
    expect(clock.sleeping).toBe(0);
  });
});

describe('resting orders', () => {
  it('wait longer with every failure, and not at all once they answered', () => {
    const clock = new FakeClock();
    const resting = createResting(clock);
    const restOf = async () => {
      resting.rest('1');
      const since = clock.monotonic();
      while (resting.isResting('1')) await clock.pass(100);
      return clock.monotonic() - since;
    };
    return (async () => {
      const rests = [await restOf(), await restOf(), await restOf()];
      expect(rests).toEqual(rests.toSorted((a, b) => a - b));
      expect(rests[2]).toBeGreaterThan(rests[0]! * 2);
      resting.heal('1');
      expect(await restOf()).toBe(rests[0]);
    })();
  });

  it('are remembered up to a limit, the oldest forgotten first', () => {
    const resting = createResting(new FakeClock());
    for (let order = 0; order <= 1_000; order += 1) resting.rest(String(order));
    expect(resting.orders()).toHaveLength(1_000);
    expect([resting.isResting('0'), resting.isResting('1000')]).toEqual([false, true]);
  });
});
