import { describe, expect, it } from 'vitest';
import { statusText } from '../../src/cli/status.ts';
import type { Lane } from '../../src/domain/exchange.ts';
import { createStatus } from '../../src/status/status.ts';
import { pageView } from '../../src/web/view.ts';
import { base, flowing, need, stopped } from './status-facts.ts';

describe('the state of everything', () => {
  let now = 0;
  const clock = { now: () => now } as never;

  it('is in step, needs a person, or fails: the worst that holds', () => {
    const status = createStatus(clock);
    expect(status(base)).toMatchObject({ state: 'inStep', sentence: 'Everything is in step.' });
    expect(status({ ...base, needsYou: [need] })).toMatchObject({ state: 'needsYou' });
    expect(status({ ...base, needsYou: [need], sending: stopped })).toMatchObject({
      state: 'failing',
    });
    expect(status({ ...base, sending: { ...flowing, waitsUntil: 5 } })).toMatchObject({
      state: 'working',
    });
  });

  it.each([
    ['what an export leaves out is still taken off sale, of which no row waits', 'sending', {}],
    ['an export stands there that nobody has read', 'waiting', { isUnread: true }],
  ] as const)('is not in step while %s', (_, state, more) => {
    const source = { name: 'articles', kind: 'products', folder: '.', sentence: '' } as const;
    const products = { known: 0, confirmed: 0, parked: 0 };
    const sources = [{ ...source, state, ...more }];
    const catalog = { sources, products, held: [], waitingItems: 0 };
    expect(createStatus(clock)({ ...base, catalog })).toMatchObject({
      state: 'working',
      sentence: 'Working: what has changed is on its way.',
    });
  });

  it('is in step but for a source of which no export was ever read', () => {
    const source = { kind: 'stock', folder: '.', sentence: '', state: 'waiting' } as const;
    const sources = [
      { ...source, name: 'stock' },
      { ...source, name: 'texts', state: 'paused' as const },
      { ...source, name: 'read', lastFile: 'a.csv' },
    ];
    const products = { known: 0, confirmed: 0, parked: 0 };
    const catalog = { sources, products, held: [], waitingItems: 0 };
    expect(createStatus(clock, 'de')({ ...base, catalog })).toMatchObject({
      sentence: 'In step, except for stock and texts, of which no export has been read yet.',
      headline: 'Im Gleichstand, außer stock und texts: davon wurde noch kein Export gelesen.',
    });
  });

  it('is in step but for a source of which no export was read since a restore', () => {
    const source = { kind: 'stock', folder: '.', sentence: '', state: 'waiting' } as const;
    const sources = [
      { ...source, name: 'stock', lastFile: 'a.csv', isOnlyOfBackup: true as const },
    ];
    const products = { known: 0, confirmed: 0, parked: 0 };
    const catalog = { sources, products, held: [], waitingItems: 0 };
    expect(createStatus(clock, 'de')({ ...base, catalog })).toMatchObject({
      sentence:
        'In step, except for stock, of which no export has been read since the backup was restored.',
      headline:
        'Im Gleichstand, außer stock: davon wurde seit der Wiederherstellung kein Export gelesen.',
    });
  });

  it('estimates no end before the marketplace is asked again, and none while nothing can be sent', () => {
    const status = createStatus(clock);
    const products = { known: 0, confirmed: 0, parked: 0 };
    const catalog = { sources: [], products, held: [], waitingItems: 1, emptyAt: 1_000 };
    const endOf = (sending: typeof flowing) =>
      status({ ...base, catalog, sending }).catalog?.emptyAt;
    expect(endOf(flowing)).toBe(1_000);
    expect(endOf({ ...flowing, waitsUntil: 86_400_000 })).toBe(86_400_000);
    expect(endOf(stopped)).toBeUndefined();
  });

  it('says that what is open waits for whoever paused it, beside what goes on or needs a person', () => {
    const status = createStatus(clock);
    const source = { name: 'articles', kind: 'products', folder: '.', state: 'paused' } as const;
    const waitsPaused = 'articles has been paused since noon by anna';
    const facts = (waitingItems: number) => ({
      catalog: {
        sources: [{ ...source, sentence: '', waitsPaused }],
        products: { known: 0, confirmed: 0, parked: 0 },
        held: [],
        waitingItems,
      },
    });
    const sentence = (input: object) => status({ ...base, ...input }).sentence;
    expect(status({ ...base, ...facts(0) }).state).toBe('working');
    expect(sentence(facts(0))).toBe(`What is open waits: ${waitsPaused}.`);
    expect(sentence(facts(3))).toBe(
      `What is open waits: ${waitsPaused}. Also: what has changed is on its way.`,
    );
    expect(sentence({ ...facts(0), needsYou: [need] })).toBe(
      `1 item needs you. The rest is in step or on its way, or waits: ${waitsPaused}.`,
    );
  });

  it('says it on the page in German under language: de, and in the terminal in English', () => {
    const source = { name: 'articles', kind: 'products', folder: '.', state: 'inStep' } as const;
    const page = (input: object) => {
      const facts = createStatus(clock, 'de')({ ...base, ...input });
      expect(facts.sentence).toBe(createStatus(clock)({ ...base, ...input }).sentence);
      return pageView(facts, { language: 'de', nowMs: 0 }).sentence;
    };
    const of = (facts: object, waitingItems = 0) => ({
      catalog: {
        sources: [{ ...source, sentence: '', ...facts }],
        pictures: { state: 'inStep', missing: 2 },
        waitingItems,
        ...{ products: { parked: 0 }, held: [] },
      } as never,
    });
    const paused = of({ waitsPaused: 'articles has been paused since noon by anna' }, 1);
    expect(page({})).toBe('Alles ist im Gleichstand.');
    expect(page(of({ otherwise: '2 articles differ', isShort: true }))).toBe(
      'Im Gleichstand, außer dem, was zurückgenommen wurde (articles); und dem, was eine geänderte Konfiguration von articles nicht erreicht; und Bildern, die genannt und nicht da sind (2).',
    );
    expect(page(of({ waitsFor: 'a.ok' }))).toBe(
      'In Arbeit: der Export von articles wartet auf eine andere Datei.',
    );
    expect(page(paused)).toBe(
      'Was offen ist, wartet; angehalten: articles (stockhand resume articles). Daneben: was sich geändert hat, ist unterwegs.',
    );
    expect(page({ ...paused, needsYou: [need] })).toBe(
      '1 Punkt braucht Sie. Der Rest ist im Gleichstand oder unterwegs, oder wartet; angehalten: articles (stockhand resume articles).',
    );
    const outbox = { folder: '.', written: 2, pending: 0, unacknowledged: 0, parked: 0 };
    const commands = { done: 1, refused: 0, waiting: 0 };
    const feed = { state: 'paused', pollEveryMs: 1 };
    expect(page({ orders: { paused: 'by anna', feed, outbox, commands } })).toBe(
      'Was offen ist, wartet; angehalten: Aufträge (stockhand resume orders).',
    );
    expect(page({ needsYou: [need, need] })).toBe(
      '2 Punkte brauchen Sie. Der Rest ist im Gleichstand oder unterwegs.',
    );
    expect(page({ needsYou: [], sending: stopped })).toBe(
      'Es kann nichts gesendet werden. 1 Punkt braucht Sie.',
    );
  });

  it('says that a part is not sent where the API key lacks a right of one kind of request', () => {
    const lane = { waiting: 0, inFlight: 0 };
    const stop = { code: 'INSUFFICIENT_SCOPE', sentence: 'No right.', remedy: 'Ask.' };
    const lanes = [
      { ...lane, lane: 'orders' as const, stopped: stop },
      { ...lane, lane: 'stock' as const },
    ];
    expect(createStatus(clock, 'de')({ ...base, sending: { ...flowing, lanes } })).toMatchObject({
      state: 'failing',
      sentence: 'Not everything can be sent. 1 item needs you.',
      headline: 'Es kann nicht alles gesendet werden. 1 Punkt braucht Sie.',
      needsYou: [
        { effect: 'Such requests are not sent until this is mended; what waits is kept.' },
      ],
    });
  });

  it('tells an outage once, whatever each kind of request met in it', () => {
    const lane = (name: Lane, sentence: string) => ({
      ...{ lane: name, waiting: 0, inFlight: 0 },
      stopped: { code: 'NO_ANSWER', sentence, remedy: 'Wait.', cause: `${sentence} That came.` },
    });
    const lanes = [lane('stock', 'Silence.'), lane('orders', 'Errors.')];
    const lastFailure = { at: 1, sentence: 'Of a request that none of them waits for.' };
    const { needsYou } = createStatus(clock)({
      ...base,
      sending: { ...flowing, lanes, lastFailure },
    });
    expect(needsYou).toMatchObject([
      { id: 'stopped-NO_ANSWER', what: 'Silence.', cause: 'Silence. That came.' },
    ]);
  });

  it('is in step but for what an undo left, and for what a changed configuration does not reach', () => {
    const shown = (...sources: readonly object[]): string =>
      createStatus(clock)({ ...base, catalog: { sources } as never }).sentence;
    const undone = { name: 'a', state: 'inStep', otherwise: '2 articles differ' };
    const short = { name: 'b', state: 'inStep', isShort: true };
    expect(shown(undone)).toBe(
      'In step, except for what a person took back: a: 2 articles differ.',
    );
    expect(shown(short)).toBe(
      'In step, except for what a changed configuration of b does not reach.',
    );
    expect(shown(undone, short)).toBe(
      'In step, except for what a person took back: a: 2 articles differ; and what a changed configuration of b does not reach.',
    );
  });

  it('is in step but for an export that is there under another name', () => {
    const sources = [{ name: 'stock', state: 'waiting', isMisnamed: true }];
    const status = createStatus(clock, 'de')({ ...base, catalog: { sources } as never });
    expect(status.sentence).toBe(
      'In step, except for the export of stock, which is there under another name and is not read.',
    );
    expect(status.headline).toBe(
      'Im Gleichstand, außer dem Export von stock, der unter anderem Namen dasteht und nicht gelesen wird.',
    );
  });

  it('is not in step while a command on an order waits', () => {
    const orders = (waiting: number) => ({
      feed: { state: 'caughtUp', pollEveryMs: 1 } as const,
      outbox: { folder: '.', written: 2, pending: 0, unacknowledged: 0, parked: 0 },
      commands: { done: 1, refused: 0, waiting, parked: 0 },
    });
    const shown = (waiting: number) => createStatus(clock)({ ...base, orders: orders(waiting) });
    expect(shown(0).state).toBe('inStep');
    expect(shown(1).state).toBe('working');
    expect(statusText(shown(1), false)).toContain('0 parked, 1 command waits');
    expect(statusText(shown(0), true)).not.toContain('wait');
    const { outbox, ...others } = orders(0);
    const open = { ...others, outbox: { ...outbox, written: 1, pending: 2 } };
    expect(statusText(createStatus(clock)({ ...base, orders: open }), true)).toContain(
      '1 file written, 2 to be written, 0 not picked up',
    );
    const unknown = { ...others, outbox: { ...outbox, isNeverAcknowledged: true as const } };
    expect(statusText(createStatus(clock)({ ...base, orders: unknown }), true)).toContain(
      '2 files written, 0 parked',
    );
    const lastFailure = 'The feed was not read: answered 500.';
    const unread = { ...others, outbox, feed: { ...orders(0).feed, lastFailure } };
    expect(statusText(createStatus(clock)({ ...base, orders: unread }), true)).toContain(
      `0 parked. ${lastFailure}`,
    );
  });

  it('is in step but for orders that are not read before orders.startFrom', () => {
    const begins = '2062-01-01T00:00:00Z';
    const facts = createStatus(clock)({
      ...base,
      orders: {
        feed: { state: 'notBegun', pollEveryMs: 1, begins },
        outbox: { folder: '.', written: 0, pending: 0, unacknowledged: 0, parked: 0 },
        commands: { done: 0, refused: 0, waiting: 0, parked: 0 },
      },
    });
    expect(facts.sentence).toBe(
      `In step, except for orders, which are not read before ${begins} (orders.startFrom).`,
    );
    expect(statusText(facts, true)).toContain(
      `No order is read before ${begins}: orders.startFrom`,
    );
  });

  it('is not in step while orders are paused, and says since when and by whom', () => {
    const paused = 'orders have been paused since noon by anna (stockhand resume orders)';
    const orders = (waiting: number) => ({
      paused,
      feed: { state: 'paused', pollEveryMs: 1 } as const,
      outbox: { folder: '.', written: 2, pending: waiting, unacknowledged: 0, parked: 0 },
      commands: { done: 1, refused: 0, waiting, parked: 0 },
    });
    const shown = (waiting: number) => createStatus(clock)({ ...base, orders: orders(waiting) });
    for (const waiting of [0, 2]) {
      expect(shown(waiting)).toMatchObject({
        state: 'working',
        sentence: `What is open waits: ${paused}.`,
      });
    }
    expect(createStatus(clock)({ ...base, orders: orders(0), sending: stopped }).sentence).toBe(
      `Nothing can be sent. 1 item needs you. Also: ${paused}.`,
    );
  });

  it('remembers since when it has been so', () => {
    const status = createStatus(clock);
    now = Date.parse('2026-11-20T08:00:00Z');
    status(base);
    now += 60_000;
    expect(status(base).since).toBe('2026-11-20T08:00:00.000Z');
    expect(status({ ...base, needsYou: [need] }).since).toBe('2026-11-20T08:01:00.000Z');
  });

  it('tells one cause that stops several kinds of requests once, and above all else', () => {
    const { needsYou } = createStatus(clock)({ ...base, needsYou: [need], sending: stopped });
    expect(needsYou.map(({ what }) => what)).toEqual(['The API key is not known.', need.what]);
  });
});
