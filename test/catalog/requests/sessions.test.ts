import { describe, expect, it } from 'vitest';
import { createSessionKeeper } from '../../../src/catalog/requests/sessions.ts';
import type { Verdict } from '../../../src/domain/exchange.ts';
import { catalogCalls } from '../../../src/marketplace/catalog-calls.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';

type Deps = Parameters<typeof createSessionKeeper>[0];

const answered = (status: number, body: object, kind: 'answered' | 'exhausted' = 'answered') => ({
  kind,
  attempts: 1,
  answer: {
    ...{ kind: 'answer' as const, status, headers: {} },
    body: Buffer.from(JSON.stringify(body)),
    ...(status >= 300 && {
      problem: { type: 'NO', title: '', detail: 'Not now.', status, instance: '' },
    }),
  },
});
const started = answered(201, { sessionId: 's' }) as Verdict;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A run of each of these sources, with five rows to send; sessions from three rows on. */
function opened(...sources: readonly string[]) {
  const store = openCatalogStore(':memory:');
  const counts = { read: 5, unchanged: 0, sent: 0, braked: 0, waiting: 5, rejected: 0, skipped: 0 };
  const time = { ms: 0 };
  for (const source of sources)
    store.runs.setCounts(
      store.runs.begin({ source, file: 'a.csv', sha256: 'a', started_at: 1 }),
      counts,
    );
  const open: ((verdict: Verdict) => Promise<unknown>)[] = [];
  const paths: string[] = [];
  const config = { sessionFrom: 3, integrationType: 'ERP', direction: 'INBOUND' } as Deps['config'];
  const send: Deps['send'] = ({ path }) => {
    paths.push(path.replace(/.*sync/, ''));
    return new Promise((resolve) => {
      open.push((verdict) => {
        resolve(verdict);
        return settled();
      });
    });
  };
  const clock = { now: () => 1, monotonic: () => time.ms } as Deps['clock'];
  const nudge = () => undefined;
  const calls = catalogCalls as unknown as Deps['calls'];
  const keeper = createSessionKeeper({ store, clock, calls, config, send, nudge });
  return {
    ...{ store, time, keeper, paths },
    answer: (verdict: Verdict) => open.shift()?.(verdict),
    /** Its books have changed. */
    noted(run: number, sent = 0) {
      store.runs.setCounts(run, { ...counts, sent, waiting: 5 - sent });
      keeper.noted(store.runs.get(run)!);
    },
    told: () => store.events.last(9).map(({ text }) => text),
  };
}

describe('fault 132: a sync session', () => {
  it.each([
    ['its id', started, 'RUNNING', null, []],
    [
      'a refusal',
      answered(422, {}),
      'REFUSED',
      '422 NO Not now.',
      ['The marketplace opened no sync session (422 NO Not now.); the import continues.'],
    ],
    [
      '5xx for ever',
      answered(503, {}, 'exhausted'),
      'UNKNOWN',
      expect.stringContaining('is not known'),
      [],
    ],
    ['no id', answered(201, {}), 'UNKNOWN', 'has no sessionId', []],
    ['nothing before the end', { kind: 'stopped', attempts: 1 }, 'STARTING', null, []],
  ])(
    'that is asked for once and answered with %s is stored so',
    async (_, verdict, ...[state, answer, told]) => {
      const day = opened('art');
      for (const sent of [0, 1]) day.noted(1, sent);
      await day.answer(verdict as Verdict);
      expect(day.store.sessions.get(1)).toMatchObject({ state, answer });
      expect([day.told(), day.paths]).toEqual([told, ['/start']]);
    },
  );

  it.each([
    ['its books', answered(200, { processed: 5 }), 'ENDED', '{"processed":5}', []],
    [
      'a refusal',
      answered(404, {}),
      'UNKNOWN',
      '404 NO Not now.',
      [
        'The marketplace did not end its sync session (404 NO Not now.); the import is complete without that.',
      ],
    ],
    [
      'nothing',
      { kind: 'unknown', attempts: 1, outcome: { kind: 'none', cause: 'reset', detail: '' } },
      'UNKNOWN',
      'no answer',
      [expect.stringContaining('(no answer)')],
    ],
    ['nothing before the end', { kind: 'stopped', attempts: 1 }, 'ENDING', null, []],
  ])('whose end is answered with %s is stored so', async (_, verdict, ...[state, answer, told]) => {
    const day = opened('art');
    day.noted(1);
    await day.answer(started);
    day.noted(1, 5);
    await day.answer(verdict as Verdict);
    expect(day.store.sessions.get(1)).toMatchObject({ state, answer });
    expect([day.told(), day.paths]).toEqual([told, ['/start', '/s/end']]);
  });

  it.each([
    ['is through', 5, ['art']],
    ['was overtaken', 0, ['art', 'art']],
  ])('that begins after its import %s is ended at once', async (_, sent, sources) => {
    const day = opened(...sources);
    day.noted(1);
    day.noted(1, sent);
    expect(day.paths).toEqual(['/start']);
    await day.answer(started);
    expect(day.paths).toEqual(['/start', '/s/end']);
  });

  it('is ended by a later import of its source, and not by one of another', async () => {
    const day = opened('art', 'stk', 'art');
    day.store.sessions.begin({ run: 1, source: 'art', items: 5, at: 1 });
    day.store.sessions.set(1, { state: 'RUNNING', sessionId: 's' });
    day.noted(2, 4);
    expect(day.paths).toEqual([]);
    day.noted(3, 4);
    day.noted(3, 5);
    expect(day.paths).toEqual(['/s/end']);
  });

  it('that the end of the program left open is ended, unless nobody knows whether it was opened', async () => {
    const day = opened('art', 'art', 'art');
    for (const run of [1, 2, 3]) day.store.sessions.begin({ run, source: 'art', items: 5, at: 1 });
    day.store.sessions.set(1, { state: 'RUNNING', sessionId: 'r' });
    day.store.sessions.set(2, { state: 'ENDING', sessionId: 'e' });
    day.keeper.start();
    expect(day.paths).toEqual(['/r/end', '/e/end']);
    expect(day.store.sessions.get(3)).toMatchObject({ state: 'UNKNOWN', ended_at: 1 });
  });

  it('is waited for ten seconds at most', async () => {
    const day = opened('art');
    expect(day.keeper.isBusy()).toBe(false);
    day.noted(1);
    day.time.ms = 9_999;
    expect(day.keeper.isBusy()).toBe(true);
    day.time.ms = 10_000;
    expect(day.keeper.isBusy()).toBe(false);
    day.time.ms = 0;
    await day.answer(started);
    expect(day.keeper.isBusy()).toBe(false);
  });
});
