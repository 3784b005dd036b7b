import { describe, expect, it, vi } from 'vitest';
import { openWorld } from './open-world.ts';

const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 4_000, interval: 5 });

describe('the running order side before orders.startFrom', () => {
  it('asks as soon as it is nudged, however rarely it polls', async () => {
    const world = openWorld({ options: { startFrom: '2062-01-01T00:00:00Z', pollGapMs: 1 } });
    world.flow.start();
    await until(() => world.flow.facts().feed.state === 'notBegun');
    world.flow.nudge();
    await until(() => world.market.asked.length === 2);
  });

  it('is about to begin once orders.startFrom has come, until the next poll', async () => {
    const startFrom = '2062-01-01T00:00:00Z';
    let passedMs = 0;
    const world = openWorld({
      options: { startFrom },
      deps: ({ clock }) => ({
        clock: { ...clock, monotonic: () => clock.monotonic() + passedMs },
      }),
    });
    world.flow.start();
    await until(() => world.store.log.recall('feed.firstStart') !== undefined);
    expect(world.flow.facts().feed.state).toBe('notBegun');
    passedMs = Date.parse(startFrom);
    expect(world.flow.facts().feed.state).toBe('starting');
  });
});
