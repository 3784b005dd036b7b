import { describe, expect, it } from 'vitest';
import { createReads } from '../../src/marketplace/reads.ts';
import { readInTurn } from '../../src/read-in-turn.ts';
import { answer, forever, openDoor } from '../sending/service.ts';

function openHistory(status: number, type: string) {
  const door = openDoor({ behave: () => answer(status, { type }) });
  const { clock, exchange } = door;
  const reads = createReads(exchange);
  const queue = { clock, facts: exchange.facts };
  const read = () => readInTurn(queue, forever, reads.syncHistory);
  return { ...door, read };
}

describe('a read that a person waits for', () => {
  it.each([
    [401, 'UNAUTHENTICATED', 'The marketplace refused the API key'],
    [410, 'INSTANCE_GONE', 'The marketplace has ended this installation'],
  ])('is told after %i %s why it gets no turn', async (status, type, sentence) => {
    const { clock, read, service } = openHistory(status, type);
    expect(await clock.run(read())).toMatchObject({ failed: { status } });
    const asked = service.seen.length;
    const waiting = read();
    await clock.pass(5_000);
    expect(await clock.run(waiting)).toMatchObject({ stopped: expect.stringContaining(sentence) });
    expect(service.seen).toHaveLength(asked);
  });

  // An hour without a word, for `history` and `reconcile` behind a 429.
  it('is told of a long pause that the marketplace has asked for, and waits for a short one', async () => {
    const { clock, read, service } = openHistory(429, 'RATE_LIMITED');
    service.behave = () =>
      answer(429, { type: 'RATE_LIMITED', headers: { 'retry-after': '3600' } });
    await clock.run(read());
    const waiting = read();
    await clock.pass(5_000);
    expect(await clock.run(waiting)).toMatchObject({
      stopped: expect.stringMatching(/^it has asked for a pause until \d{4}-/),
      isPause: true,
    });
    service.behave = () => answer(200, { body: '[]' });
    await clock.pass(3_545_000);
    expect(await clock.run(read())).toMatchObject({ ok: [] });
  });

  it('is never given up while it is under way', async () => {
    const { clock, read, service } = openHistory(401, 'UNAUTHENTICATED');
    await clock.run(read());
    await clock.pass(60_000);
    service.latencyMs = 20_000;
    service.behave = () => answer(200, { body: '[]' });
    expect(await clock.run(read())).toMatchObject({ ok: [] });
  });
});
