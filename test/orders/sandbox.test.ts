import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Clock } from '../../src/domain/clock.ts';
import type { OrderAction, OrderState } from '../../src/domain/order.ts';
import {
  orderActions,
  orderStates,
  transitions,
  wantedStateHolds,
} from '../../src/domain/order.ts';
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
  const transport = createTransport({
    baseUrl: market.url,
    timeoutMs: 2_000,
    maxInFlight: 4,
    clock: systemClock,
    credential: auth,
  });
  open.push(transport);
  const pace = createPace({ maxInFlight: 4, clock: fast });
  const exchange = createExchange({ transport, pace, auth, clock: fast });
  const world = new World({
    deps: () => ({ reads: createReads(exchange), sender: createSender({ exchange, clock: fast }) }),
  });
  open.push(world);
  const control: Setting['control'] = async (method, to, body) =>
    (await market.sandbox.control(method, to, body)) as Record<string, unknown>;
  await control('POST', '/sandbox/products', { count: 3 });
  return { market, world, control };
}

/** Time that runs a hundred times as fast between two attempts; deadlines are measured on the real one. */
const fast: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() * 100,
  sleep: (waitMs, signal) => systemClock.sleep(waitMs / 100, signal),
};

async function place({ control }: Setting, order: object = {}): Promise<string> {
  const answer = await control('POST', '/sandbox/orders', { count: 1, ...order });
  const [placed] = answer['orders'] as { id: number }[];
  return String(placed!.id);
}

const story = (world: World) =>
  world.orderFiles().map(({ change, status, origin }) => `${change} ${status} ${origin}`);

const dozen = [{ externalId: 'SB-1', quantity: 12 }];

async function actions({ market }: Setting) {
  return (await market.mutations()).map(({ path, status, replayed, ifMatch }) => ({
    action: path.split('/').at(-1),
    status,
    replayed,
    hasCheck: ifMatch !== null,
  }));
}

describe('the three origins of an order', () => {
  it('a buyer order goes from placed to delivered, each change a file', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    const id = await place(setting);
    await world.pass();
    world.drop('1.csv', `orderId,action\n${id},accept\n`);
    await world.pass();
    world.drop('2.csv', `orderId,action,trackingCode,notes\n${id},dispatch,T-1,"two, boxes"\n`);
    await world.pass();
    await control('POST', `/sandbox/orders/${id}/deliver`, {});
    await control('POST', `/sandbox/orders/${id}/pay`, { paymentStatus: 'PAID' });
    await world.pass();
    expect(story(world)).toEqual([
      'new PLACED buyer',
      'changed ACCEPTED buyer',
      'changed DISPATCHED buyer',
      'changed DELIVERED buyer',
    ]);
    expect(await control('GET', `/sandbox/orders/${id}`)).toMatchObject({
      trackingCode: 'T-1',
      dispatchNotes: 'two, boxes',
    });
  });

  it('an order keyed by the operator may be edited in place: the feed alone tells', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    const id = await place(setting, { origin: 'operator' });
    await world.pass();
    await control('POST', `/sandbox/orders/${id}/edit`, { lines: dozen });
    await world.pass();
    expect(story(world)).toEqual(['new PLACED operator', 'changed PLACED operator']);
    const changed = world.orderFiles()[1]?.['changed'] as { field: string }[];
    expect(changed.map(({ field }) => field)).toContain('totalAmount');
    expect(changed.some(({ field }) => field.startsWith('lines['))).toBe(true);
    expect(changed.some(({ field }) => field === 'status')).toBe(false);
  });

  it('a counter sale is born delivered; a corrected one is annulled and recorded anew', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    await world.pass();
    const id = await place(setting, { origin: 'counterSale' });
    await world.pass();
    await control('POST', `/sandbox/orders/${id}/correct`, { lines: dozen });
    await world.pass();
    expect(story(world)).toEqual([
      'new DELIVERED counterSale',
      'ended CANCELLED counterSale',
      'new DELIVERED counterSale',
    ]);
    expect(world.orderFiles()[1]?.['changed']).toContainEqual({
      field: 'voidReason',
      from: null,
      to: expect.any(String),
    });
  });

  it('an order appears once its buyer has confirmed it', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    const id = await place(setting, { hidden: 'PENDING_BUYER_CONFIRMATION' });
    expect(await world.pass()).toMatchObject({ versions: 0 });
    await control('POST', `/sandbox/orders/${id}/confirm`, {});
    expect(await world.pass()).toMatchObject({ written: 1 });
  });
});

