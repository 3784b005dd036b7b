import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openDatabase } from '../../src/store/database.ts';
import { ordersApplicationId, ordersMigrations } from '../../src/store/orders-schema.ts';
import { openOrdersStore } from '../../src/store/orders-store.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openWorld, written } from './open-world.ts';
import type { WorldSettings } from './world.ts';

const keepDetails = 400 * 86_400_000;

/** A Stockhand and a marketplace whose clocks can be set by more than anything is kept. */
function openLasting(options: WorldSettings['options'] = {}) {
  const offsets = { ours: 0, theirs: 0 };
  const clock = { ...systemClock, now: () => Date.now() + offsets.ours };
  const world = openWorld({ options: { keepDetails, ...options }, deps: () => ({ clock }) });
  const { reads } = world.market;
  const { orderPage } = reads;
  reads.orderPage = async (...asked) => {
    const read = await orderPage(...asked);
    const date = new Date(Date.now() + offsets.theirs).toUTCString();
    return 'ok' in read ? { ...read, answer: { ...read.answer, headers: { date } } } : read;
  };
  return {
    world,
    offsets,
    async forgetAll(): Promise<void> {
      offsets.ours += 2 * keepDetails;
      offsets.theirs += 2 * keepDetails;
      await world.pass();
    },
  };
}

describe('orders of which everything is forgotten that may be', () => {
  it('fault 82: a command is not carried out again, whatever name its file comes back under', async () => {
    const { world, forgetAll } = openLasting();
    await written(world);
    const text = 'orderNumber,action,notes\nN-1,accept,Danke Erika Muster\n';
    world.drop('accept.csv', text);
    await world.pass();
    const { sent } = world.market;
    expect(sent).toHaveLength(1);
    await forgetAll();
    expect(JSON.stringify(world.flow.why('1'))).not.toContain('Muster');
    world.drop('accept.csv', text);
    world.drop('copy.csv', text);
    expect((await world.pass()).commands).toEqual({ done: 0, refused: 0, waiting: 0 });
    expect(sent).toHaveLength(1);
    for (const name of ['accept.csv.receipt.2.csv', 'copy.csv.receipt.csv'])
      expect(world.receipt(name)).toMatchObject([{ row: '2', orderId: '1', outcome: 'done' }]);
    // I4: its request stands under its intent for ever, so a second key can never be made for it.
    const intents = world.store.lookup.requests('1').map(({ intent, body }) => [intent, body]);
    expect(intents).toEqual([[expect.any(String), null]]);
  });

  it('a refused command no longer quotes its text, and still says why it was refused', async () => {
    const { world, forgetAll } = openLasting();
    await written(world);
    world.drop('notes.csv', 'orderNumber,action,notes\nN-1,dispatch,Erika\u0007 Muster\n');
    await world.pass();
    expect(JSON.stringify(world.flow.why('1'))).toContain('Muster');
    await forgetAll();
    const story = JSON.stringify(world.flow.why('1'));
    expect(story).not.toContain('Muster');
    expect(story).toContain('COMMAND_CHARACTER');
  });

  it('a request that was refused no longer quotes it either, and still has its status', async () => {
    const { world, forgetAll } = openLasting();
    await written(world);
    const detail = 'reason "Erika Muster" is not allowed';
    world.market.sendFaults.push({ status: 422, type: 'VALIDATION_ERROR', detail });
    world.drop('reject.csv', 'orderNumber,action,reason\nN-1,reject,Erika Muster\n');
    await world.pass();
    expect(world.flow.why('1').requests).toMatchObject([
      { answer: expect.stringContaining('Erika Muster') },
    ]);
    await forgetAll();
    expect(JSON.stringify(world.flow.why('1'))).not.toContain('Muster');
    expect(world.flow.why('1').requests).toMatchObject([{ status: 422 }]);
  });

  it('are forgotten by a pass that finds nothing new, and looked at the outbox before the feed answered', async () => {
    const { world, forgetAll } = openLasting({ lookEveryMs: 60_000 });
    await written(world);
    const { reads } = world.market;
    const { orderPage } = reads;
    reads.orderPage = async (...asked) => {
      await systemClock.sleep(100, new AbortController().signal);
      return orderPage(...asked);
    };
    await forgetAll();
    expect(() => world.flow.reissue('1')).toThrow('keepDetails');
  });

  it('I2: a version that the feed serves again is not written again, and its number is reported', async () => {
    const { world, forgetAll } = openLasting();
    await written(world);
    expect(world.take()).toHaveLength(1);
    await forgetAll();
    const { cursor } = world.store.journal.position()!;
    world.store.journal.restart(cursor!, '1970-01-01T00:00:00.000Z');
    expect(await world.pass()).toMatchObject({ versions: 0, written: 0 });
    expect(world.outboxNames()).toEqual([]);
    expect(world.flow.why('1').files).toMatchObject([{ sequence: 1, version: 'v1' }]);
  });
});

