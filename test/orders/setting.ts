import { expect, onTestFinished } from 'vitest';
import type { OrderState } from '../../src/domain/order.ts';
import { createReads } from '../../src/marketplace/reads.ts';
import { type Market, openMarket } from '../support/market.ts';
import { openSender } from '../support/sender.ts';
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
  speed = 100,
): Promise<Setting> {
  const market = await openMarket(options);
  onTestFinished(() => market.close());
  const { exchange, sender } = openSender(market.url, speed);
  const world = openWorld({
    deps: () => ({ reads: createReads(exchange), sender }),
  });
  const control: Setting['control'] = async (method, to, body) =>
    (await market.sandbox.control(method, to, body)) as Record<string, unknown>;
  await control('POST', '/sandbox/products', { count: 3 });
  return { market, world, control };
}

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
