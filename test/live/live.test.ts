import { describe, expect, it } from 'vitest';
import type { HttpOutcome, HttpRequest } from '../../src/domain/exchange.ts';
import type { LoggedEvent } from '../../src/domain/logged-event.ts';
import { createLive, type Live } from '../../src/live/live.ts';
import { toldCalls } from '../../src/live/live-calls.ts';
import { newEventsOf } from '../../src/live/new-events.ts';
import { TestClock } from '../web/test-clock.ts';

const textsOf = (follower: ReturnType<Live['follow']>) => follower.take().map(({ text }) => text);

describe('what happens, for whoever looks on', () => {
  it('reaches each follower once, and nobody who came later', () => {
    const live = createLive(new TestClock());
    live.tell('calls', 'before');
    const [one, other] = [live.follow(), live.follow()];
    live.tell('calls', 'now');
    expect(textsOf(one)).toEqual(['now']);
    expect(textsOf(one)).toEqual([]);
    expect(textsOf(other)).toEqual(['now']);
    one.end();
    other.end();
    expect(live.isFollowed).toBe(false);
  });

  it('is reported as a number where it comes faster than it is read, in bounded memory', () => {
    const live = createLive(new TestClock());
    const follower = live.follow();
    for (let count = 0; count < 5_000; count += 1) live.tell('webhooks', 'refused');
    const lines = textsOf(follower);
    expect(lines).toHaveLength(2_001);
    expect(lines.at(-1)).toBe('3000 lines came too fast to be shown.');
    for (let count = 0; count < 2_001; count += 1) live.tell('webhooks', 'refused');
    expect(textsOf(follower).at(-1)).toBe('1 line came too fast to be shown.');
  });
});

const answer = (status: number, type?: string): HttpOutcome =>
  ({
    kind: 'answer',
    status,
    headers: {},
    body: Buffer.alloc(0),
    ...problemOf(type),
  }) as HttpOutcome;
const problemOf = (type?: string) => (type === undefined ? {} : { problem: { type } });
const none = { kind: 'none', cause: 'refused', detail: 'ECONNREFUSED' } as unknown as HttpOutcome;

describe('a call as it is reported', () => {
  const get: HttpRequest = { method: 'GET', path: '/connect/v1/x?limit=1', credential: 'bearer' };
  const upload: HttpRequest = {
    method: 'PUT',
    path: 'https://storage.example/a?X-Signature=secret',
    credential: 'none',
  };

  it.each([
    [get, answer(200), 'GET /connect/v1/x?limit=1: 200 (0 ms)'],
    [
      get,
      answer(429, 'RATE_LIMIT_EXCEEDED'),
      'GET /connect/v1/x?limit=1: 429 RATE_LIMIT_EXCEEDED (0 ms)',
    ],
    [get, none, 'GET /connect/v1/x?limit=1: no answer: ECONNREFUSED (0 ms)'],
    // Fault 56: the address is its own credential.
    [upload, answer(200), 'PUT upload of a picture: 200 (0 ms)'],
  ])('%# is one line', async (request, outcome, line) => {
    const clock = new TestClock();
    const live = createLive(clock);
    const follower = live.follow();
    const wire = toldCalls({ send: async () => outcome }, { live, clock });
    expect(await wire.send(request, new AbortController().signal)).toBe(outcome);
    expect(textsOf(follower)).toEqual([line]);
  });
});

describe('new events', () => {
  const way = (all: LoggedEvent[]) => async (count: number) => all.toReversed().slice(0, count);
  const event = (id: number): LoggedEvent => ({
    id,
    at: '2026-01-01T00:00:00Z',
    part: 'p',
    text: `${id}`,
  });
  const idsOf = async (next: ReturnType<typeof newEventsOf>) =>
    (await next()).events.map(({ id }) => id);

  it.each([
    [0, []],
    [2, [4, 5]],
    [9, [1, 2, 3, 4, 5]],
  ])('begin with the last %i, oldest first, and go on with what comes', async (before, first) => {
    const all = [1, 2, 3, 4, 5].map(event);
    const next = newEventsOf(way(all), before);
    expect(await idsOf(next)).toEqual(first);
    all.push(event(6), event(7));
    expect(await idsOf(next)).toEqual([6, 7]);
    expect(await idsOf(next)).toEqual([]);
  });

  it('say how many are left out where too many come between two looks', async () => {
    const all = [event(1)];
    const next = newEventsOf(way(all));
    await next();
    for (let id = 2; id <= 1_501; id += 1) all.push(event(id));
    const { events, missed } = await next();
    expect([events[0]?.id, events.length, missed]).toEqual([502, 1_000, 500]);
  });
});
