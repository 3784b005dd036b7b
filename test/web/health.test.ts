import { describe, expect, it } from 'vitest';
import type { StatusFacts } from '../../src/domain/facts.ts';
import { health } from '../../src/web/health.ts';
import { sampleFacts } from './sample-facts.ts';

const now = Date.parse('2026-11-20T08:00:00Z');
const marketplace = (change: Partial<StatusFacts['marketplace']>): StatusFacts => ({
  ...sampleFacts,
  marketplace: { ...sampleFacts.marketplace, ...change },
});

describe('the health', () => {
  it('is good where something only waits for a person', () => {
    expect(health(sampleFacts, now)).toEqual({ ok: true, reasons: [] });
  });

  it('is good while one failure is not yet silence', () => {
    const failed = { lastFailure: { at: now, sentence: 'No connection.' } };
    expect(health(marketplace(failed), now).ok).toBe(true);
    expect(health(marketplace({ ...failed, lastAnswerAt: now - 300_001 }), now)).toEqual({
      ok: false,
      reasons: ['No connection.'],
    });
  });

  it('is good where nothing was asked for a while and nothing failed', () => {
    expect(health(marketplace({ lastAnswerAt: now - 3_600_000 }), now).ok).toBe(true);
  });

  it('names each stop once', () => {
    const stopped = { code: 'UNAUTHENTICATED', sentence: 'The key is refused.', remedy: 'x' };
    const lanes = sampleFacts.marketplace.lanes.map((lane) => ({ ...lane, stopped }));
    expect(health(marketplace({ lanes }), now).reasons).toEqual(['The key is refused.']);
  });

  it('names folders that are offline', () => {
    const { catalog, orders } = sampleFacts;
    const [source] = catalog!.sources;
    const pictures = {
      folder: '/erp/pictures',
      files: 1,
      confirmed: 1,
      waiting: 0,
      parked: 0,
      refused: 0,
      missing: 0,
    };
    const facts: StatusFacts = {
      ...sampleFacts,
      catalog: {
        ...catalog!,
        sources: [{ ...source!, state: 'offline', sentence: 'Gone.' }],
        pictures: { ...pictures, state: 'offline', sentence: 'The pictures are gone.' },
      },
      orders: {
        ...orders!,
        outbox: { ...orders!.outbox, offline: 'The outbox is gone.' },
        commands: { ...orders!.commands, offline: 'The commands are gone.' },
      },
    };
    expect(health(facts, now).reasons).toEqual([
      'articles: Gone.',
      'pictures: The pictures are gone.',
      'The outbox is gone.',
      'The commands are gone.',
    ]);
  });

  it('tells when orders were last read, but not of a pause', () => {
    const { orders } = sampleFacts;
    const feed = { ...orders!.feed, lastPollAt: now - 420_000 };
    const facts = (state: 'waiting' | 'paused'): StatusFacts => ({
      ...sampleFacts,
      orders: { ...orders!, feed: { ...feed, state } },
    });
    expect(health(facts('waiting'), now).reasons).toEqual(['Orders were last read 7 minutes ago.']);
    expect(health(facts('paused'), now).ok).toBe(true);
  });

  it('calls no feed late that is read more seldom than every five minutes', () => {
    const { orders } = sampleFacts;
    const facts = (lastPollAt: number): StatusFacts => ({
      ...sampleFacts,
      orders: { ...orders!, feed: { state: 'waiting', pollEveryMs: 600_000, lastPollAt } },
    });
    expect(health(facts(now - 900_000), now).ok).toBe(true);
    expect(health(facts(now - 1_260_000), now).ok).toBe(false);
  });

  it('is good where only the page is set up', () => {
    const { catalog: _, orders: __, webhooks: ___, ...rest } = sampleFacts;
    expect(health(rest, now).ok).toBe(true);
  });
});
