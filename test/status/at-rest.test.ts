import { describe, expect, it } from 'vitest';
import { statusResult, statusText } from '../../src/cli/status.ts';
import { createStatus } from '../../src/status/status.ts';
import { base, flowing, need, unread } from './status-facts.ts';

describe('what is there without a daemon', () => {
  const moving = { sending: { ...flowing, waitsUntil: 5 } };
  const source = (more: object) => ({
    catalog: {
      sources: [
        { name: 'a', kind: 'products', folder: '.', state: 'waiting', sentence: '', ...more },
      ],
      products: { known: 0, confirmed: 0, parked: 0 },
      held: [],
      waitingItems: 0,
    },
  });
  const paused = source({ waitsPaused: 'p' });

  it.each<[string, string, object]>([
    ['Working: what has changed is on its way.', 'What has changed waits.', moving],
    [
      'Working: the export of a waits for another file.',
      'The export of a waits for another file.',
      source({ waitsFor: 'b.csv' }),
    ],
    [
      'What is open waits: p. Also: what has changed is on its way.',
      'What is open waits: p. Also: what has changed waits.',
      { ...paused, ...moving },
    ],
    [
      '1 item needs you. The rest is in step or on its way.',
      '1 item needs you. The rest is in step or waits.',
      { needsYou: [need] },
    ],
    [
      '1 item needs you. The rest is in step or on its way, or waits: p.',
      '1 item needs you. The rest is in step or waits: p.',
      { ...paused, needsYou: [need] },
    ],
    [
      'In step, except for pictures that are named but missing (2).',
      'In step, except for pictures that are named but missing (2).',
      {
        catalog: {
          sources: [],
          held: [],
          waitingItems: 0,
          pictures: { state: 'inStep', sentence: '', missing: 2 },
        } as never,
      },
    ],
    [
      'What is open waits: pictures rest while every source is paused (stockhand resume catalog).',
      'What is open waits: pictures rest while every source is paused (stockhand resume catalog).',
      {
        catalog: {
          sources: [],
          held: [],
          waitingItems: 0,
          pictures: { state: 'paused', sentence: '', waiting: 1 },
        } as never,
      },
    ],
    [
      'Working: orders could not be read and are asked for again.',
      'Orders could not be read and are asked for again.',
      { orders: unread },
    ],
    [
      'Working: the export of a waits for another file; orders could not be read and are asked for again.',
      'The export of a waits for another file; orders could not be read and are asked for again.',
      { ...source({ waitsFor: 'b.csv' }), orders: unread },
    ],
    ['Everything is in step.', 'Everything is in step.', {}],
  ])('is %s: %s', (sentence, atRest, input) => {
    const facts = createStatus({ now: () => 0 } as never)({ ...base, ...input });
    expect(facts.sentence).toBe(sentence);
    const [first, second] = statusText(facts, false).split('\n');
    expect([first, second]).toEqual([
      atRest,
      'No daemon runs: nothing is read or sent until stockhand run.',
    ]);
    expect(statusText(facts, true).split('\n')[0]).toBe(sentence);
    expect(statusResult(facts, false)).toMatchObject({ sentence: atRest, daemon: false });
    expect(statusResult(facts, true)).toMatchObject({ sentence, daemon: true });
  });

  it('has no German headline, which says that something is on its way', () => {
    const facts = { ...createStatus({ now: () => 0 } as never, 'de')(base) };
    expect(statusResult(facts, false)).not.toHaveProperty('headline');
    expect(statusResult(facts, true)).toHaveProperty('headline', facts.headline);
  });
});
