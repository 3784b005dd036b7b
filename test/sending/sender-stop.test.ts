import { describe, expect, it } from 'vitest';
import { batch, feed } from './mutations.ts';
import { answer, forever, none, openDoor } from './service.ts';

describe('stopping the sender', () => {
  it('ends while it waits for its turn, under way and between two attempts', async () => {
    for (const waitMs of [0, 10, 500]) {
      const { clock, sender } = openDoor({ behave: () => none('reset') });
      const stop = new AbortController();
      const work = sender.send(batch, stop.signal);
      await clock.pass(waitMs);
      stop.abort();
      expect(await work).toMatchObject({ kind: 'stopped' });
      expect(clock.sleeping).toBe(0);
    }
  });

  it('sends nothing when it was stopped before', async () => {
    const { service, sender } = openDoor();
    expect(await sender.send(batch, AbortSignal.abort())).toEqual({
      kind: 'stopped',
      attempts: 0,
      isUnsent: true,
    });
    expect(service.seen).toHaveLength(0);
  });

  it('a request that was given up under way, or that a process before may have sent, is not told as unsent', async () => {
    const { clock, sender } = openDoor();
    const stop = new AbortController();
    const work = sender.send(batch, stop.signal);
    await clock.pass(5);
    stop.abort();
    expect(await work).toEqual({ kind: 'stopped', attempts: 0 });
    const left = { ...batch, mayHaveLeft: true };
    expect(await sender.send(left, stop.signal)).toEqual({ kind: 'stopped', attempts: 0 });
  });

  it('an answer that came with the stop is told: its request need not leave again', async () => {
    const stop = new AbortController();
    const { clock, service, sender } = openDoor();
    service.send = async () => {
      stop.abort();
      return answer(200);
    };
    expect(await clock.run(sender.send(batch, stop.signal))).toMatchObject({
      kind: 'answered',
      attempts: 1,
    });
  });

  it('a request without a key that was given up under way is stopped, not told as unknown', async () => {
    const { clock, sender } = openDoor();
    const { key: _key, ...start } = batch;
    const stop = new AbortController();
    const work = sender.send(start, stop.signal);
    await clock.pass(5);
    stop.abort();
    expect(await work).toEqual({ kind: 'stopped', attempts: 0 });
  });
});

describe('the facts for the status page', () => {
  it('count what left, what waits and what rests, and tell the last failure in words', async () => {
    const { clock, service, sender } = openDoor({ maxInFlight: 1, behave: () => none('reset') });
    const stop = new AbortController();
    const work = [
      sender.send(batch, stop.signal),
      sender.send({ ...batch, key: 'key-3' }, stop.signal),
    ];
    await clock.pass(30);
    expect(sender.facts()).toMatchObject({
      sent: { orders: 0, stock: 0, products: 2, pictures: 0, background: 0 },
      lastFailure: { at: clock.now() - 10, sentence: 'The marketplace gave no answer: reset.' },
    });
    expect(sender.facts().lanes[2]).toEqual({ lane: 'products', waiting: 1, inFlight: 1 });
    service.behave = () =>
      answer(200, { headers: { date: new Date(clock.now() - 90_000).toUTCString() } });
    await clock.run(Promise.all(work));
    expect(sender.facts().clockSkewMs).toBeGreaterThanOrEqual(90_000);
    expect(sender.facts().lastAnswerAt).toBe(clock.now());
    expect(sender.facts().lanes[2]).toEqual({ lane: 'products', waiting: 0, inFlight: 0 });
  });

  it('name the type and detail of a failure that was answered', async () => {
    const { clock, exchange } = openDoor({
      behave: () => answer(500, { type: 'INTERNAL_ERROR', detail: 'disk' }),
    });
    await clock.run(exchange.once('orders', feed, forever));
    expect(exchange.facts().lastFailure?.sentence).toBe(
      'The marketplace answered 500 INTERNAL_ERROR (disk).',
    );
  });

  it('tell what a lane was not served for until it is, whatever other lanes are answered', async () => {
    const door = openDoor({ behave: () => answer(503, { type: 'MAINTENANCE' }) });
    const { clock, service, exchange } = door;
    await clock.run(exchange.once('stock', feed, forever));
    const unserved = { stock: 'The marketplace answered 503 MAINTENANCE.' };
    expect(exchange.facts()).toMatchObject({ unserved });
    service.behave = () => answer(200);
    await clock.run(exchange.once('orders', feed, forever));
    expect(exchange.facts()).toMatchObject({ unserved });
    await clock.run(exchange.once('stock', feed, forever));
    expect(exchange.facts().unserved).toBeUndefined();
  });

  it('do not take the refusal of one item for a failure of the marketplace', async () => {
    const { clock, exchange } = openDoor({
      behave: () => answer(422, { type: 'VALIDATION_ERROR' }),
    });
    await clock.run(exchange.once('orders', feed, forever));
    expect(exchange.facts().lastFailure).toBeUndefined();
  });
});
