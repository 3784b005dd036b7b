import { describe, expect, it } from 'vitest';
import type { HttpRequest, Method } from '../../src/domain/exchange.ts';
import { createPortal, patienceMs, triesMax } from '../../src/sending/portal.ts';
import { read } from './flood.ts';
import { answer, type DoorOptions, forever, none, openDoor } from './service.ts';

const place = '/api/v1/connect/webhooks';
const request = (method: Method): HttpRequest => ({ method, path: place, credential: 'portal' });
const failing = answer(500, { type: 'INTERNAL_ERROR' });

function open(options: DoorOptions = {}) {
  const door = openDoor(options);
  const portal = createPortal(door);
  const ask = (method: Method) => door.clock.run(portal.ask(request(method), forever));
  return { ...door, portal, ask };
}

const resetIn = (door: { clock: { now(): number } }, seconds: number) =>
  answer(429, {
    type: 'RATE_LIMIT_EXCEEDED',
    headers: {
      date: new Date(door.clock.now()).toUTCString(),
      'x-ratelimit-reset': String(Math.ceil(door.clock.now() / 1000) + seconds),
    },
  });

describe('a request with the portal session', () => {
  it.each<Method>(['GET', 'DELETE'])(
    '%s is tried again after 5xx, at least 1, 2 and 4 seconds apart, and is then told',
    async (method) => {
      const door = open({ behave: () => failing });
      expect(await door.ask(method)).toMatchObject({ outcome: { status: 500 }, isRepeated: true });
      const seconds = door.service.seconds();
      expect(seconds).toHaveLength(triesMax);
      const waits = seconds.slice(1).map((at, index) => at - seconds[index]!);
      for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(2 ** index);
    },
  );

  it('a POST is sent once where it may have had its effect: after 5xx and after no answer', async () => {
    for (const outcome of [failing, none('timeout'), none('reset'), answer(502, { body: '<p>' })]) {
      const door = open({ behave: () => outcome });
      expect(await door.ask('POST')).toEqual({ outcome, isOpen: true, isRepeated: false });
      expect(door.service.seen).toHaveLength(1);
    }
  });

  it('a POST is sent again where nothing can have been done', async () => {
    const maintenance = answer(503, { type: 'MAINTENANCE', headers: { 'retry-after': '2' } });
    for (const outcome of [none('refused'), none('dns'), maintenance]) {
      const door = open({ behave: (_asked, seen) => (seen.length === 1 ? outcome : answer(201)) });
      expect(await door.ask('POST')).toMatchObject({
        outcome: { status: 201 },
        isOpen: false,
        isRepeated: false,
      });
    }
  });

  it('waits for Reset after a 429, and does not wait for one that nobody waits for', async () => {
    const soon = open();
    soon.service.behave = (_asked, seen) => (seen.length === 1 ? resetIn(soon, 20) : answer(200));
    expect(await soon.ask('GET')).toMatchObject({ outcome: { status: 200 } });
    expect(soon.service.seconds()[1]).toBeGreaterThanOrEqual(20);
    const late = open();
    late.service.behave = () => resetIn(late, 3_600);
    expect(await late.ask('GET')).toMatchObject({ outcome: { status: 429 }, isOpen: false });
    expect(late.service.seen).toHaveLength(1);
    expect(late.clock.monotonic()).toBeLessThan(1_000);
  });

  it('ends the wait for a turn when the patience of a person ends, and tells that nothing left', async () => {
    const door = open();
    door.service.behave = () => resetIn(door, 3_600);
    await door.clock.run(door.exchange.once('stock', read('/stock'), forever));
    const asked = await door.ask('GET');
    expect(asked).toMatchObject({ outcome: { kind: 'none', cause: 'aborted' }, isOpen: false });
    expect(door.service.seen).toHaveLength(1);
    expect(door.clock.monotonic()).toBeLessThan(patienceMs + 1_000);
  });

  it('a refused session is told at once, also without an error type and as a redirect to the login', async () => {
    const outcomes = [
      answer(401, { type: 'UNAUTHENTICATED' }),
      answer(403, { body: '<p>no</p>' }),
      none('redirect'),
    ];
    for (const outcome of outcomes) {
      const door = open({ behave: () => outcome });
      for (const method of ['GET', 'POST'] as const)
        expect(await door.ask(method)).toEqual({ outcome, isOpen: false, isRepeated: false });
      expect(door.service.seen).toHaveLength(2);
    }
  });

  it('stops nothing that the API key does when the session is refused', async () => {
    const door = open({
      behave: ({ credential }) => (credential === 'portal' ? answer(401) : answer(200)),
    });
    await door.ask('GET');
    expect(door.exchange.facts().lanes.every(({ stopped }) => stopped === undefined)).toBe(true);
    await door.clock.run(door.exchange.once('background', read('/x'), forever));
    expect(door.service.seconds()[1]).toBeLessThan(1);
  });

  it('is not held up by an API key that is refused or lacks a right', async () => {
    for (const status of [401, 403]) {
      const door = open({
        behave: ({ credential }) => (credential === 'portal' ? answer(200) : answer(status)),
      });
      await door.clock.run(door.exchange.once('background', read('/x'), forever));
      expect(await door.ask('GET')).toMatchObject({ outcome: { status: 200 } });
      expect(door.service.seconds()[1]).toBeLessThan(1);
    }
  });
});
