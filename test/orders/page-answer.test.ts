import { describe, expect, it } from 'vitest';
import { openWritten } from './open-world.ts';
import type { World } from './world.ts';

const page = Buffer.from('\n<!doctype html><title>Please log in</title>');

/** Before the market stands something that answers the first request with 200 and a page of its own. */
function behindPage(world: World, reachesMarket: boolean): void {
  const send = world.market.send.bind(world.market);
  let isFirst = true;
  world.market.send = async (mutation, signal) => {
    if (!isFirst) return send(mutation, signal);
    isFirst = false;
    if (reachesMarket) await send(mutation, signal);
    const answer = { kind: 'answer', status: 200, headers: {}, body: page } as const;
    return { kind: 'answered', answer, attempts: 1 };
  };
}

describe('a command that is answered 2xx with a page', () => {
  it('fault 54: goes out again under its key where the order shows that nothing was done', async () => {
    const world = await openWritten();
    behindPage(world, false);
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.market.effects()).toEqual(['1 accept']);
    expect(world.market.sent.map(({ key }) => key)).toEqual(['key 1']);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { outcome: 'done', orderStatus: 'ACCEPTED' },
    ]);
  });

  it('fault 130: is done where the order shows it', async () => {
    const world = await openWritten();
    behindPage(world, true);
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(world.market.sent).toHaveLength(1);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { outcome: 'done', orderStatus: 'ACCEPTED' },
    ]);
  });

  it('COMMAND_BEHIND_PAGE: needs a person where it is so for five minutes', async () => {
    const world = await openWritten();
    const answer = { kind: 'answer', status: 200, headers: {}, body: page } as const;
    world.market.send = async () => ({ kind: 'answered', answer, attempts: 1 });
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.passUntil('it is told', () => world.store.commands.behindPage(Infinity).length > 0);
    expect(world.flow.needsYou()).toEqual([]);
    const later = 6 * 60_000;
    world.deps = ({ clock }) => ({ clock: { ...clock, now: () => clock.now() + later } });
    world.restart();
    const cause = expect.stringMatching(
      /^accept of order N-1 \(1\) has been answered with a page since 20/,
    );
    expect(world.flow.needsYou()).toMatchObject([{ id: 'COMMAND_BEHIND_PAGE 1', cause }]);
  });

  it('says so as long as it lasts, and no longer', async () => {
    const world = await openWritten();
    behindPage(world, false);
    const send = world.market.send;
    const told: unknown[] = [];
    world.market.send = (...request) => {
      told.push(world.store.commands.moving(1)[0]?.message);
      return send(...request);
    };
    world.drop('accept.csv', 'orderNumber,action\nN-1,accept\n');
    await world.pass();
    expect(told).toEqual([null, expect.stringContaining('Its answer was a page (200)')]);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([{ message: '' }]);
  });
});
