import { describe, expect, it } from 'vitest';
import {
  delivered,
  emptyLedger,
  type Ledger,
  type Look,
  type News,
  newsOf,
  notDelivered,
} from '../../src/alerts/ledger.ts';
import { look } from './needs.ts';

const minute = 60_000;
const quietForMs = 15 * minute;

/** Tells each look in turn; answers what was told, as `+` and `-`. */
function tellAll(looks: readonly (readonly [atMs: number, look: Look])[]): string[] {
  let ledger: Ledger = emptyLedger;
  return looks.map(([nowMs, seen]) => {
    const news = newsOf(ledger, seen, { nowMs, quietForMs });
    if (news === undefined) return '';
    ledger = delivered(ledger, news, nowMs);
    return textOf(news);
  });
}

function textOf({ come, gone }: News): string {
  return [...come.map(({ need }) => `+${need.id}`), ...gone.map(({ id }) => `-${id}`)].join(' ');
}

describe('what a channel tells (lessons 24)', () => {
  it('a need once when it comes and once when it has gone', () => {
    const told = tellAll([
      [0, look('offline-articles')],
      [minute, look('offline-articles')],
      [2 * minute, look()],
      [3 * minute, look()],
    ]);
    expect(told).toEqual(['+offline-articles', '', '-offline-articles', '']);
  });

  it('several at once in one message', () => {
    expect(tellAll([[0, look('stopped-X', 'held:1')]])).toEqual(['+stopped-X +held:1']);
  });

  it('what comes and goes again and again at most once in the quiet time', () => {
    const told = tellAll([
      [0, look('offline-articles')],
      [minute, look()],
      [2 * minute, look('offline-articles')],
      [3 * minute, look()],
      [4 * minute, look('offline-articles')],
      [16 * minute, look('offline-articles')],
    ]);
    expect(told).toEqual([
      '+offline-articles',
      '-offline-articles',
      '',
      '',
      '',
      '+offline-articles',
    ]);
  });

  it('a plan that is held in place of another one as the same thing, later', () => {
    const told = tellAll([
      [0, look('held:1')],
      [5 * minute, look('held:2')],
      [14 * minute, look('held:2')],
      [16 * minute, look('held:3')],
      [17 * minute, look()],
    ]);
    expect(told).toEqual(['+held:1', '', '', '+held:3', '-held:1 -held:3']);
  });

  it('twenty parked orders in two messages, none of them left out', () => {
    const all = Array.from({ length: 20 }, (_, at) => `ORDER_FORMAT ${at} v1`);
    const told = tellAll([
      [0, look(...all.slice(0, 3))],
      [minute, look(...all.slice(0, 9))],
      [2 * minute, look(...all)],
      [16 * minute, look(...all)],
    ]);
    expect(told.map((text) => text.match(/\+/g)?.length ?? 0)).toEqual([3, 0, 0, 17]);
  });

  it('another need at once, whatever is quiet', () => {
    const told = tellAll([
      [0, look('held:1')],
      [minute, look('held:1', 'stopped-UNAUTHENTICATED')],
    ]);
    expect(told[1]).toBe('+stopped-UNAUTHENTICATED');
  });

  it.each([
    ['that is over by the next try with its end', look(), '-held:1'],
    ['that still stands then as a new one', look('held:1'), '+held:1'],
    ['in whose place another one stands as that one', look('held:2'), '+held:2'],
  ])('a need that did not reach anybody and %s', (_, then, told) => {
    const when = { nowMs: minute, quietForMs };
    const news = newsOf(emptyLedger, look('held:1'), when);
    const failed = notDelivered(notDelivered(emptyLedger, news!), news!);
    expect(failed.told).toMatchObject([{ id: 'held:1', untoldSinceMs: 0 }]);
    const next = newsOf(failed, then, when)!;
    expect(textOf(next)).toBe(told);
    expect(newsOf(delivered(failed, next, minute), then, when)).toBeUndefined();
  });

  it('a need also where the wall clock has been set back meanwhile (fault 113)', () => {
    const told = tellAll([
      [60 * minute, look('held:1')],
      [61 * minute, look()],
      [minute, look('held:2')],
    ]);
    expect(told).toEqual(['+held:1', '-held:1', '+held:2']);
  });
});
