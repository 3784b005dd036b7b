import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { lateExport } from '../../../src/catalog/intake/late-export.ts';
import { type Months, openMonths } from '../months.ts';

const hour = 60 * 60_000;

interface Habit {
  /** Hours of the exports, oldest first. */
  readonly at: readonly number[];
  readonly writtenAt?: number;
  readonly now: number;
}

const late = ({ at, writtenAt, now }: Habit): number | undefined =>
  lateExport({
    startedAt: at.map((hours) => hours * hour).toReversed(),
    writtenAt: writtenAt === undefined ? undefined : writtenAt * hour,
    now: now * hour,
  })?.longestMs;

const hourly = Array.from({ length: 200 }, (_, n) => n);
/** Each hour from eight to five, Monday to Friday, for two weeks. */
const workdays = Array.from({ length: 14 * 24 }, (_, n) => n).filter(
  (n) => n % 24 >= 8 && n % 24 <= 17 && Math.floor(n / 24) % 7 < 5,
);
const friday = workdays.at(-1) ?? 0;

describe('an export that is late (lessons 24)', () => {
  it.each<[what: string, habit: Habit, longestHours: number | undefined]>([
    ['comes each hour and has rested for a day', { at: hourly, now: 199 + 25 }, undefined],
    ['comes each hour and has not come since yesterday', { at: hourly, now: 199 + 27 }, 1],
    ['rests at weekends, on Monday morning', { at: workdays, now: friday + 63 }, undefined],
    ['rests at weekends, and has not begun on Monday', { at: workdays, now: friday + 80 }, 63],
    ['has come four times', { at: [0, 1, 2, 3], now: 500 }, undefined],
    ['has never come', { at: [], now: 500 }, undefined],
    ['is written anew without a change', { at: hourly, writtenAt: 220, now: 230 }, undefined],
    ['was written last when it was read', { at: hourly, writtenAt: 199, now: 230 }, 1],
    ['is written by a clock that is ahead', { at: hourly, writtenAt: 240, now: 230 }, undefined],
    ['is written by a clock that is wrong', { at: hourly, writtenAt: 9_000, now: 230 }, 1],
    ['was last read while the clock was years ahead', { at: [...hourly, 90_000], now: 230 }, 1],
    [
      'was last read while the clock was years back',
      { at: [...hourly, -90_000], now: 220 },
      undefined,
    ],
    [
      'was once read while the clock was years ahead',
      { at: [...hourly.slice(0, 100), 90_000, ...hourly.slice(100)], now: 230 },
      1,
    ],
    [
      'rested long in a month that is over',
      { at: [0, ...hourly.map((n) => n + 800)], now: 1_030 },
      1,
    ],
  ])('%s', (_, habit, longestHours) => {
    expect(late(habit)).toBe(longestHours === undefined ? undefined : longestHours * hour);
  });
});

describe('a source whose export has stopped', () => {
  let months: Months;
  afterEach(() => months.close());

  const stockOf = (quantity: number) => ['Nr;Menge', `A1;${quantity}`];
  const touch = (): void => {
    const at = new Date(months.clock.now());
    fs.utimesSync(path.join(months.shop.folder, 'out/bestand.csv'), at, at);
  };
  const needs = async () => {
    await months.catalog.pass({ quietMs: 1_000 });
    return (await months.catalog.needsYou()).filter(({ id }) => id.startsWith('late-'));
  };

  it('is reported with the age of its last export and what is usual, until one comes', async () => {
    months = await openMonths();
    await months.export('artikel.csv', ['Nr;Name;Text;Mindest', 'A1;Rad;;1']);
    for (let quantity = 1; quantity <= 6; quantity += 1) {
      await months.export('bestand.csv', stockOf(quantity));
      months.goOn(0.5);
    }
    expect(await needs()).toEqual([]);
    months.goOn(1);
    const [need, ...others] = await needs();
    // The articles came once: nothing is usual of them.
    expect(others).toEqual([]);
    expect(need).toMatchObject({
      id: 'late-stock',
      what: 'stock: no export has come for 36 hours.',
      cause: expect.stringContaining('the longest pause was 12 hours.'),
    });
    touch();
    expect(await needs()).toEqual([]);
    months.goOn(2);
    expect(await needs()).toHaveLength(1);
    await months.export('bestand.csv', stockOf(9));
    expect(await needs()).toEqual([]);
  });

  it('of every few minutes is not said to have paused for 0 hours', async () => {
    months = await openMonths();
    for (let quantity = 1; quantity <= 6; quantity += 1) {
      await months.export('bestand.csv', stockOf(quantity));
      months.goOn(1 / 96);
    }
    months.goOn(2);
    expect((await needs())[0]?.cause).toMatch(/the longest pause was 1[56] minutes\.$/);
  });

  it('is not told while it is paused, nor when its folder cannot be seen', async () => {
    months = await openMonths();
    for (let quantity = 1; quantity <= 6; quantity += 1) {
      await months.export('bestand.csv', stockOf(quantity));
      months.goOn(0.5);
    }
    months.goOn(3);
    expect(await needs()).toHaveLength(1);
    await months.catalog.setPaused('stock', true);
    expect(await needs()).toEqual([]);
    await months.catalog.setPaused('stock', false);
    fs.renameSync(path.join(months.shop.folder, 'out'), path.join(months.shop.folder, 'away'));
    expect(await needs()).toEqual([]);
  });
});
