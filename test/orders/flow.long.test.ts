import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { answerOf } from './fake-market.ts';
import { openWorld, openWritten, written } from './open-world.ts';

const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 40_000, interval: 5 });

describe('the running order side', () => {
  it('writes an order as soon as it is nudged, however rarely it polls', async () => {
    const world = openWorld();
    world.flow.start();
    await until(() => world.flow.facts().feed.state === 'caughtUp');
    world.market.put('1');
    world.flow.nudge();
    // Long before the next poll (world.ts).
    await until(() => world.outboxNames().length === 1);
  });

  it('fault 66: writes an order that moved on while it was read as soon as the feed has served that', async () => {
    const world = openWorld({ options: { lookEveryMs: 600_000 } });
    world.flow.start();
    await until(() => world.flow.facts().feed.state === 'caughtUp');
    world.market.put('1');
    world.market.beforeRead = () => {
      world.market.beforeRead = () => undefined;
      world.market.put('1');
    };
    const { orderPage } = world.market.reads;
    world.market.reads.orderPage = async (...given) => {
      await sleep(100);
      return orderPage(...given);
    };
    world.flow.nudge();
    // Long before the next look at the outbox.
    await until(() => world.outboxNames().length === 1);
    expect(world.orderFiles()).toMatchObject([{ version: 'v2' }]);
  });

  it('fault 97: a flood of nudges costs one poll for each gap between polls', async () => {
    const world = openWorld({ options: { pollGapMs: 100 } });
    world.flow.start();
    await until(() => world.flow.facts().feed.state === 'caughtUp');
    const since = performance.now();
    for (let nudge = 0; nudge < 1_000; nudge += 1) {
      world.flow.nudge();
      if (nudge % 100 === 0) await sleep(1);
    }
    await sleep(150);
    const gaps = (performance.now() - since) / 100;
    expect(world.market.asked.length).toBeLessThanOrEqual(3 + gaps);
  });

  it('a nudge does not shorten the wait after a failure', async () => {
    const world = openWorld();
    world.market.pageFaults = Array.from({ length: 50 }, () => answerOf(500, {}));
    world.flow.start();
    await until(() => world.flow.facts().feed.state === 'waiting');
    for (let nudge = 0; nudge < 20; nudge += 1) {
      world.flow.nudge();
      await sleep(2);
    }
    expect(world.market.asked).toHaveLength(1);
    expect(world.flow.facts().feed.lastFailure).toContain('500');
  });

  it('carries out a command file while it runs', async () => {
    const world = openWorld();
    world.market.put('1');
    world.flow.start();
    await until(() => world.outboxNames().length === 1);
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await until(() => world.names(path.join(world.commandFolder, 'done')).length === 1);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
    await until(() => world.outboxNames().length === 2);
  });

  it('rests while it is paused, also over a restart, and goes on when resumed', async () => {
    const world = openWorld();
    world.flow.pause('anna');
    world.market.put('1');
    world.restart();
    expect(
      await world.flow.pass({ waitMs: 40_000, signal: new AbortController().signal }),
    ).toMatchObject({
      pages: 0,
      written: 0,
    });
    expect(world.flow.facts().feed.state).toBe('paused');
    world.flow.pause('bert');
    const since = /rders have been paused since 20\d\d-.*Z by anna/;
    expect(world.flow.facts().paused).toMatch(since);
    expect(world.flow.pausedNeed()).toMatchObject([{ what: expect.stringMatching(since) }]);
    world.restart();
    world.flow.start();
    world.flow.resume('anna');
    await until(() => world.outboxNames().length === 1);
    expect([world.flow.facts().paused, world.flow.pausedNeed()]).toEqual([undefined, []]);
  });

  it('tells of a pause that an older version kept, without since when and by whom', () => {
    const world = openWorld();
    world.store.log.remember('orders.paused', 'yes');
    expect(world.flow.facts()).toMatchObject({
      paused: 'orders are paused (stockhand resume orders)',
      feed: { state: 'paused' },
    });
  });

  it('stands without a daemon as the last pass left it', async () => {
    const world = openWorld();
    expect(world.flow.facts().feed.state).toBe('starting');
    await written(world);
    world.restart();
    expect(world.flow.facts().feed.state).toBe('caughtUp');
  });

  it('stops at once while a command waits for its answer, and sends the same bytes after the restart', async () => {
    const world = await openWritten();
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    world.market.sendFaults = ['lost'];
    const send = world.market.send.bind(world.market);
    world.market.send = async (mutation, signal) => {
      const verdict = await send(mutation, signal);
      if (verdict.kind === 'stopped')
        await new Promise((end) => signal.addEventListener('abort', end));
      return verdict;
    };
    world.restart();
    world.flow.start();
    await until(() => world.market.sent.length === 1);
    const since = performance.now();
    await world.flow.stop();
    expect(performance.now() - since).toBeLessThan(1_000);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ outcome: 'waiting' }]);
    world.market.send = send;
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
    const [first, again] = world.market.sent;
    const repeated = { effect: false, replayed: true, mayHaveLeft: true };
    expect(again).toEqual({ ...first, ...repeated });
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
  });

  describe('fault 42: a request from so long ago that its key has expired', () => {
    /** Sent, then the program ends without an answer; two hours pass. */
    async function sentLongAgo(isDone: boolean) {
      const world = await openWritten();
      world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
      const ended = new AbortController();
      const { send } = world.market;
      const left: (string | undefined)[] = [];
      world.market.sendFaults = ['lost'];
      world.restart();
      world.market.send = async (mutation, signal) => {
        left.push(mutation.key);
        if (isDone) await send.call(world.market, mutation, signal);
        ended.abort();
        return { kind: 'stopped', attempts: 1 };
      };
      await world.flow.pass({ waitMs: 40_000, signal: ended.signal });
      world.market.send = send;
      world.market.sendFaults = [];
      world.market.forgetKeys();
      const twoHoursMs = 2 * 60 * 60_000;
      world.deps = ({ clock }) => ({ clock: { ...clock, now: () => clock.now() + twoHoursMs } });
      return { world, left };
    }

    it('is settled by a look at the order where that shows the effect, and not sent again', async () => {
      const { world } = await sentLongAgo(true);
      await world.pass();
      expect(world.market.sent).toHaveLength(1);
      expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
        { outcome: 'done', orderStatus: 'ACCEPTED' },
      ]);
    });

    it('goes again under its key once the order shows that nothing was done', async () => {
      const { world, left } = await sentLongAgo(false);
      const { send } = world.market;
      const readBefore: number[] = [];
      const readsBefore = world.market.read.length;
      world.market.send = (mutation, signal) => {
        readBefore.push(world.market.read.length - readsBefore);
        return send.call(world.market, mutation, signal);
      };
      await world.pass();
      expect(readBefore[0]).toBeGreaterThan(0);
      expect(world.market.sent.map(({ key }) => key)).toEqual(left);
      expect(world.market.effects()).toEqual(['1 accept']);
    });

    it('is not sent where somebody else has decided meanwhile', async () => {
      const { world } = await sentLongAgo(false);
      world.market.put('1', { status: 'REJECTED' });
      await world.pass();
      expect(world.market.sent).toEqual([]);
      expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ outcome: 'refused' }]);
    });
  });

  it('ends the program when the state on disk fails', async () => {
    const world = openWorld();
    world.deps = ({ store }) => ({
      store: {
        ...store,
        journal: {
          ...store.journal,
          storePage: () => {
            throw new Error('disk I/O error');
          },
        },
      },
    });
    await expect(world.pass()).rejects.toThrow('disk I/O error');
  });

  it('fault 73: a long backfill goes on after every restart and writes each order once', async () => {
    const world = openWorld();
    world.market.pageSize = 25;
    for (let id = 1; id <= 300; id += 1) world.market.put(String(id));
    for (let round = 0; round < 6; round += 1) {
      await world.passUntil('some more', () => world.outboxNames().length >= (round + 1) * 30);
      // Where it is, for whoever waits for it: what is written and what still waits, over every restart.
      const { written, pending } = world.flow.facts().outbox;
      expect(written).toBe(world.outboxNames().length);
      expect(written + pending).toBeGreaterThanOrEqual(written === 300 ? 300 : written + 1);
      expect(written + pending).toBeLessThanOrEqual(300);
    }
    await world.pass();
    const files = world.orderFiles();
    expect(files.map(({ sequence }) => sequence)).toEqual(files.map((_, index) => index + 1));
    expect(new Set(files.map(({ orderId }) => orderId)).size).toBe(300);
  });
});