describe('bad weather', () => {
  it.each([
    ['an answer lost after the effect', { kind: 'reset', when: 'after' }],
    ['a connection lost before it', { kind: 'reset', when: 'before' }],
    ['an answer that is cut', { kind: 'cut' }],
    ['a 500 after the effect', { kind: 'status', status: 500, when: 'after' }],
    ['maintenance', { kind: 'maintenance' }],
  ])('faults 40, 41: %s leaves one effect of an accept, and one receipt', async (_, weather) => {
    const setting = await openSetting();
    const { world, control, market } = setting;
    const id = await place(setting);
    await world.pass();
    await control('POST', '/sandbox/weather', {
      ...weather,
      method: 'POST',
      path: '^.*/accept$',
      count: 1,
    });
    world.drop('accept.csv', `orderId,action\n${id},accept\n`);
    await world.pass(20_000);
    const sent = (await market.mutations()).filter(({ path }) => path.endsWith('/accept'));
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(
      sent.flatMap(({ effects }) => effects).filter(({ orderId }) => String(orderId) === id),
    ).toHaveLength(1);
    expect(world.receipt('accept.csv.receipt.csv')).toMatchObject([
      { outcome: 'done', orderStatus: 'ACCEPTED' },
    ]);
  });

  it.each(['summary', 'detail', 'empty', 'noContent'] as const)(
    'fault 130: accept then dispatch works where the service answers an action with %s',
    async (orderActionBody) => {
      const setting = await openSetting({ notShown: { orderActionBody } });
      const { world } = setting;
      const id = await place(setting);
      await world.pass();
      world.drop('both.csv', `orderId,action\n${id},accept\n${id},dispatch\n`);
      await world.pass();
      expect(await actions(setting)).toMatchObject([
        { action: 'accept', hasCheck: true },
        { action: 'dispatch', hasCheck: true },
      ]);
      expect(world.receipt('both.csv.receipt.csv')).toMatchObject([
        { outcome: 'done' },
        { outcome: 'done', orderStatus: 'DISPATCHED' },
      ]);
    },
  );

  it('faults 54, 64, 68, 69: a stormy feed loses no order and doubles none', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    await control('POST', '/sandbox/weather', [
      { kind: 'servedTwice', path: '/connect/v1/supplier/orders', probability: 0.3 },
      { kind: 'status', status: 500, method: 'GET', probability: 0.1 },
      { kind: 'html', method: 'GET', probability: 0.1 },
      { kind: 'cursorRefused', count: 2 },
    ]);
    const ids = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      for (let order = 0; order < 10; order += 1) ids.add(await place(setting));
      await world.pass(20_000);
    }
    await control('DELETE', '/sandbox/weather');
    world.store.versions.wake(null);
    await world.pass(20_000);
    const files = world.orderFiles();
    expect(new Set(files.map(({ orderId }) => String(orderId)))).toEqual(ids);
    expect(files.map(({ sequence }) => sequence)).toEqual(files.map((_, index) => index + 1));
    const versions = files.map(({ orderId, version }) => `${orderId} ${version}`);
    expect(new Set(versions).size).toBe(versions.length);
  });
});

describe('amendments', () => {
  it('fault 88: a dispatch waits for the buyer, then goes once more', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    const id = await place(setting);
    await control('POST', `/sandbox/orders/${id}/amend`, { lines: dozen }).catch(() => undefined);
    await world.pass();
    world.drop('both.csv', `orderId,action\n${id},accept\n${id},dispatch\n`);
    await world.pass();
    expect(world.receipt('both.csv.receipt.csv')).toMatchObject([
      { outcome: 'done' },
      { outcome: 'waiting', code: 'AMENDMENT_IN_FLIGHT' },
    ]);
    await control('POST', `/sandbox/orders/${id}/confirm`, {});
    await world.pass();
    expect(world.receipt('both.csv.receipt.csv')).toMatchObject([
      { outcome: 'done' },
      { outcome: 'done', orderStatus: 'DISPATCHED' },
    ]);
  });
});

describe('the transition table, driven from command files', () => {
  const steps: Record<OrderState, readonly string[]> = {
    PLACED: [],
    ACCEPTED: ['accept'],
    PREPARING: ['accept', 'prepare'],
    DISPATCHED: ['accept', 'dispatch'],
    DELIVERED: ['accept', 'dispatch', 'deliver'],
    REJECTED: ['reject'],
    CANCELLED: ['cancel'],
  };

  it('ends every row of the specification with its state, or with the refusal in plain words', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    const rows: { state: OrderState; action: OrderAction; id: string }[] = [];
    for (const state of orderStates) {
      for (const action of orderActions) {
        // A product without stock of its own: 28 orders would empty any other.
        const lines = [{ name: 'Portal product', quantity: 1, unitPrice: 5 }];
        const id = await place(setting, { lines });
        await bring(setting, id, steps[state]);
        rows.push({ state, action, id });
      }
    }
    const text = rows.map(({ action, id }) => `${id},${action},any,because\n`).join('');
    await world.pass(20_000);
    world.drop('table.csv', `orderId,action,version,reason\n${text}`);
    await world.pass(20_000);
    const receipt = world.receipt('table.csv.receipt.csv');
    for (const [index, { state, action, id }] of rows.entries()) {
      const line = receipt[index];
      const result = transitions[state][action];
      const where = `${action} in ${state}`;
      const { status } = (await control('GET', `/sandbox/orders/${id}`)) as { status: string };
      expect(line?.['orderStatus'], where).toBe(status);
      if ('to' in result) expect([line?.['outcome'], status], where).toEqual(['done', result.to]);
      else if (wantedStateHolds(action, state)) expect(line?.['outcome'], where).toBe('done');
      else {
        expect([line?.['outcome'], status], where).toEqual(['refused', state]);
        expect(line?.['message'], where).toMatch(/\w+ \w+/);
      }
    }
  }, 60_000);
});

async function bring(
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
