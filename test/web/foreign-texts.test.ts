import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownLines } from '../../src/domain/complaint.ts';
import type { StatusFacts } from '../../src/domain/facts.ts';
import { shell } from '../../src/web/shell.ts';
import { pageView, type Viewing } from '../../src/web/view.ts';
import { sampleFacts } from './sample-facts.ts';

const viewing: Viewing = { language: 'en', nowMs: Date.parse('2026-11-20T08:00:00Z') };
const orders = sampleFacts.orders!;
const marketplace = sampleFacts.marketplace;

/** Every text that others can write into the facts, replaced by one payload. */
function poisoned(payload: string): StatusFacts {
  const [source] = sampleFacts.catalog!.sources;
  return {
    ...sampleFacts,
    sentence: payload,
    version: payload,
    catalog: {
      ...sampleFacts.catalog!,
      sources: [
        {
          ...source!,
          name: payload,
          folder: payload,
          sentence: payload,
          lastFile: payload,
          lastRun: { ...source!.lastRun!, source: payload, file: payload, sha256: payload },
        },
      ],
      held: [{ ...sampleFacts.catalog!.held[0]!, id: payload, source: payload, sentence: payload }],
    },
    orders: {
      ...orders,
      feed: { ...orders.feed, state: 'waiting', lastFailure: payload },
      outbox: { ...orders.outbox, folder: payload, offline: payload },
    },
    webhooks: {
      ...sampleFacts.webhooks!,
      listening: payload,
      lastRefusal: { at: 1, reason: payload },
    },
    marketplace: { ...marketplace, baseUrl: payload, lastFailure: { at: 9e14, sentence: payload } },
    needsYou: [{ id: payload, what: payload, cause: payload, effect: payload, fix: payload }],
    events: [{ at: payload, text: payload }],
  };
}

/** What an HTML parser would make of it: the tags, with their attributes, and nothing of the texts. */
function tags(markup: string): string[] {
  return markup.match(/<[^>]*>/g) ?? [];
}

describe('texts of others on the page', () => {
  const options = { token: 'token', canLogOut: true };
  const draw = (payload: string) => shell(pageView(poisoned(payload), viewing), options);
  const plain = tags(draw('plain')).map((tag) => tag.replaceAll('plain', ''));

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title></head><body onload=alert(1)>',
    '<!--',
    ']]><svg onload=alert(1)>',
    '&lt;script&gt;',
    '$' + '{alert(1)}',
    'javascript:alert(1)',
    '\u2028<script>\u2029',
    '\0<script>',
  ])('fault 110: %j stays a text', (payload) => {
    const markup = draw(payload);
    const shown = shownLines(payload).replace(
      /[&<>"']/g,
      (character) => `&#${character.charCodeAt(0)};`,
    );
    const named = shown
      .replaceAll('&#38;', '&amp;')
      .replaceAll('&#60;', '&lt;')
      .replaceAll('&#62;', '&gt;')
      .replaceAll('&#34;', '&quot;');
    expect(markup).toContain(named);
    expect(tags(markup).map((tag) => tag.replaceAll(named, ''))).toEqual(plain);
  });

  it('fault 110: no text whatever adds a tag or an attribute', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '=',
      '/',
      ' ',
      'on',
      'script',
      '&#60;',
      '\n',
      'ü',
    );
    const payload = fc
      .array(pieces, { minLength: 1, maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(payload, (text) => {
        const found = tags(draw(text));
        expect(found).toHaveLength(plain.length);
        const names = found.map((tag) => /^<\/?!?[a-z0-9]+/i.exec(tag)?.[0]);
        expect(names).toEqual(plain.map((tag) => /^<\/?!?[a-z0-9]+/i.exec(tag)?.[0]));
        expect(found.every((tag) => (tag.match(/"/g) ?? []).length % 2 === 0)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
