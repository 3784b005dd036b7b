import { describe, expect, it } from 'vitest';
import { isStuck } from '../../src/threads/stuck.ts';
import { FakeClock } from '../support/fake-clock.ts';

const silentMs = 60_000;
const never = new Promise(() => undefined);

/** How the watchdog judges a thread over an hour: the moment of its verdict, or undefined where all is well. */
async function verdictAfter(thread: {
  readonly ping?: (nowMs: number) => Promise<unknown>;
  readonly reads?: (nowMs: number) => number;
  readonly isReading?: (nowMs: number) => boolean;
}): Promise<number | undefined> {
  const clock = new FakeClock();
  const over = new AbortController();
  let atMs: number | undefined;
  const watched = {
    ping: () => thread.ping?.(clock.monotonic()) ?? never,
    readCount: () => thread.reads?.(clock.monotonic()) ?? 7,
    isReading: () => thread.isReading?.(clock.monotonic()) ?? true,
  };
  const judged = isStuck(clock, watched, { silentMs, signal: over.signal }).then((stuck) => {
    if (stuck) atMs = clock.monotonic();
  });
  await clock.pass(3_600_000);
  over.abort();
  await judged;
  return atMs;
}

describe('a thread that reads an export', () => {
  it('fault 14: hangs where it neither answers nor reads for the bound', async () => {
    const atMs = await verdictAfter({});
    expect(atMs).toBeGreaterThanOrEqual(silentMs);
    expect(atMs).toBeLessThan(1.2 * silentMs);
  });

  it('fault 14: hangs where it stops to answer later', async () => {
    const answersUntilMs = 1_000_000;
    const ping = (nowMs: number) => (nowMs < answersUntilMs ? Promise.resolve() : never);
    const atMs = await verdictAfter({ ping });
    expect(atMs).toBeGreaterThanOrEqual(answersUntilMs + silentMs);
    expect(atMs).toBeLessThan(answersUntilMs + 1.2 * silentMs);
  });

  it('fault 14: reads on for a long step, and hangs where that has no end', async () => {
    const atMs = await verdictAfter({ reads: (nowMs) => nowMs });
    expect(atMs).toBeGreaterThanOrEqual(9 * silentMs);
    expect(atMs).toBeLessThan(11 * silentMs);
  });

  it('does not hang while it answers, however long it reads', async () => {
    expect(await verdictAfter({ ping: async () => undefined })).toBeUndefined();
  });

  it('does not hang over other work, such as a call that waits for its turn', async () => {
    expect(await verdictAfter({ isReading: () => false })).toBeUndefined();
    const isReading = (nowMs: number) => nowMs % 100_000 < 50_000;
    expect(await verdictAfter({ isReading })).toBeUndefined();
  });
});
