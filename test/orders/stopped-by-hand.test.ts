import { expect, it } from 'vitest';
import { openWritten } from './open-world.ts';

it('a command by hand does not wait where nothing is sent before a person acts, but does for a request that is under way', async () => {
  const world = await openWritten();
  const stopped = { code: 'UNAUTHENTICATED', sentence: '', remedy: '' };
  const inFlight = [1, 0];
  const lane = () => ({ lane: 'orders', inFlight: inFlight.shift() ?? 0, stopped });
  const slept: number[] = [];
  world.deps = ({ clock }) => ({
    clock: {
      ...clock,
      sleep: (waitMs, signal) => {
        slept.push(waitMs);
        return clock.sleep(waitMs === 1_000 ? 1 : waitMs, signal);
      },
    },
    sender: {
      send: async (_, signal) => {
        await clock.sleep(3_600_000, signal);
        return { kind: 'stopped', attempts: 1 };
      },
      facts: () => ({ lanes: [lane()] }) as never,
    },
  });
  world.restart();
  const stop = new AbortController();
  const end = await world.flow.command('1', { action: 'accept', signal: stop.signal });
  expect(end).toMatchObject({ outcome: 'waiting', code: 'NO_ANSWER' });
  expect([slept.filter((waitMs) => waitMs === 1_000).length, inFlight]).toEqual([2, []]);
  stop.abort();
  await world.flow.stop();
});
