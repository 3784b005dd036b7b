import { describe, expect, it } from 'vitest';
import { stableGraceMs } from '../../src/domain/stable-grace.ts';
import type { FileEntry } from '../../src/files/entry.ts';
import { file, names, watchFor } from './stable-looks.ts';

describe('observe', () => {
  it('takes a file that did not change for the quiet time', () => {
    const a = file('artikel.csv');
    expect(
      names(
        watchFor([
          [0, a],
          [9_999, a],
        ]),
      ),
    ).toEqual([]);
    expect(
      names(
        watchFor([
          [0, a],
          [10_000, a],
        ]),
      ),
    ).toEqual([['artikel.csv']]);
  });

  it('looks twice at a file that lay there long before the start', () => {
    const old = file('artikel.csv', { mtimeMs: -1e12 });
    const first = watchFor([[0, old]]);
    expect(names(first)).toEqual([]);
    expect(first.waiting).toEqual([
      { name: 'artikel.csv', why: 'resting', untilMs: 10_000, giveUpAtMs: 10_000 + stableGraceMs },
    ]);
    expect(first.nextLookAtMs).toBe(10_000);
  });

  it('looks twice even without a quiet time', () => {
    const a = file('artikel.csv');
    expect(names(watchFor([[0, a]], { quietMs: 0 }))).toEqual([]);
    expect(
      names(
        watchFor(
          [
            [0, a],
            [0, a],
          ],
          { quietMs: 0 },
        ),
      ),
    ).toEqual([['artikel.csv']]);
  });

  it.each<
    [what: string, begunAt: number, looks: readonly (readonly [nowMs: number, dated: number])[]]
  >([
    [
      'its date where it does not change',
      5,
      [
        [0, 5],
        [10_000, 5],
      ],
    ],
    [
      'its first date while it grows',
      7,
      [
        [0, 7],
        [4_000, 3_990],
        [9_000, 8_990],
        [19_000, 8_990],
      ],
    ],
    [
      'that of its last writing',
      12,
      [
        [0, 5],
        [10_000, 5],
        [12_000, 12],
        [14_000, 14],
        [24_000, 14],
      ],
    ],
    [
      'that of its first writing since a rest before the first look',
      86_400_000,
      [
        [0, 5],
        [2_000, 86_400_000],
        [4_000, 86_402_000],
        [14_000, 86_402_000],
      ],
    ],
    [
      'an older one that it has in the end',
      3,
      [
        [0, 50],
        [1_000, 3],
        [11_000, 3],
      ],
    ],
  ])('says when a file was begun: %s', (_, begunAt, looks) => {
    const seen = looks.map(
      ([nowMs, mtimeMs]) => [nowMs, file('artikel.csv', { mtimeMs })] as const,
    );
    expect(watchFor(seen).stable).toMatchObject([{ begunAt }]);
  });

  describe('says of one that waits for its done file that it was begun', () => {
    const day = 86_400_000;
    const part = (mtimeMs: number, change = {}) => file('artikel.csv', { mtimeMs, ...change });
    const ok = (mtimeMs: number) => file('artikel.csv.ok', { mtimeMs });
    const begun = (...looks: Parameters<typeof watchFor>[0][number][]) => {
      const [last = [0]] = looks.slice(-1);
      const [lastMs, ...entries] = last;
      const atRest = [lastMs + 10_000, ...entries] as const;
      return watchFor([...looks, atRest], { doneFile: '{name}.ok' }).stable[0]?.begunAt;
    };

    it('before its pause, however long that was', () => {
      const whole = part(90_000, { size: 300 });
      expect(begun([0, part(5)], [60_000, part(5)], [90_000, whole, ok(90_000)])).toBe(5);
    });

    it('before it was cut to its size or took its name at its end, without a rest between', () => {
      const end = (change: object) => [5_000, part(5_000, change), ok(5_000)] as const;
      expect(begun([0, part(5)], end({ size: 99 }))).toBe(5);
      expect(begun([0, part(5)], end({ ino: '8' }))).toBe(5);
    });

    it('before its pause, where the done file of the export before still lies there', () => {
      const [half, whole] = [part(11_000), part(60_000, { size: 300 })];
      const yesterday = [part(5), ok(5)];
      const rested = [[0, ...yesterday] as const, [10_000, ...yesterday] as const];
      const paused = [[12_000, half, ok(5)] as const, [40_000, half, ok(5)] as const];
      expect(begun(...rested, ...paused, [60_000, whole, ok(60_000)])).toBe(11_000);
    });

    it('when it was begun once more: from nothing, as another file, or on another day', () => {
      const [again, other, later] = [{ size: 99 }, { ino: '8' }, { size: 101 }];
      const writtenAt = (mtimeMs: number, change: object) =>
        begun([0, part(5)], [60_000, part(5)], [90_000, part(mtimeMs, change), ok(mtimeMs)]);
      expect(writtenAt(90_000, again)).toBe(90_000);
      expect(writtenAt(90_000, other)).toBe(90_000);
      expect(writtenAt(day + 6, later)).toBe(day + 6);
    });

    it('after the rest of the one before, whose done file was there, or is gone since it was read', () => {
      const look = [90_000, part(90_000), ok(90_000)] as const;
      expect(begun([0, part(5), ok(5)], [60_000, part(5), ok(5)], look)).toBe(90_000);
      expect(begun([0, part(5)], [9_000, part(5), ok(5)], [60_000, part(5), ok(5)], look)).toBe(
        90_000,
      );
    });

    it('after the rest of the one before, where the files of a union are written one by one', () => {
      const one = (mtimeMs: number) => file('artikel_1.csv', { mtimeMs });
      const other = (mtimeMs: number) => file('artikel_2.csv', { mtimeMs });
      const done = [file('artikel_1.csv.ok'), file('artikel_2.csv.ok')];
      const seen = watchFor(
        [
          [0, one(5), other(5), ...done],
          [10_000, one(5), other(5), ...done],
          [60_000, one(5), other(5)],
          [70_000, one(70_000), other(5)],
          [90_000, one(70_000), other(90_000)],
          [91_000, one(70_000), other(90_000), ...done.map((ok) => ({ ...ok, mtimeMs: 91_000 }))],
          [101_000, one(70_000), other(90_000), ...done.map((ok) => ({ ...ok, mtimeMs: 91_000 }))],
        ],
        { doneFile: '{name}.ok', pick: 'union' },
      );
      expect(seen.stable).toMatchObject([{ begunAt: 70_000 }]);
    });
  });

  const changes: readonly [what: string, change: Partial<FileEntry>][] = [
    ['grew', { size: 101 }],
    ['was written again', { mtimeMs: 6 }],
    ['was written with its old time set back', { ctimeMs: 6 }],
    ['was replaced by a rename', { ino: '8' }],
  ];
  it.each(changes)('fault 1: begins to wait again for a file that %s', (_, change) => {
    const [a, b] = [file('artikel.csv'), file('artikel.csv', change)];
    expect(
      names(
        watchFor([
          [0, a],
          [9_000, b],
          [12_000, b],
        ]),
      ),
    ).toEqual([]);
    expect(
      names(
        watchFor([
          [0, a],
          [9_000, b],
          [19_000, b],
        ]),
      ),
    ).toEqual([['artikel.csv']]);
  });

  it('fault 20: a file dated in the future, or by a clock set back, rests like any other', () => {
    const future = file('artikel.csv', { mtimeMs: 9e12 });
    expect(
      names(
        watchFor([
          [0, future],
          [10_000, future],
        ]),
      ),
    ).toEqual([['artikel.csv']]);
    const past = file('artikel.csv', { mtimeMs: 1, ctimeMs: 1 });
    expect(
      names(
        watchFor([
          [0, future],
          [10_000, past],
          [20_000, past],
        ]),
      ),
    ).toEqual([['artikel.csv']]);
  });

  it('begins again with a file that went away and came back', () => {
    const a = file('artikel.csv');
    expect(names(watchFor([[0, a], [5_000], [10_000, a]]))).toEqual([]);
  });

  it('gives up on a file that never rests, measured from its first sight', () => {
    const looks = [0, 9_000, 18_000, 27_000].map(
      (nowMs) => [nowMs, file('artikel.csv', { size: nowMs })] as const,
    );
    expect(watchFor(looks).waiting).toMatchObject([{ untilMs: 37_000, giveUpAtMs: 70_000 }]);
  });

  it('counts a rewrite after a rest as a new wait', () => {
    const [a, b] = [file('artikel.csv'), file('artikel.csv', { size: 1 })];
    const look = watchFor([
      [0, a],
      [100_000, a],
      [200_000, b],
    ]);
    expect(look.waiting).toMatchObject([{ untilMs: 210_000, giveUpAtMs: 270_000 }]);
  });

  it('has nothing to wait for in an empty folder', () => {
    expect(watchFor([[0]])).toMatchObject({ stable: [], waiting: [] });
    expect(watchFor([[0]]).nextLookAtMs).toBeUndefined();
  });
});
