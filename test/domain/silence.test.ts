import { describe, expect, it } from 'vitest';
import { createListening, lateOrders, silences } from '../../src/domain/silence.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { sampleFacts } from '../web/sample-facts.ts';

const minute = 60_000;

/** What a daemon would tell whose clock this is. */
function ears(facts: { answeredAt?: number; polledAt?: number }) {
  const clock = new FakeClock();
  const since = createListening(clock);
  const tell = (): string[] => {
    const { answeredAt, polledAt } = facts;
    const { marketplace, orders } = sampleFacts;
    const told = silences(
      {
        marketplace: {
          ...marketplace,
          lastFailure: { at: clock.now(), sentence: 'No connection.' },
          ...(answeredAt === undefined ? {} : { lastAnswerAt: answeredAt }),
        },
        orders: {
          ...orders!,
          feed: {
            state: 'waiting',
            pollEveryMs: 60_000,
            ...(polledAt === undefined ? {} : { lastPollAt: polledAt }),
          },
        },
      },
      clock.now(),
      since(),
    );
    return told.map(({ id }) => id);
  };
  return { clock, tell };
}

describe('silence that a daemon tells', () => {
  it('counts from its start: a machine that comes up waits for its network', async () => {
    const { clock, tell } = ears({ polledAt: 0 });
    expect(tell()).toEqual([]);
    await clock.pass(4 * minute);
    expect(tell()).toEqual([]);
    await clock.pass(2 * minute);
    expect(tell()).toEqual(['silent-marketplace', 'silent-orders']);
  });

  it('is not made by a clock that is set, and not hidden by one (fault 113)', async () => {
    const start = new FakeClock().now();
    for (const jumpMs of [90 * minute, -90 * minute]) {
      const { clock, tell } = ears({ answeredAt: start, polledAt: start });
      await clock.pass(minute);
      expect(tell()).toEqual([]);
      clock.jump(jumpMs);
      expect(tell()).toEqual([]);
      await clock.pass(6 * minute);
      expect(tell()).toContain('silent-orders');
    }
  });

  it('says why the feed was not read, where that is known', () => {
    const { marketplace, orders } = sampleFacts;
    const feed = { state: 'waiting', pollEveryMs: minute, lastPollAt: minute } as const;
    const told = (lastFailure: string) =>
      silences(
        { marketplace, orders: { ...orders!, feed: { ...feed, lastFailure } } },
        21 * minute,
      ).map(({ cause }) => cause);
    expect(told('The feed was not read: answered 500.')).toContain(
      'Orders were last read 20 minutes ago. The feed was not read: answered 500.',
    );
  });

  it('counts no minutes from a read that is later than now: the clock was set back', () => {
    const feed = { state: 'waiting', pollEveryMs: minute, lastPollAt: 90 * minute } as const;
    const ears = { nowMs: 21 * minute, listeningSinceMs: 10 * minute };
    const [told] = lateOrders({ ...sampleFacts.orders!, feed }, ears);
    expect(told?.cause).toBe(
      'Orders were last read at 1970-01-01T01:30:00.000Z, before the clock was set back.',
    );
  });

  it('names no command that would only show the same words again', () => {
    const feed = { state: 'waiting', pollEveryMs: minute, lastPollAt: minute } as const;
    const [told] = lateOrders({ ...sampleFacts.orders!, feed }, { nowMs: 21 * minute });
    expect(told?.fix).toContain('stockhand check');
    expect(told?.fix).not.toContain('stockhand status');
  });

  it('begins before orders were ever read, but not before that was tried, nor before orders.startFrom', async () => {
    const clock = new FakeClock();
    const since = createListening(clock);
    const told = (tried: { lastFailure?: string; begins?: string }) =>
      lateOrders(
        { ...sampleFacts.orders!, feed: { state: 'waiting', pollEveryMs: minute, ...tried } },
        { nowMs: clock.now(), listeningSinceMs: since() },
      ).map(({ cause }) => cause);
    const failed = { lastFailure: 'The feed was not read: answered 404.' };
    expect(told(failed)).toEqual([]);
    await clock.pass(6 * minute);
    expect(told(failed)).toEqual([`Orders have never been read. ${failed.lastFailure}`]);
    expect(told({})).toEqual([]);
    const begins = '2062-01-01T00:00:00Z';
    expect(told({ ...failed, begins })).toEqual([]);
  });
});
