import fs from 'node:fs';
import type { Clock } from '../../src/domain/clock.ts';
import type { Exchange, Transport } from '../../src/domain/exchange.ts';
import { Secret } from '../../src/domain/secret.ts';
import { createKeyAuth } from '../../src/marketplace/auth.ts';
import { createExchange } from '../../src/sending/exchange.ts';
import { createPace } from '../../src/sending/pace.ts';
import { createSender } from '../../src/sending/sender.ts';
import { openCatalog, openShop } from '../support/catalog.ts';
import { stormCatalog, Wholesaler } from './wholesaler.ts';

export interface SeasonDeps {
  readonly clock: Clock;
  readonly chance: () => number;
  readonly transport: Transport;
  /** Lets time go on until the work is done. */
  readonly during: <Value>(work: Promise<Value>) => Promise<Value>;
  readonly requests: () => number;
  readonly calm: () => Promise<void> | void;
}

export interface SeasonPlan {
  readonly requests: number;
  readonly articles: number;
  /** A pass that moved nothing for this long is left with what it has open. */
  readonly patienceMs: number;
}

/** Requests that somebody packed for the first time, and when the processes began. */
export interface Season {
  readonly wholesaler: Wholesaler;
  readonly firstTries: number;
  /** When each process was started (monotonic ms): it knows nothing of what the one before was told. */
  readonly startsAt: readonly number[];
  readonly days: number;
}

const forGood = 10 * 86_400_000;
/** Whoever asks for the parked again has this much patience. */
const retriesMax = 60;

/**
 * Day after day an export, most of them before the one before is through, some after a process that ended in the
 * middle; in the end calm weather, until nothing is parked but what the marketplace will never take.
 */
export async function liveThrough(deps: SeasonDeps, plan: SeasonPlan): Promise<Season> {
  const { chance, during } = deps;
  const shop = await openShop(stormCatalog);
  const wholesaler = new Wholesaler(plan.articles, chance);
  let house = openHouse(deps, shop);
  const startsAt = [deps.clock.monotonic()];
  let days = 0;
  const restart = async (): Promise<void> => {
    await during(house.close());
    house = openHouse(deps, shop);
    startsAt.push(deps.clock.monotonic());
  };
  for (; deps.requests() < plan.requests; days += 1) {
    wholesaler.change(0.1 + chance() * 0.5);
    wholesaler.export(shop);
    const isWhole = chance() < 0.3;
    await during(house.catalog.pass({ quietMs: isWhole ? forGood : chance() * plan.patienceMs }));
    if (chance() < 0.2) await restart();
  }
  await deps.calm();
  await restart();
  await during(house.catalog.pass({ quietMs: forGood }));
  for (let asked = 0; asked < retriesMax; asked += 1) {
    const { items: parked } = await during(house.catalog.retry());
    const { calls } = await during(house.catalog.pass({ quietMs: forGood }));
    if (parked === 0 || calls.batchUpsert + calls.batchStock + calls.delete === 0) break;
    if (asked > 1 && parked <= Math.ceil(plan.articles / 50)) break;
  }
  const firstTries = house.catalog.store.requests.newestId();
  await during(house.close());
  fs.rmSync(shop.folder, { recursive: true, force: true });
  return { wholesaler, firstTries, startsAt, days };
}

/** A process: catalogue, sender, pace. It ends without a word. */
function openHouse({ clock, transport }: SeasonDeps, shop: Parameters<typeof openCatalog>[0]) {
  const death = new AbortController();
  const pace = createPace({ maxInFlight: 4, clock });
  const auth = createKeyAuth(new Secret('sandbox-key'));
  const exchange = createExchange({ transport, pace, auth, clock });
  const sender = createSender({ exchange, clock });
  void listen(exchange, clock, death.signal);
  const catalog = openCatalog(shop, (mutation) => sender.send(mutation, death.signal), { clock });
  return {
    catalog,
    async close(): Promise<void> {
      death.abort();
      await catalog.stop();
      catalog.store.close();
    },
  };
}

const listensEveryMs = 600_000;

/** The orders' feed is polled beside it: its answers show that the service is there (fault 44). */
async function listen(exchange: Exchange, clock: Clock, signal: AbortSignal): Promise<void> {
  const feed = {
    method: 'GET',
    path: '/connect/v1/supplier/orders',
    credential: 'bearer',
  } as const;
  while (!signal.aborted) {
    await exchange.once('orders', feed, signal);
    await clock.sleep(listensEveryMs, signal);
  }
}
