import { expect, it } from 'vitest';
import { impatient, openWritten, silent } from './open-world.ts';

it('a command by hand does not wait where nothing is sent before a person acts, but does for a request that is under way', async () => {
  const world = await openWritten();
  const stopped = { code: 'UNAUTHENTICATED', sentence: '', remedy: '' };
  const inFlight = [1, 0];
  const lane = () => ({ lane: 'orders', inFlight: inFlight.shift() ?? 0, stopped });
  const refused = { ...silent, facts: () => ({ lanes: [lane()] }) as never };
  const slept = impatient(world, 1_000, refused);
  const stop = new AbortController();
  const end = await world.flow.command('1', { action: 'accept', signal: stop.signal });
  expect(end).toMatchObject({ outcome: 'waiting', code: 'NO_ANSWER' });
  expect([slept.filter((waitMs) => waitMs === 1_000).length, inFlight]).toEqual([2, []]);
  stop.abort();
  await world.flow.stop();
});
