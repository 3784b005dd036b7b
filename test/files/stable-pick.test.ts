import { describe, expect, it } from 'vitest';
import type { FileEntry } from '../../src/files/entry.ts';
import { namesToScan, type StableRule } from '../../src/files/stable.ts';
import { file, names, rule, watchFor } from './stable-looks.ts';

describe('pick', () => {
  const old = file('artikel_1.csv', { mtimeMs: 1 });
  const young = file('artikel_0.csv', { mtimeMs: 2 });
  const grows = (name: string) => [file(name, { size: 1 }), file(name, { size: 2 })] as const;

  it('newest: takes the youngest by mtime alone', () => {
    const look = watchFor([
      [0, old, young],
      [10_000, old, young],
    ]);
    expect(names(look)).toEqual([['artikel_0.csv']]);
    expect(look.waiting).toEqual([]);
  });

  it('newest: takes the later name of two that are equally young', () => {
    const other = { ...old, name: 'artikel_2.csv' };
    expect(
      names(
        watchFor([
          [0, old, other],
          [10_000, old, other],
        ]),
      ),
    ).toEqual([['artikel_2.csv']]);
  });

  it('newest: tells all that are there by age, and which of them are not at rest', () => {
    const look = watchFor([
      [0, young],
      [10_000, old, young],
    ]);
    const told = look.byAge?.map(({ set, isAtRest }) => [set.parts[0]?.name, isAtRest]);
    expect(told).toEqual([
      ['artikel_1.csv', false],
      ['artikel_0.csv', true],
    ]);
  });

  it('newest: waits for the youngest rather than take the one before it', () => {
    const look = watchFor([
      [0, old],
      [10_000, old, young],
    ]);
    expect(names(look)).toEqual([]);
    expect(look.waiting).toMatchObject([{ name: 'artikel_0.csv', untilMs: 20_000 }]);
  });

  it('each: takes all in name order', () => {
    const look = watchFor(
      [
        [0, old, young],
        [10_000, old, young],
      ],
      { pick: 'each' },
    );
    expect(names(look)).toEqual([['artikel_0.csv'], ['artikel_1.csv']]);
  });

  it('each: holds back what comes after a file that is not at rest', () => {
    const [before, after] = grows('artikel_1.csv');
    const [a, c] = [file('artikel_0.csv'), file('artikel_2.csv')];
    const look = watchFor(
      [
        [0, a, before, c],
        [10_000, a, after, c],
      ],
      { pick: 'each' },
    );
    expect(names(look)).toEqual([['artikel_0.csv']]);
    expect(look.waiting).toMatchObject([
      { name: 'artikel_1.csv', why: 'resting' },
      { name: 'artikel_2.csv', why: 'earlier', waitsFor: 'artikel_1.csv' },
    ]);
  });

  it('any: fault 84: one half-written file holds back no other', () => {
    const [before, after] = grows('artikel_1.csv');
    const c = file('artikel_2.csv');
    const look = watchFor(
      [
        [0, before, c],
        [10_000, after, c],
      ],
      { pick: 'any' },
    );
    expect(names(look)).toEqual([['artikel_2.csv']]);
    expect(look.waiting).toMatchObject([{ name: 'artikel_1.csv', why: 'resting' }]);
  });

  it('union: waits for every file, then takes them as one', () => {
    const [before, after] = grows('artikel_1.csv');
    const a = file('artikel_0.csv');
    expect(
      names(
        watchFor(
          [
            [0, a, before],
            [10_000, a, after],
          ],
          { pick: 'union' },
        ),
      ),
    ).toEqual([]);
    const whole = watchFor(
      [
        [0, a, after],
        [10_000, a, after],
      ],
      { pick: 'union' },
    );
    expect(names(whole)).toEqual([['artikel_0.csv', 'artikel_1.csv']]);
    expect(names(watchFor([[0]], { pick: 'union' }))).toEqual([]);
  });
});

