import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { Secret } from '../../src/domain/secret.ts';
import { createKeyAuth } from '../../src/marketplace/auth.ts';
import { createTransport } from '../../src/marketplace/transport.ts';
import { fastClock } from '../support/fast-clock.ts';
import { type LedgerEntry, type Market, openMarket } from '../support/market.ts';
import { seeded } from '../support/seeded.ts';
import { liveThrough } from './season.ts';
import { differences } from './wholesaler.ts';

/** `npm run storm -- 1000000 20000` is the long run: so many of them over real sockets. */
const requests = Number(process.env['STORM_SOCKET_REQUESTS'] ?? 180);
const seed = Number(process.env['STORM_SEED'] ?? 1);
const speed = 200;

/** 30 % of the requests, each kind over the socket as it would come. */
const weather = [
  { kind: 'reset', when: 'before', probability: 0.04 },
  { kind: 'reset', when: 'after', probability: 0.04 },
  { kind: 'cut', probability: 0.05 },
  { kind: 'garble', probability: 0.04 },
  { kind: 'status', status: 500, when: 'before', probability: 0.03 },
  { kind: 'status', status: 500, when: 'after', probability: 0.03 },
  { kind: 'rateStorm', probability: 0.03, headers: { 'retry-after': '1' } },
  { kind: 'maintenance', probability: 0.03 },
  { kind: 'latency', probability: 0.03, delayMs: 50 },
].map((rule) => ({ ...rule, path: '/connect/v1/supplier/catalog' }));

const fast = fastClock(speed);

const stores = ['all', 'notTransient', 'success'] as const;
const retentions = [30, 3_600, 86_400];
const keepings = stores.flatMap((store, at) =>
  retentions
    // The suite takes one of each; the long run takes all.
    .filter((_, index) => requests > 1_000 || index === at)
    .map((retentionSeconds) => ({ store, retentionSeconds })),
);
const share = Math.ceil(requests / keepings.length);

describe('invariants I3, I4 and I6: a storm over real sockets, 30 % of the requests in it', () => {
  it.each(keepings)(
    'loses and doubles nothing where $store answers are kept for $retentionSeconds s',
    { timeout: 180_000 + share * 500 },
    async (idempotency) => {
      const market = await openMarket({ idempotency, clockSpeed: speed, seed });
      await market.sandbox.control('POST', '/sandbox/weather', weather);
      const auth = createKeyAuth(new Secret('sandbox-key'));
      const wire = { baseUrl: market.url, timeoutMs: 5_000, maxInFlight: 4, clock: systemClock };
      const transport = createTransport({ ...wire, credential: auth });
      let came = 0;
      const season = await liveThrough(
        {
          clock: fast,
          chance: seeded(seed),
          during: (work) => work,
          requests: () => came,
          calm: async () => {
            await market.sandbox.control('DELETE', '/sandbox/weather');
          },
          transport: {
            send: (request, signal) => {
              if (request.method !== 'GET') came += 1;
              return transport.send(request, signal);
            },
          },
        },
        { requests: share, articles: Math.min(400, Math.max(40, share)), patienceMs: 60_000 },
      );
      const ledger = await wholeLedger(market);
      if (requests > 1_000)
        process.stdout.write(
          `${JSON.stringify(idempotency)}: ${came} requests over sockets for ${season.firstTries} first tries, ${season.days} exports, ${season.startsAt.length} processes\n`,
        );
      expect(broken(ledger)).toEqual([]);
      const products = (await market.products()).filter((product) => product['deleted'] !== true);
      expect(
        differences(
          season.wholesaler.truth(() => true),
          products,
        ),
      ).toEqual([]);
      await transport.close();
      await market.close();
    },
  );
});

/** Page by page: one answer does not hold all of a long run. */
async function wholeLedger(market: Market): Promise<readonly LedgerEntry[]> {
  const all: LedgerEntry[] = [];
  for (;;) {
    const page = await market.ledger(all.at(-1)?.seq ?? 0);
    if (page.length === 0) break;
    all.push(...page);
  }
  return all.filter(({ method }) => method !== 'GET');
}

/** Bytes that differ under one key, and products that are made or removed twice in a row. */
function broken(ledger: readonly LedgerEntry[]): string[] {
  const bodies = new Map<string, string>();
  const shown = new Set<string>();
  return ledger.flatMap(({ seq, key, method, path, body, effects, replayed }) => {
    const request = JSON.stringify([method, path, body]);
    const before = bodies.get(String(key)) ?? request;
    bodies.set(String(key), before);
    const doubled = effects.flatMap(({ kind, externalId }) => {
      const isThere = shown.has(String(externalId));
      const comes = kind === 'productCreated' || kind === 'productRevived';
      if (comes) shown.add(String(externalId));
      if (kind === 'productDeleted') shown.delete(String(externalId));
      const isDouble = (comes && isThere) || (kind === 'productDeleted' && !isThere);
      return isDouble ? [`${seq}: ${kind} ${externalId} again`] : [];
    });
    const other = key === null || before === request ? [] : [`${seq}: ${key} with other bytes`];
    return [
      ...other,
      ...doubled,
      ...(replayed && effects.length > 0 ? [`${seq}: did it again`] : []),
    ];
  });
}
