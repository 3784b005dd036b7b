import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { noAnswer } from '../../src/marketplace/failure.ts';
import { waitUntilSettled } from '../../src/orders/pass.ts';
import { answerOf } from './fake-market.ts';
import { openWorld } from './open-world.ts';
import { realFiles } from './world.ts';

const nothing = { feedIsBehind: false, unwritten: 0, commands: 0, restless: 0 };

describe('what a pass leaves undone', () => {
  it('tells a feed that was not read to its end, and nothing once it was', async () => {
    const world = openWorld();
    world.market.put('1');
    world.market.pageFaults = Array.from({ length: 50 }, () => answerOf(500, {}));
    await world.passFor(200);
    const feedFailure = expect.stringContaining('The feed was not read: answered 500');
    expect(world.flow.rest()).toEqual({ ...nothing, feedIsBehind: true, feedFailure });
    world.market.pageFaults = [];
    await world.pass();
    expect(world.flow.rest()).toEqual(nothing);
  });

  it.each([
    [answerOf(404, { type: 'HTTP_404' }), 'answered 404, but not as the marketplace does'],
    [
      noAnswer('unreadable', '200, which is not valid JSON'),
      'the answer could not be read: 200, which is not valid JSON',
    ],
    [
      noAnswer('redirect', 'HTTP status 302'),
      'no answer (redirect: the answer was a redirect, which is never followed: HTTP status 302)',
    ],
  ])('names what came in place of the feed, and what to check', async (came, told) => {
    const world = openWorld();
    world.market.pageFaults = Array.from({ length: 50 }, () => came);
    await world.passFor(50);
    expect(world.flow.rest()?.feedFailure).toBe(
      `The feed was not read: ${told}. Check marketplace.baseUrl.`,
    );
  });

  it('tells commands that go on by themselves, and none that waits for the buyer', async () => {
    const world = openWorld();
    world.market.put('1', { status: 'ACCEPTED' }).amendment = true;
    await world.pass();
    world.drop('dispatch.csv', 'orderNumber,action\nN-1,dispatch\nN-9,accept\n');
    world.market.pageFaults = Array.from({ length: 50 }, () => answerOf(500, {}));
    const isWaiting = () =>
      world.store.commands.waiting(1).length + world.store.commands.unknown(1).length === 2;
    await world.passUntil('the buyer is waited for', isWaiting);
    expect(world.flow.rest()).toMatchObject({ commands: 1 });
    world.market.pageFaults = [];
    await world.pass();
    expect(world.flow.rest()).toEqual(nothing);
  });

  it('tells nothing of orders that are paused', async () => {
    const world = openWorld();
    world.flow.pause('anna');
    await world.passFor(50);
    expect(world.flow.rest()).toBeUndefined();
  });

  it('keeps who paused orders and who let them go on, each once', () => {
    const { flow, store } = openWorld();
    for (const who of ['anna', 'bert']) flow.pause(who);
    for (const who of ['carl', 'dora']) flow.resume(who);
    expect(store.log.events(9)).toMatchObject([
      { part: 'orders', text: 'Resumed: orders (carl).' },
      { part: 'orders', text: 'Paused: orders (anna).' },
    ]);
  });

  it.each([
    ['beyond the wait as long as something moves, because many orders take longer', 3, 4],
    ['for thirty waits where orders come faster than they are read', 99, 30],
  ])('continues %s', async (_, moves, ends) => {
    let waits = 0;
    const sleep = async () => {
      waits += 1;
    };
    const settling = {
      clock: { ...systemClock, sleep },
      isSettled: () => false,
      isRested: () => true,
      moved: () => String(Math.min(waits, moves)),
      onIdle: undefined,
    };
    await waitUntilSettled(settling, 100, new AbortController().signal);
    expect(waits).toBe(ends);
  });

  it('is settled beside a command file that is not at rest, so that one a second does not keep a pass', async () => {
    const graceMs = 60_000;
    const world = openWorld({ options: { quietMs: 300_000 } });
    world.deps = ({ clock }) => ({
      clock: {
        ...clock,
        sleep: async (ms, signal) => (ms === graceMs ? undefined : clock.sleep(ms, signal)),
      },
    });
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.flow.rest()).toMatchObject({ restless: 1 });
  });

  it('waits for a command file to be at rest longer than for all else, for the next pass would begin again', async () => {
    const world = openWorld();
    await world.pass();
    const head = 'orderNumber,action,reason\nN-9,reject,';
    world.drop('reject.csv', `${head.padEnd(511, '.')}\n`);
    world.options = { ...world.options, quietMs: 150 };
    await world.passFor(10_000);
    expect(world.flow.rest()).toMatchObject({ restless: 0 });
    expect(world.names(world.receiptFolder)).toEqual(['reject.csv.receipt.csv']);
  });

  it('waits for the first look into the command folder, although a slow share shows it after the wait', async () => {
    const scan: typeof realFiles.scan = async (request) => {
      await systemClock.sleep(200);
      return realFiles.scan(request);
    };
    const world = openWorld({ deps: () => ({ files: { ...realFiles, scan } }) });
    world.drop('reject.csv', 'orderNumber,action,reason\nN-9,reject,none\n');
    await world.passFor(10);
    expect(world.flow.rest()).toMatchObject({ restless: 0 });
    expect(world.names(world.receiptFolder)).toEqual(['reject.csv.receipt.csv']);
  });

  it('counts a command file that is written on and on, where the pass is ended', async () => {
    const world = openWorld({ options: { quietMs: 60_000 } });
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.passUntil('seen', () => world.flow.rest()?.restless === 1);
    expect(world.flow.rest()).toMatchObject({ restless: 1 });
  });
});