describe('done file and companions', () => {
  const withDone: Partial<StableRule> = { doneFile: '{name}.ok', files: ['artikel*'] };
  const pair: Partial<StableRule> = { files: ['*.xml'], companions: ['offers.xml'] };

  it('waits for the done file, without a time of its own', () => {
    const a = file('artikel.csv');
    const look = watchFor(
      [
        [0, a],
        [10_000, a],
      ],
      withDone,
    );
    expect(names(look)).toEqual([]);
    expect(look.waiting).toMatchObject([{ why: 'doneFile', waitsFor: 'artikel.csv.ok' }]);
    expect(look.nextLookAtMs).toBeUndefined();
  });

  it('takes the export once its done file is there, and never the done file as an export', () => {
    const [a, ok] = [file('artikel.csv'), file('artikel.csv.ok', { size: 0 })];
    const look = watchFor(
      [
        [0, a],
        [10_000, a, ok],
      ],
      withDone,
    );
    expect(look.stable).toMatchObject([{ parts: [a], doneFiles: [ok] }]);
    expect(look.waiting).toEqual([]);
  });

  it.each([
    { quietMs: 1_000, restMs: 6_000 },
    { quietMs: 10_000, restMs: 40_000 },
    { quietMs: 60_000, restMs: 90_000 },
  ])(
    'lets an export rest for longer where the done file is that of the one before: $restMs',
    (one) => {
      const { quietMs, restMs } = one;
      const [ok, anew] = [
        file('artikel.csv.ok', { mtimeMs: 5_000 }),
        file('artikel.csv', { mtimeMs: 60_000 }),
      ];
      const lookAt = (ms: number, done: FileEntry) =>
        watchFor(
          [
            [0, anew, done],
            [1, anew, done],
            [ms, anew, done],
          ],
          { ...withDone, quietMs },
        );
      expect(lookAt(restMs - 1, ok).waiting).toMatchObject([{ why: 'resting', untilMs: restMs }]);
      expect(lookAt(restMs - 1, ok).nextLookAtMs).toBeLessThan(
        lookAt(0, ok).waiting[0]!.giveUpAtMs,
      );
      expect(names(lookAt(restMs, ok))).toEqual([['artikel.csv']]);
      expect(names(lookAt(quietMs, { ...ok, mtimeMs: 58_000 }))).toEqual([['artikel.csv']]);
      expect(names(lookAt(quietMs, { ...ok, mtimeMs: 70_000 }))).toEqual([['artikel.csv']]);
    },
  );

  it('takes an export and its companion when both are at rest, the export first', () => {
    const [main, offers] = [file('import.xml'), file('offers.xml')];
    const early = watchFor(
      [
        [0, main],
        [10_000, main, offers],
      ],
      pair,
    );
    expect(early.waiting).toMatchObject([{ name: 'import.xml', why: 'resting', untilMs: 20_000 }]);
    const look = watchFor(
      [
        [0, main],
        [10_000, main, offers],
        [20_000, main, offers],
      ],
      pair,
    );
    expect(names(look)).toEqual([['import.xml', 'offers.xml']]);
  });

  it('waits for a companion that is missing, and takes none without its export', () => {
    const [main, offers] = [file('import.xml'), file('offers.xml')];
    const alone = watchFor(
      [
        [0, main],
        [10_000, main],
      ],
      pair,
    );
    expect(alone.waiting).toMatchObject([{ why: 'companion', waitsFor: 'offers.xml' }]);
    expect(
      watchFor(
        [
          [0, offers],
          [10_000, offers],
        ],
        pair,
      ),
    ).toMatchObject({
      stable: [],
      alone: [{ name: 'offers.xml', why: 'export', waitsFor: '*.xml' }],
    });
    const memo = file('export.dbt');
    expect(
      watchFor([[0, memo]], { files: ['export.dbf'], companions: ['{stem}.dbt'] }).alone,
    ).toEqual([]);
  });

  it('waits for no companion of a .zip, which brings them along', () => {
    const packed = file('export.ZIP');
    const change = { files: ['export*'], companions: ['{stem}.dbt'] };
    expect(
      names(
        watchFor(
          [
            [0, packed],
            [10_000, packed],
          ],
          change,
        ),
      ),
    ).toEqual([['export.ZIP']]);
    const bare = file('export.dbf');
    expect(
      watchFor(
        [
          [0, bare],
          [10_000, bare],
        ],
        change,
      ).waiting,
    ).toMatchObject([{ why: 'companion', waitsFor: 'export.dbt' }]);
  });

  it.each([
    ['export.dbt', '{stem}.dbt', []],
    ['export.dbt.gz', '{stem}.dbt.gz', []],
    // As it was written before `.gz` was no part of the stem.
    ['export.dbf.dbt', '{stem}.dbt', []],
    ['other.dbt', '{stem}.dbt', [{ why: 'companion', waitsFor: 'export.dbt' }]],
  ])('finds %s beside a packed export as %s', (beside, companion, waiting) => {
    const both = [file('export.dbf.gz'), file(beside)];
    const look = watchFor(
      [
        [0, ...both],
        [10_000, ...both],
      ],
      { files: ['export*'], companions: [companion] },
    );
    expect(look.waiting.filter(({ name }) => name === 'export.dbf.gz')).toMatchObject(waiting);
    if (waiting.length === 0) expect(names(look)).toEqual([['export.dbf.gz', beside]]);
  });

  it('finds companions whatever their case where the file system does not care', () => {
    const [main, offers] = [file('Import.xml'), file('OFFERS.XML')];
    const look = watchFor(
      [
        [0, main, offers],
        [10_000, main, offers],
      ],
      { ...pair, ignoreCase: true },
    );
    expect(names(look)).toEqual([['Import.xml', 'OFFERS.XML']]);
  });

  it('names the globs that a scan needs', () => {
    expect(namesToScan({ ...rule, companions: ['offers.xml'], doneFile: '{name}.ok' })).toEqual([
      'artikel*.csv',
      'offers.xml',
      '*.ok',
    ]);
  });
});
