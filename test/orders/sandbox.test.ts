import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { Secret } from '../../src/domain/secret.ts';
import { createKeyAuth } from '../../src/marketplace/auth.ts';
import { createReads } from '../../src/marketplace/reads.ts';
import { createTransport } from '../../src/marketplace/transport.ts';
import { createExchange } from '../../src/sending/exchange.ts';
import { createPace } from '../../src/sending/pace.ts';
import { createSender } from '../../src/sending/sender.ts';
import type { Market } from '../support/market.ts';
import { openMarket } from '../support/market.ts';
import { World } from './world.ts';

// nock would stand between fetch and the socket; these tests are about the real one.
beforeAll(() => nock.restore());
afterAll(() => nock.activate());

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});

interface Setting {
  readonly market: Market;
  readonly world: World;
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** The order side between an ERP's folders and the sandbox, over real sockets. */
async function openSetting(options: Parameters<typeof openMarket>[0] = {}): Promise<Setting> {
  const market = await openMarket(options);
  open.push(market);
  const auth = createKeyAuth(new Secret('sandbox-key'));
  const clock = systemClock;
  const transport = createTransport({
    baseUrl: market.url,
    timeoutMs: 2_000,
    maxInFlight: 4,
    clock,
    credential: auth,
  });
  open.push(transport);
  const exchange = createExchange({ transport, pace: createPace({ maxInFlight: 4, clock }), auth, clock });
  const world = new World({
    deps: () => ({ reads: createReads(exchange), sender: createSender({ exchange, clock }) }),
  });
  open.push(world);
  const control: Setting['control'] = async (method, to, body) =>
    (await market.sandbox.control(method, to, body)) as Record<string, unknown>;
  await market.sandbox.control('POST', '/sandbox/products', { count: 3 }).catch(() => undefined);
  return { market, world, control };
}

async function place(setting: Setting, order: object): Promise<{ id: string; number: string }> {
  const answer = await setting.control('POST', '/sandbox/orders', order);
  const [placed] = answer['orders'] as { id: number; orderNumber: string }[];
  return { id: String(placed!.id), number: placed!.orderNumber };
}

describe('over the sandbox', () => {
  it('debug', async () => {
    const setting = await openSetting();
    console.log(await setting.control('POST', '/sandbox/orders', { count: 1 }));
    const counts = await setting.world.pass();
    console.log(counts, JSON.stringify(setting.world.orderFiles()[0], null, 1), setting.world.flow.facts(), setting.world.flow.needsYou());
  });
});
