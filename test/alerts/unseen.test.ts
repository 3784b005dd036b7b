import { expect, it } from 'vitest';
import { isUnseen } from '../../src/alerts/unseen.ts';
import { sampleFacts } from '../web/sample-facts.ts';

const minute = 60_000;
const nowMs = 1_000 * minute;
const { lastAnswerAt: _answered, ...unheard } = sampleFacts.marketplace;
const heard = { ...unheard, lastAnswerAt: nowMs - 1 };
const { lastAcceptedAt: _accepted, ...undelivered } = sampleFacts.webhooks!;
const delivered = { ...undelivered, lastAcceptedAt: nowMs - 1 };
const feed = (lastPollAt: number) => ({
  ...sampleFacts.orders!,
  feed: { state: 'waiting', pollEveryMs: minute, lastPollAt } as const,
});

function unseen(facts: Parameters<typeof isUnseen>[0], forMs: number): string[] {
  const ids = ['silent-marketplace', 'silent-orders', 'stopped-KEY_REFUSED', 'webhook-silence'];
  const others = ['waits-articles', 'restless-articles', 'missed-articles', 'gone-articles'];
  return [...ids, ...others, 'held:1', 'ended'].filter(isUnseen(facts, { nowMs, forMs }));
}

it('a start alone ends no silence, and brings nothing that must last before it is told', () => {
  const facts = { marketplace: unheard, orders: feed(0), webhooks: undelivered };
  expect(unseen(facts, 2 * minute)).toEqual([
    ...['silent-marketplace', 'silent-orders', 'stopped-KEY_REFUSED', 'webhook-silence'],
    ...['waits-articles', 'restless-articles', 'missed-articles', 'gone-articles'],
  ]);
});

it('an answer ends a silence of the marketplace, a read one of the orders, a delivery one of the webhooks', () => {
  const known = { marketplace: heard, orders: feed(nowMs), webhooks: delivered };
  expect(unseen(known, 60 * minute)).toEqual([]);
  expect(unseen({ ...known, orders: feed(0) }, 60 * minute)).toEqual(['silent-orders']);
  expect(unseen({ ...known, webhooks: undelivered }, 60 * minute)).toEqual(['webhook-silence']);
  expect(unseen({ ...known, marketplace: unheard }, 60 * minute)).toEqual([
    ...['silent-marketplace', 'silent-orders', 'stopped-KEY_REFUSED'],
  ]);
});

it('where no webhooks are set up, none is waited for', () => {
  expect(unseen({ marketplace: heard }, 60 * minute)).toEqual([]);
});