describe('fault 113: the details of an order outlive a clock of ours that is years off', () => {
  it.each([
    ['stood years back as the order came', -2, 0],
    ['runs years ahead for a while', 0, 2],
  ])('that %s', async (_what, asItCame, afterwards) => {
    const { world, offsets } = openLasting();
    offsets.ours = asItCame * keepDetails;
    await written(world);
    offsets.ours = afterwards * keepDetails;
    await world.pass();
    expect(() => world.flow.reissue('1')).not.toThrow();
  });
});

/** Commands with notes, each done under a request with a body, as of schema 3. */
function openOlder(count: number) {
  const file = path.join(temporaryFolder('older'), 'orders.db');
  const migrations = ordersMigrations.filter(({ version }) => version <= 3);
  const older = openDatabase({ path: file, applicationId: ordersApplicationId, migrations });
  older.exec(`
WITH RECURSIVE one (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < ${count})
INSERT INTO request (id, lane, intent, idempotency_key, order_id, method, path, body, state, created_at, answered_at)
  SELECT n, 'orders', n, n, n, 'POST', '/x', X'7B7D', 'ANSWERED', n, n FROM one;
INSERT INTO command_file (id, sha256, drop_number, name, receipt, sequence, acknowledgement, entry, state, stale, at)
  VALUES (1, 'f', 1, 'f', 'f', 0, 0, '', 'MOVED', 0, 0);
INSERT INTO command (file, row, order_number, order_id, action, notes, state, request, at)
  SELECT 1, id, id, id, 'dispatch', 'Danke', 'DONE', id, id FROM request;`);
  older.close();
  const store = openOrdersStore(file);
  const look = openDatabase({
    path: file,
    applicationId: ordersApplicationId,
    migrations: ordersMigrations,
  });
  onTestFinished(() => {
    store.close();
    look.close();
  });
  return { ...store, look };
}

describe('what keepDetails ends', () => {
  it('fault 39: goes so many at a time, by age, in a state of the schema before too', () => {
    const { commands, requests, look } = openOlder(450);
    for (const table of [commands, requests])
      expect([1, 2, 3, 4].map(() => table.forget(401, 150))).toEqual([150, 150, 100, 0]);
    const left = look.prepare('SELECT count(notes), count(*) FROM command').raw().get();
    expect(left).toEqual([50, 450]);
  });

  it.each([
    [
      'command',
      "at < 1 AND state IN ('DONE', 'REFUSED') AND coalesce(reason, notes, tracking_code) IS NOT NULL",
    ],
    ['request', 'answered_at < 1 AND body IS NOT NULL'],
    ['order_version', 'seen_at < 1 AND summary IS NOT NULL'],
  ])('law 9: is found in %s without a look at all that there ever was', (table, where) => {
    const { look } = openOlder(1);
    const plan = look.prepare(`EXPLAIN QUERY PLAN SELECT id FROM ${table} WHERE ${where} LIMIT 9`);
    expect(JSON.stringify(plan.all())).toContain(`INDEX ${table}_kept`);
  });
});
