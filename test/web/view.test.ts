import { describe, expect, it } from 'vitest';
import type { StatusFacts } from '../../src/domain/facts.ts';
import { pageView, type Viewing } from '../../src/web/view.ts';
import { sampleFacts } from './sample-facts.ts';

const viewing: Viewing = {
  language: 'en',
  nowMs: Date.parse('2026-11-20T08:00:00Z'),
  timeZone: 'UTC',
};

function panel(facts: StatusFacts, id: string) {
  return pageView(facts, viewing).panels.find((each) => each.id === id);
}

const orders = sampleFacts.orders!;
const marketplace = sampleFacts.marketplace;

describe('the view of the page', () => {
  it('has a panel for each source and each flow', () => {
    expect(pageView(sampleFacts, viewing).panels.map(({ id }) => id)).toEqual([
      'source:articles',
      'source:stock',
      'orders-out',
      'orders-back',
      'webhooks',
      'marketplace',
    ]);
  });

  it('says what is not set up', () => {
    const { catalog: _, orders: __, webhooks: ___, ...rest } = sampleFacts;
    const { panels, runs } = pageView(rest, viewing);
    expect(panels.map(({ id, word }) => [id, word])).toEqual([
      ['orders-out', 'Off'],
      ['orders-back', 'Off'],
      ['webhooks', 'Off'],
      ['marketplace', 'In step'],
    ]);
    expect(runs).toEqual([]);
  });

  it('tells when the feed was read last, however long it has been caught up', () => {
    const feed = { ...orders.feed, caughtUpSince: viewing.nowMs - 86_400_000 };
    const view = panel({ ...sampleFacts, orders: { ...orders, feed } }, 'orders-out');
    expect(view?.lastSuccess?.text).toBe('07:59');
  });

  it('takes no answer of the marketplace for a success: one may refuse the key', () => {
    const view = panel(sampleFacts, 'marketplace');
    expect(view).not.toHaveProperty('lastSuccess');
    expect(view?.details).toContainEqual({ label: 'Last answer', text: '07:59' });
  });

  it('shows today by the clock and other days with their date', () => {
    const { events } = pageView(sampleFacts, viewing);
    expect(events.map(({ at }) => at.text)).toEqual([
      '07:59',
      '07:58',
      '07:56',
      '19 Nov 2026, 22:10',
    ]);
  });

  it('shows a moment that is none as such', () => {
    const events = [{ at: 'yesterday', text: 'x' }];
    expect(pageView({ ...sampleFacts, events }, viewing).events[0]?.at.text).toBe('?');
  });

  it('says of each run whether its books balance', () => {
    const [articles, stock] = pageView(sampleFacts, viewing).runs;
    expect([articles?.balanced, articles?.books]).toEqual([true, 'balance, still open']);
    expect([stock?.balanced, stock?.books]).toEqual([true, 'balance']);
    const [source] = sampleFacts.catalog!.sources;
    const sources = [{ ...source!, lastRun: { ...source!.lastRun!, sent: 1_119 } }];
    const facts = { ...sampleFacts, catalog: { ...sampleFacts.catalog!, sources } };
    const [lost] = pageView(facts, viewing).runs;
    expect([lost?.balanced, lost?.books]).toEqual([false, 'do not balance, still open']);
  });

  it('says of a run whose file was refused that it was, not that its books balance', () => {
    const [source] = sampleFacts.catalog!.sources;
    const none = { read: 0, unchanged: 0, sent: 0, held: 0, rejected: 0, skipped: 0, waiting: 0 };
    const lastRun = { ...source!.lastRun!, ...none, isRefused: true as const };
    const catalog = { ...sampleFacts.catalog!, sources: [{ ...source!, lastRun }] };
    const [refused] = pageView({ ...sampleFacts, catalog }, viewing).runs;
    expect([refused?.balanced, refused?.books]).toEqual([false, 'refused']);
  });

  it('lists what is held once, with the number to type', () => {
    const listed = pageView(sampleFacts, viewing).needsYou;
    expect(listed.map(({ id, release }) => [id, release?.number])).toEqual([
      ['held:h7', 6_911],
      ['outbox-unacknowledged', undefined],
    ]);
    const unlisted = pageView({ ...sampleFacts, needsYou: [] }, viewing).needsYou;
    expect(unlisted).toMatchObject([{ id: 'h7', release: { id: 'h7', number: 6_911 } }]);
  });

  it('offers no release that would send nothing', () => {
    const { catalog } = sampleFacts;
    const held = catalog!.held.map((each) => ({ ...each, isUnreleasable: true }));
    const facts = { ...sampleFacts, catalog: { ...catalog!, held } };
    for (const needsYou of [sampleFacts.needsYou, []])
      expect(pageView({ ...facts, needsYou }, viewing).needsYou[0]).not.toHaveProperty('release');
  });

  const states: readonly (readonly [
    string,
    Partial<StatusFacts['marketplace']>,
    readonly [string, string],
  ])[] = [
    ['answers', {}, ['In step', 'The marketplace answers. Last answer 07:59.']],
    [
      'asked us to wait',
      { waitsUntil: viewing.nowMs + 900_000 },
      ['Waiting', 'The marketplace asked us to wait until 08:15.'],
    ],
    ['asked us to wait, and that is over', { waitsUntil: viewing.nowMs - 1 }, ['In step', '']],
    [
      'failed after it answered',
      { lastFailure: { at: viewing.nowMs, sentence: 'No connection.' } },
      ['Offline', 'No connection. Last answer 07:59.'],
    ],
    [
      'answered after it failed',
      { lastFailure: { at: 1, sentence: 'No connection.' } },
      ['In step', ''],
    ],
    [
      'is stopped',
      {
        lanes: ['stock', 'products'].map((lane) => ({
          lane: lane as 'stock',
          waiting: 0,
          inFlight: 0,
          stopped: { code: 'FORBIDDEN', sentence: 'A right is missing.', remedy: 'Ask for it.' },
        })),
      },
      ['Stopped', 'A right is missing. Ask for it.'],
    ],
  ];
  it.each(states)('says of a marketplace that %s what holds', (_, change, [word, sentence]) => {
    const view = panel(
      { ...sampleFacts, marketplace: { ...marketplace, ...change } },
      'marketplace',
    );
    expect(view?.word).toBe(word);
    expect(view?.sentence).toContain(sentence);
  });

  it('says of a marketplace that was never asked that it was not', () => {
    const { lastAnswerAt: _, ...never } = marketplace;
    expect(panel({ ...sampleFacts, marketplace: never }, 'marketplace')).toMatchObject({
      word: 'Starting',
      sentence: 'The marketplace has not been asked yet.',
    });
  });

  const feeds: readonly (readonly [
    Partial<typeof orders.feed>,
    Partial<typeof orders.outbox>,
    readonly [string, string],
  ])[] = [
    [{}, {}, ['In step', '412 order files written, 7 not picked up yet.']],
    [{}, { written: 1, unacknowledged: 0 }, ['In step', '1 order file written, all picked up.']],
    [
      {},
      { unacknowledged: 0, isNeverAcknowledged: true, parked: 1 },
      ['Needs you', '412 order files written, 1 parked.'],
    ],
    [
      {},
      { parked: 2, pending: 5 },
      ['Needs you', '5 still to write, 7 not picked up yet, 2 parked'],
    ],
    [{}, { offline: 'The folder is gone.' }, ['Offline', 'The folder is gone.']],
    [{ state: 'paused' }, {}, ['Paused', 'Paused: no order is read or written']],
    [{ state: 'starting' }, {}, ['Starting', 'about to begin']],
    [{ state: 'paging' }, {}, ['Reading', 'Orders are being read. 412 order files']],
    [{ state: 'waiting', lastFailure: 'The marketplace is down.' }, {}, ['Waiting', 'is down.']],
    [{ state: 'waiting' }, {}, ['Waiting', '412 order files']],
    [
      { state: 'notBegun', begins: '2062-01-01T00:00:00Z' },
      {},
      ['Waiting', 'No order is read before 2062-01-01T00:00:00Z: orders.startFrom says so.'],
    ],
    [{ state: 'cursorRefused' }, {}, ['Refused', 'read again from an earlier one']],
  ];
  it.each(feeds)('says of orders out with %j and %j: %s', (feed, outbox, [word, sentence]) => {
    const facts = {
      ...sampleFacts,
      orders: {
        ...orders,
        feed: { ...orders.feed, ...feed },
        outbox: { ...orders.outbox, ...outbox },
      },
    };
    const view = panel(facts, 'orders-out');
    expect(view?.word).toBe(word);
    expect(view?.sentence).toContain(sentence);
  });

  const noPictures = {
    ...({ state: 'inStep', folder: '', sentence: '' } as const),
    ...{ files: 0, confirmed: 0, waiting: 0, parked: 0, refused: 0, missing: 0 },
  };
  it.each([
    ['orders-out', 'OUTBOX_NOT_TAKEN', 'orders-back'],
    ['orders-back', 'COMMANDS_OFFLINE', 'orders-out'],
    ['orders-back', 'COMMAND_UNANSWERED 7', 'orders-out'],
    ['webhooks', 'webhook-secret', 'marketplace'],
    ['webhooks', 'webhooks.tls-expiry', 'marketplace'],
    ['pictures', 'pictures-rejected', 'webhooks'],
  ])('shows nothing green in %s while %s needs you', (concerned, id, other) => {
    const [need] = sampleFacts.needsYou;
    const catalog = {
      ...sampleFacts.catalog,
      pictures: noPictures,
    };
    const facts = { ...sampleFacts, catalog, needsYou: [{ ...need, id }] } as StatusFacts;
    expect(panel(facts, concerned)).toMatchObject({ tone: 'attention', word: 'Needs you' });
    expect(panel(facts, other)?.tone).toBe(panel({ ...facts, needsYou: [] }, other)?.tone);
  });

  it('says that the folder of the command files cannot be used, as the health does', () => {
    const offline = 'Y:/commands does not exist.';
    const commands = { ...orders.commands, offline };
    expect(panel({ ...sampleFacts, orders: { ...orders, commands } }, 'orders-back')).toMatchObject(
      { tone: 'bad', word: 'Offline', sentence: offline, isEnglish: true },
    );
  });

  it('shows orders back as paused with the orders: no command file is looked at then', () => {
    const paused = { ...orders, feed: { ...orders.feed, state: 'paused' as const } };
    expect(panel({ ...sampleFacts, orders: paused }, 'orders-back')).toMatchObject({
      tone: 'off',
      word: 'Paused',
      sentence: '118 commands done, 2 refused, 1 waiting.',
    });
  });

  it.each([
    ['inStep', 'In step', 'good'],
    ['working', 'Working', 'busy'],
    ['needsYou', 'Needs you', 'attention'],
    ['failing', 'Failing', 'bad'],
  ] as const)('shows the state %s as "%s"', (state, word, tone) => {
    expect(pageView({ ...sampleFacts, state }, viewing)).toMatchObject({ word, tone });
  });

  it('says everything in German too', () => {
    const { panels } = pageView(sampleFacts, { ...viewing, language: 'de' });
    expect(panels.map(({ word, sentence }) => `${word}: ${sentence}`).slice(2)).toEqual([
      'Im Gleichstand: 412 Auftragsdateien geschrieben, 7 noch nicht abgeholt.',
      'Wartet: 118 Befehle ausgeführt, 2 abgelehnt, 1 wartend.',
      'Lauscht: 82 Webhooks angenommen, 3 abgelehnt.',
      'Im Gleichstand: Der Marktplatz antwortet. Letzte Antwort 07:59.',
    ]);
    expect(panels.at(-1)?.details).toContainEqual({ label: 'Unsere Uhr', text: 'geht 3 s nach' });
    const skewed = { ...marketplace, clockSkewMs: 1_900, waitsUntil: viewing.nowMs + 1 };
    const german = pageView(
      { ...sampleFacts, marketplace: skewed },
      { ...viewing, language: 'de' },
    );
    expect(german.panels.at(-1)).toMatchObject({
      sentence: 'Der Marktplatz bat uns, bis 08:00 zu warten.',
      details: expect.arrayContaining([{ label: 'Unsere Uhr', text: 'richtig' }]),
    });
  });

  it.each([
    [59_999, 'good', 'In step'],
    [-60_000, 'attention', 'Needs you'],
    [239_999, 'attention', 'Needs you'],
    [-240_000, 'bad', 'Failing'],
  ])(
    'fault 103: with a clock that is %d ms off, the marketplace link is %s',
    (skew, tone, word) => {
      const facts = { ...sampleFacts, marketplace: { ...marketplace, clockSkewMs: skew } };
      expect(panel(facts, 'marketplace')).toMatchObject({ tone, word });
    },
  );

  it('offers to go on where something is paused, else to pause it', () => {
    const [source] = sampleFacts.catalog!.sources;
    const sources = [{ ...source!, state: 'paused' as const }];
    const facts = { ...sampleFacts, catalog: { ...sampleFacts.catalog!, sources } };
    expect(panel(facts, 'source:articles')?.toggle).toEqual({ action: 'resume', what: 'articles' });
    expect(panel(facts, 'orders-out')?.toggle).toEqual({ action: 'pause', what: 'orders' });
  });

  it('shows the newest fifty events', () => {
    const events = Array.from({ length: 80 }, (_, index) => ({
      at: '2026-11-20T07:00:00Z',
      text: `event ${index}`,
    }));
    expect(pageView({ ...sampleFacts, events }, viewing).events).toHaveLength(50);
  });
});
