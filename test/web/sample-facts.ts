import type { StatusFacts } from '../../src/domain/facts.ts';

const morning = Date.parse('2026-11-20T08:00:00Z');
const minutes = (count: number) => morning - count * 60_000;

/** A day in a supplier's life: one source held, one sending, seven order files not picked up. */
export const sampleFacts: StatusFacts = {
  state: 'needsYou',
  since: '2026-11-20T07:58:00Z',
  sentence: 'Everything else is in step. Last change sent 08:02. 2 items need you.',
  version: '0.1.0',
  sandbox: true,
  catalog: {
    sources: [
      {
        name: 'articles',
        kind: 'products',
        folder: '/srv/erp/out',
        state: 'held',
        sentence:
          'Run 1842 would make 6,911 of 18,402 articles vanish (38%); everything else was sent.',
        lastLookedAt: minutes(0.2),
        lastFile: 'artikel.csv',
        lastSuccessAt: minutes(60),
        lastRun: {
          run: 1842,
          source: 'articles',
          file: 'artikel.csv',
          sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
          read: 18_402,
          unchanged: 17_228,
          sent: 1_120,
          held: 51,
          rejected: 3,
          skipped: 0,
          waiting: 40,
          final: false,
        },
      },
      {
        name: 'stock',
        kind: 'stock',
        folder: '/srv/erp/out',
        state: 'sending',
        sentence: '1,120 of 2,000 stock changes sent.',
        lastLookedAt: minutes(0.1),
        lastFile: 'bestand.csv',
        lastSuccessAt: minutes(15),
        lastRun: {
          run: 1843,
          source: 'stock',
          file: 'bestand.csv',
          sha256: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
          read: 18_402,
          unchanged: 16_402,
          sent: 1_990,
          held: 0,
          rejected: 0,
          skipped: 10,
          waiting: 0,
          final: true,
        },
      },
    ],
    products: { known: 18_402, confirmed: 18_350, parked: 3 },
    waitingItems: 880,
    emptyAt: minutes(-12),
    held: [
      {
        id: 'h7',
        source: 'articles',
        run: 1842,
        sentence: 'Articles file of 08:00 would make 6,911 of 18,402 articles vanish (38%).',
        items: 6_911,
        since: '2026-11-20T07:58:00Z',
      },
    ],
  },
  orders: {
    feed: {
      state: 'caughtUp',
      pollEveryMs: 60_000,
      lastPollAt: minutes(0.5),
      caughtUpSince: minutes(0.5),
    },
    outbox: {
      folder: '/srv/erp/orders',
      written: 412,
      pending: 0,
      unacknowledged: 7,
      oldestUnacknowledgedAt: minutes(45),
      parked: 0,
    },
    commands: { done: 118, refused: 2, waiting: 1, parked: 0 },
  },
  webhooks: {
    listening: 'http://127.0.0.1:8481/webhooks/marketplace',
    accepted: 82,
    refused: 3,
    lastAcceptedAt: minutes(4),
    lastRefusal: { at: minutes(30), reason: 'your clock is 412 s behind the sender' },
  },
  marketplace: {
    baseUrl: 'https://market.example',
    lanes: [
      { lane: 'orders', waiting: 0, inFlight: 0 },
      { lane: 'stock', waiting: 18, inFlight: 3 },
      { lane: 'products', waiting: 0, inFlight: 0 },
      { lane: 'pictures', waiting: 6, inFlight: 0 },
      { lane: 'background', waiting: 0, inFlight: 0 },
    ],
    lastAnswerAt: minutes(0.1),
    sent: { orders: 130, stock: 460, products: 212, pictures: 61, background: 9 },
    clockSkewMs: -3_400,
    rateLimit: { limit: 600, remaining: 412, resetAt: minutes(-1) },
  },
  needsYou: [
    {
      id: 'held:h7',
      what: 'Articles file of 08:00 would make 6,911 of 18,402 articles vanish (38%).',
      cause:
        'The file is 61% smaller than usual and stops inside article group "K": was the export cut off?',
      effect:
        'Buyers still see and order all 18,402 articles. The 1,120 other changes of the file were sent.',
      fix: 'Export again. Or release the hold, if these articles shall really vanish.',
    },
    {
      id: 'outbox-unacknowledged',
      what: '7 order files have not been picked up since 07:15.',
      cause: 'The ERP has taken no file from /srv/erp/orders for 45 minutes.',
      effect: 'These orders are not worked on; buyers see them as placed.',
      fix: 'Start the import of the ERP, or look whether it reports an error.',
    },
  ],
  events: [
    { at: '2026-11-20T07:59:48Z', text: 'bestand.csv is stable; run 1843 begins.' },
    { at: '2026-11-20T07:58:00Z', text: 'Run 1842 of articles: 6,911 articles are held.' },
    { at: '2026-11-20T07:56:00Z', text: 'Order 10231 written as 000000412-10231-1f2e3d4c.json.' },
    { at: '2026-11-19T22:10:00Z', text: 'The marketplace was being serviced for 12 minutes.' },
  ],
};
