import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NextHashes } from '../../../src/catalog/pass/next-hashes.ts';

const before = Int32Array.of(2, 1, 4, 3, 6, 5, 8, 7);

describe('the hashes of a file for the next one', () => {
  it('are the array of the file before, if every record is settled in its place', () => {
    const next = new NextHashes(before, 5);
    next.set(0, 2, 1);
    next.carry(before.subarray(2, 6), 1);
    next.set(3, 8, 7);
    expect(next.take(4).buffer).toBe(before.buffer);
  });

  it('are not those of the file before, if one half of a hash differs', () => {
    for (const [low, high] of [
      [2, 3],
      [4, 1],
    ] as const) {
      const next = new NextHashes(before, 5);
      next.set(0, low, high);
      expect([...next.take(1)]).toEqual([low, high]);
    }
  });

  it('are not those of the file before for a record that nobody set, or of another array', () => {
    const skipped = new NextHashes(before, 5);
    skipped.set(1, 4, 3);
    expect([...skipped.take(2)]).toEqual([0, 0, 4, 3]);
    const other = new NextHashes(before, 5);
    other.carry(Int32Array.of(9, 9), 0);
    expect([...other.take(1)]).toEqual([9, 9]);
  });

  it('leave those of the file before as they were, when a record differs or counts no longer', () => {
    const next = new NextHashes(before, 5);
    next.carry(before.subarray(0, 4), 0);
    next.set(1, 0, 0);
    expect([...next.take(2)]).toEqual([2, 1, 0, 0]);
    expect([...before]).toEqual([2, 1, 4, 3, 6, 5, 8, 7]);
  });

  it('hold for each record what was set last and 0 for one that nobody set, whatever the file before had', () => {
    const place = fc.nat(6);
    const step = fc.oneof(
      fc.record({
        record: place,
        low: fc.constantFrom(0, 2, 4, 6),
        high: fc.constantFrom(0, 1, 3),
      }),
      fc.record({ record: place, first: fc.nat(3), records: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ own: place }),
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.integer({ min: 0, max: 8 }),
        (steps, records) => {
          const next = new NextHashes(before, 5);
          const expected = new Map<number, [number, number]>();
          for (const given of steps) {
            if ('low' in given) {
              next.set(given.record, given.low, given.high);
              expected.set(given.record, [given.low, given.high]);
              continue;
            }
            const {
              first,
              records: many,
              record,
            } = 'own' in given ? { first: given.own, records: 1, record: given.own } : given;
            const part = before.subarray(2 * first, 2 * (first + many));
            next.carry(part, record);
            for (let at = 0; at < part.length / 2; at += 1)
              expected.set(record + at, [part[2 * at] ?? 0, part[2 * at + 1] ?? 0]);
          }
          const whole = Array.from(
            { length: records },
            (_, record) => expected.get(record) ?? [0, 0],
          );
          expect([...next.take(records)]).toEqual(whole.flat());
        },
      ),
      { numRuns: 500 },
    );
  });
});
