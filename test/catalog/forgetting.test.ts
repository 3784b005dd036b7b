import { describe, expect, it } from 'vitest';
import { createRetention, type RetentionDeps } from '../../src/catalog/retention.ts';
import { takenKept } from '../../src/domain/retention.ts';
import { openCatalogStore } from '../../src/store/catalog-store.ts';

const dayMs = 24 * 60 * 60_000;

/** A state whose steps are counted, and a clock on which each of them takes ten seconds. */
function open(names: string[] | 'offline' = []) {
  const store = openCatalogStore(':memory:');
  const time = { now: 1_000 * dayMs, elapsed: 0, steps: 0 };
  const counted: RetentionDeps['store'] = {
    ...store,
    *forgetSteps(now) {
      for (const step of store.forgetSteps(now)) {
        time.steps += 1;
        yield step;
      }
    },
  };
  const clock = {
    now: () => time.now,
    monotonic: () => time.elapsed,
    random: () => 0,
    sleep: async () => undefined,
    breathe: async () => {
      time.elapsed += 10_000;
    },
  };
  const reason = { reason: 'missing', sentence: 'gone', remedy: 'mount it' } as const;
  const listNames = async () => (names === 'offline' ? { offline: reason } : names);
  const config = { sources: [{ name: 's', folder: '/out' }] } as unknown as RetentionDeps['config'];
  const retention = createRetention({ store: counted, clock, config, files: { listNames } });
  const whenDue = async (isWanted = false, signal = new AbortController().signal) => {
    time.steps = 0;
    await retention.whenDue(signal, () => isWanted);
    return time.steps;
  };
  return { store, time, whenDue };
}

describe('forgetting', () => {
  it('is done once a day, also by processes that live for a minute, and soon after a clock was set back', async () => {
    const { time, whenDue } = open();
    const all = await whenDue();
    expect(all).toBeGreaterThan(3);
    expect(await whenDue()).toBe(0);
    time.now += dayMs;
    expect(await whenDue()).toBe(all);
    time.now -= 500 * dayMs;
    expect(await whenDue()).toBe(all);
  });

  it('gives way after half a minute to what is wanted, at once to the end, and is due again then', async () => {
    const { whenDue } = open();
    expect(await whenDue(true)).toBe(3);
    expect(await whenDue(false, AbortSignal.abort())).toBe(1);
    expect(await whenDue()).toBeGreaterThan(3);
  });

  it.each([
    ['what stands in the folder', ['f1', 'p3'], ['f1', 'p3 + q3']],
    [
      'everything while the folder cannot be looked at',
      'offline' as const,
      ['f1', 'f2', 'p3 + q3'],
    ],
    ['everything while it is empty: a share may be away', [], ['f1', 'f2', 'p3 + q3']],
  ])('of more names than it keeps it remembers the newest and %s', async (_, names, kept) => {
    const { store, whenDue } = open(names);
    store.database.exec(`
WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < ${takenKept + 3})
INSERT INTO taken SELECT 's', iif(n = 3, 'p3 + q3', 'f' || n), 'x', n FROM one;`);
    await whenDue();
    const old = store.database
      .prepare('SELECT file FROM taken WHERE run <= 3 ORDER BY run')
      .pluck();
    expect(old.all()).toEqual(kept);
    const all = store.database.prepare('SELECT count(*) FROM taken').pluck().get();
    expect(all).toBe(takenKept + kept.length);
  });
});
