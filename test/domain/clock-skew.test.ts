import { describe, expect, it } from 'vitest';
import { clockFinding } from '../../src/check/world.ts';
import { clockNeed, clockSkewLevel } from '../../src/domain/clock-skew.ts';

describe('fault 103: a clock that is off', () => {
  it.each([
    [0, 'ok', 'ok'],
    [59_999, 'ok', 'ok'],
    [60_000, 'alarm', 'warning'],
    [239_999, 'alarm', 'warning'],
    [240_000, 'red', 'error'],
    [86_400_000, 'red', 'error'],
  ])('by %d ms, ahead or behind, is: %s', (skewMs, level, finding) => {
    for (const signed of [skewMs, -skewMs]) {
      expect(clockSkewLevel(signed)).toBe(level);
      expect(clockFinding('https://market.example', signed)).toMatchObject([{ level: finding }]);
      const ids = clockNeed(signed).map(({ id }) => id);
      expect(ids).toEqual(level === 'ok' ? [] : [`clock:${level}`]);
    }
  });

  it('says by how much, and which of the two is ahead', () => {
    expect(clockNeed(412_300)[0]?.cause).toBe('It is 412 s ahead of the clock of the marketplace.');
    expect(clockNeed(-90_000)[0]?.cause).toBe('It is 90 s behind the clock of the marketplace.');
  });
});
