import { describe, expect, it } from 'vitest';
import type { HttpOutcome, Mutation } from '../../src/domain/exchange.ts';
import { batch, inTurn, internal, maintenance } from './mutations.ts';
import { answer, forever, none, openDoor } from './service.ts';

const forbidden = answer(403, { type: 'FORBIDDEN' });
const limited = answer(429, {
  type: 'RATE_LIMIT_EXCEEDED',
  headers: { 'retry-after': '1' },
});

/** What comes of a request to which the service gives these answers, and then a 200; and the keys under which it went. */
async function sendOver(outcomes: readonly HttpOutcome[], mutation: Mutation = batch) {
  const { clock, service, sender } = openDoor({ behave: inTurn(...outcomes, answer(200)) });
  const verdict = await clock.run(sender.send(mutation, forever));
  return { verdict, seen: service.seen.length };
}

describe('a request that is refused as a kind of request', () => {
  it.each([
    ['403', [forbidden]],
    ['405', [answer(405, { type: 'METHOD_NOT_ALLOWED' })]],
    ['415', [answer(415, { type: 'UNSUPPORTED_MEDIA_TYPE' })]],
    ['401', [answer(401, { type: 'UNAUTHENTICATED' })]],
    ['403 after no connection', [none('refused'), none('dns'), forbidden]],
    ['403 after a rate limit', [limited, forbidden]],
    ['403 after maintenance', [maintenance, forbidden]],
  ])('%s is told as unapplied, so that its owner gives it a new key', async (_, outcomes) => {
    const { verdict, seen } = await sendOver(outcomes);
    expect(verdict).toEqual({ kind: 'unapplied', attempts: outcomes.length });
    expect(seen).toBe(outcomes.length);
  });

  it.each([
    ['no answer in time', none('timeout')],
    ['a cut connection', none('reset')],
    ['a 200 that cannot be read', answer(200, { body: '<html>' })],
    ['a 500', internal],
    ['a 502 page', answer(502, { body: '<html>' })],
    ['a 503 page', answer(503, { body: '<html>' })],
    ['a 403 page', answer(403, { body: '<html>' })],
  ])('keeps its key where an attempt before is open: %s', async (_, open) => {
    const outcome = open.kind === 'answer' && open.status === 200 ? unreadable : open;
    const { verdict, seen } = await sendOver([outcome, forbidden, forbidden]);
    expect(verdict).toMatchObject({ kind: 'answered', attempts: 4, answer: { status: 200 } });
    expect(seen).toBe(4);
  });

  it('keeps its key where a process before may have sent it', async () => {
    const { verdict } = await sendOver([forbidden], { ...batch, mayHaveLeft: true });
    expect(verdict).toMatchObject({ kind: 'answered', attempts: 2 });
  });

  it('is sent on where it has no key', async () => {
    const { key: _, ...keyless } = batch;
    const { verdict } = await sendOver([forbidden], keyless);
    expect(verdict).toMatchObject({ kind: 'answered', attempts: 2 });
  });
});

const unreadable = {
  ...answer(200, { body: '<html>' }),
  problem: { type: 'UNREADABLE', title: '', status: 200, detail: '', instance: '' },
} as const;
