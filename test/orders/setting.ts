import { expect, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { OrderState } from '../../src/domain/order.ts';
import { Secret } from '../../src/domain/secret.ts';
import { createKeyAuth } from '../../src/marketplace/auth.ts';
import { createReads } from '../../src/marketplace/reads.ts';
import { createTransport } from '../../src/marketplace/transport.ts';
import { createExchange } from '../../src/sending/exchange.ts';
import { createPace } from '../../src/sending/pace.ts';
import { createSender } from '../../src/sending/sender.ts';
import { fastClock } from '../support/fast-clock.ts';
import { type Market, openMarket } from '../support/market.ts';
import { openWorld } from './open-world.ts';
import type { World } from './world.ts';

export interface Setting {
  readonly market: Market;
  readonly world: World;
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** The order side between an ERP's folders and the sandbox, over real sockets; all of it ends with its test. */
export async function openSetting(
  options: Parameters<typeof openMarket>[0] = {},
): Promise<Setting> {
  const market = await openMarket(options);
  onTestFinished(() => market.close());
  const auth = createKeyAuth(new Secret('sandbox-key'));
  const transport = createTransport({
    baseUrl: market.url,
    timeoutMs: 2_000,
    maxInFlight: 4,
    clock: systemClock,
    credential: auth,
  });
  onTestFinished(() => transport.close());
  const pace = createPace({ maxInFlight: 4, clock: fast });
  const exchange = createExchange({ transport, pace, auth, clock: fast });
  const world = openWorld({
    deps: () => ({ reads: createReads(exchange), sender: createSender({ exchange, clock: fast }) }),
  });
  const control: Setting['control'] = async (method, to, body) =>
    (await market.sandbox.control(method, to, body)) as Record<string, unknown>;
  await control('POST', '/sandbox/products', { count: 3 });
  return { market, world, control };
}

const fast = fastClock(100);

export async function place({ control }: Setting, order: object = {}): Promise<string> {
  const answer = await control('POST', '/sandbox/orders', { count: 1, ...order });
  const [placed] = answer['orders'] as { id: number }[];
  return String(placed!.id);
}

/** The steps of supplier and buyer that bring a placed order to each state. */
export const stepsTo: Record<OrderState, readonly string[]> = {
  PLACED: [],
  ACCEPTED: ['accept'],
  PREPARING: ['accept', 'prepare'],
  DISPATCHED: ['accept', 'dispatch'],
  DELIVERED: ['accept', 'dispatch', 'deliver'],
  REJECTED: ['reject'],
  CANCELLED: ['cancel'],
};

export async function bring(
  { market, control }: Setting,
  id: string,
  steps: readonly string[],
): Promise<void> {
  for (const step of steps) {
    if (step === 'prepare' || step === 'deliver') {
      await control('POST', `/sandbox/orders/${id}/${step}`, {});
      continue;
    }
    const answer = await fetch(`${market.url}/connect/v1/supplier/orders/${id}/${step}`, {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' },
      ...(step === 'accept' ? {} : { body: JSON.stringify({ reason: 'test' }) }),
    });
    expect(answer.status).toBeLessThan(300);
  }
}
