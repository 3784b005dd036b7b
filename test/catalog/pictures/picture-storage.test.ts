import { expect, it } from 'vitest';
import { createStorageGate } from '../../../src/catalog/pictures/picture-storage.ts';
import { systemClock } from '../../../src/clock.ts';

it('fault 51: a storage that is silent gets one upload for each step, 1 s doubling to 5 min at most', () => {
  let nowMs = 0;
  const clock = { ...systemClock, monotonic: () => nowMs, random: () => 0 };
  const gate = createStorageGate(clock);
  expect(gate.isProbing).toBe(false);
  const waits = Array.from({ length: 12 }, () => {
    gate.failed();
    const waitMs = gate.opensAt() - nowMs;
    nowMs = gate.opensAt();
    return waitMs / 1_000;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 150, 150, 150, 150]);
  expect(gate.isProbing).toBe(true);
  gate.answered();
  expect(gate).toMatchObject({ isProbing: false });
  expect(gate.opensAt()).toBe(0);
});
