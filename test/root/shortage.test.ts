import { describe, expect, it } from 'vitest';
import { connectionsRoom } from '../../src/shortage.ts';

describe('fault 117: connections that a listener may hold', () => {
  it.each([
    [30, 4],
    [64, 4],
    [256, 48],
    [1_024, 240],
  ])('of a process that may open %i are %i', (limit, room) => {
    expect(connectionsRoom({ limit, open: 40 })).toBe(room);
    // Both listeners together leave more than half, or what they cannot do without.
    expect(2 * room).toBeLessThanOrEqual(Math.max(8, limit / 2));
  });
});