describe('an order that cannot be read', () => {
  it('fault 67: is shown with its cause and what to do, and read again within the hour', async () => {
    const world = openWorld();
    world.market.put('1');
    world.market.put('2');
    const refused = answerOf(404, { type: 'ORDER_NOT_FOUND', detail: 'no such order' });
    world.market.readFaults = [refused];
    world.flow.start();
    await until(() => world.outboxNames().length === 1);
    const cursor = world.store.journal.position()?.cursor;
    expect(cursor).toBe('cursor+/=%2');
    expect(world.flow.needsYou()).toMatchObject([
      { id: 'ORDER_UNREADABLE 1 v1', cause: expect.stringContaining('N-1 (1)'), fix: /\w+ .*\./ },
    ]);
    expect(world.flow.needsYou()[0]?.cause).toContain('no such order');
    await world.flow.stop();
    await world.passUntil('it is read again', () => world.outboxNames().length === 2);
    expect(world.flow.needsYou()).toEqual([]);
  });
});

describe('a backfill', () => {
  it('keeps few files waiting, and writes a new order before all of them', async () => {
    const world = openWorld({
      deps: () => ({
        claimOutbox: async () => ({
          offline: { reason: 'failed', sentence: 'The share is gone.', remedy: 'Mount it.' },
        }),
      }),
    });
    world.options = { ...world.options, outbox: { ...world.options.outbox, goLive: 'all' } };
    for (let id = 1; id <= 200; id += 1) world.market.put(String(id));
    await world.passFor(1_000);
    expect(world.store.outbox.pending()).toBeLessThan(80);
    world.market.put('201');
    const isRead = () => world.store.lookup.newest('201')?.state === 'FETCHED';
    await world.passUntil('the new order is read', isRead);
    expect(world.store.lookup.versions('201')).toMatchObject([{ state: 'FETCHED' }]);
    expect(world.store.outbox.pending()).toBeLessThan(80);
    world.deps = () => ({});
    await world.pass();
    expect(world.orderFiles()).toHaveLength(201);
    expect(world.orderFiles()[0]).toMatchObject({ orderId: 201 });
  });
});
