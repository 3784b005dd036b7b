import * as fc from 'fast-check';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import {
  type Act,
  apply,
  changed,
  type Model,
  type Modelled,
  portal,
  refusalOf,
  type Verb,
  verbs,
} from './model.ts';
import { type Answered, placeOne, send } from './supplier.ts';

export type Step = { run(model: Model): Promise<void>; toString(): string };

export async function newModel(sandbox: Sandbox): Promise<Model> {
  await sandbox.control('DELETE', '/sandbox/state');
  await send(sandbox, 'POST /catalog/products', {
    body: { externalId: 'A', name: 'A', availableQty: 20 },
  });
  const versions = new Set<string>();
  return { sandbox, orders: [], stock: 20, versions, copy: new Map(), cursor: undefined, steps: 0 };
}

function expectEqual(found: unknown, expected: unknown, what: string): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: found ${a}, the model says ${b}`);
}

let nextKey = 0;

async function act(model: Model, chosen: Act): Promise<void> {
  const { action, at, ifMatch, repeat } = chosen;
  const order = model.orders[at % model.orders.length];
  if (!order) return;
  const refusal = refusalOf(model, order, chosen);
  nextKey += 1;
  const sent = {
    key: `key ${nextKey}`,
    ...(action === 'reject' ? { body: { reason: 'No' } } : {}),
    ...(ifMatch === 'none' ? {} : { ifMatch: ifMatch === 'stale' ? 'v-stale' : order.version }),
  };
  const post = () => send(model.sandbox, `POST /orders/${order.id}/${action}`, sent);
  const answer = await post();
  expectEqual(answer.body.type, refusal, `${action} of a ${order.status} order`);
  if (refusal === undefined) {
    apply(model, order, action);
    changed(model, order, answer.body.version);
    expectEqual(answer.body.status, order.status, `status after ${action}`);
  }
  if (repeat) expectSame(await post(), answer);
}

function expectSame(again: Answered, first: Answered): void {
  expectEqual([again.status, again.body], [first.status, first.body], 'the replay');
}

type Portal = { verb: Verb; at: number; quantity: number };

async function inPortal(model: Model, { verb, at, quantity }: Portal): Promise<void> {
  const order = model.orders[at % model.orders.length];
  if (!order) return;
  const body = {
    ...(verb === 'amend' || verb === 'edit' ? { lines: linesOf(quantity) } : {}),
    ...(verb === 'pay' ? { paymentStatus: 'PAID' } : {}),
    ...(verb === 'annul' ? { voidReason: 'Wrong' } : {}),
  };
  const may = portal[verb](model, order, quantity);
  const path = `/sandbox/orders/${order.id}/${verb}`;
  const answer = await model.sandbox.control('POST', path, body).catch(() => undefined);
  expectEqual(answer !== undefined, may, `${verb} of a ${order.status} order`);
  if (may) changed(model, order, (answer as { version: string }).version);
}

type Placing = { origin: Modelled['origin']; quantity: number; hidden: boolean };

async function placeNew(model: Model, { origin, quantity, hidden }: Placing): Promise<void> {
  const isHidden = hidden && origin !== 'counterSale';
  const wanted = {
    origin,
    lines: linesOf(quantity),
    ...(isHidden ? { hidden: 'BUYER_APPROVAL' } : {}),
  };
  const { id, status, version } = await placeOne(model.sandbox, wanted);
  const isSale = origin === 'counterSale';
  expectEqual(status, isSale ? 'DELIVERED' : 'PLACED', `a new ${origin} order`);
  const order: Modelled = {
    id,
    origin,
    status,
    hidden: isHidden,
    amended: false,
    holds: 0,
    quantity,
    pending: 0,
    version: '',
    paymentStatus: isSale ? 'PAID' : 'UNPAID',
  };
  model.orders.push(order);
  changed(model, order, version);
}

function linesOf(quantity: number): object[] {
  return [{ externalId: 'A', quantity, unitPrice: 1 }];
}

async function read(model: Model, at: number): Promise<void> {
  const order = model.orders[at % model.orders.length];
  if (!order) return;
  const { body } = await send(model.sandbox, `GET /orders/${order.id}`);
  if (order.hidden) return expectEqual(body.type, 'ORDER_NOT_FOUND', 'a hidden order');
  const { status, version, lines, paymentStatus, amendmentStatus } = body.order;
  expectEqual(
    [status, version, lines[0]!.quantity, paymentStatus, amendmentStatus !== undefined],
    [order.status, order.version, order.quantity, order.paymentStatus, order.amended],
    `order ${order.id}`,
  );
}

/** Polls the feed to its end: the copy must then equal the model, and no stock be lost. */
async function sync(model: Model, limit: number): Promise<void> {
  for (let more = true; more; ) {
    const position =
      model.cursor === undefined
        ? 'updatedAfter=1970-01-01T00:00:00Z'
        : `cursor=${encodeURIComponent(model.cursor)}`;
    const { body } = await send(model.sandbox, `GET /orders?${position}&limit=${limit}`);
    for (const { id, version, status } of body.items) model.copy.set(id, { version, status });
    model.cursor = body.nextCursor;
    more = body.hasMore;
  }
  const visible = model.orders.filter(({ hidden }) => !hidden);
  const wanted = visible.map(({ id, version, status }) => [id, { version, status }]);
  const copied = [...model.copy].sort(([a], [b]) => a - b);
  expectEqual(copied, wanted, 'the copy of the feed');
  const list = await send(model.sandbox, 'GET /catalog/products');
  expectEqual(list.body.items[0]!.availableQty, model.stock, 'free stock');
}

async function setStock(model: Model, availableQty: number): Promise<void> {
  await send(model.sandbox, 'PUT /catalog/products/A/stock', { body: { availableQty } });
  model.stock = availableQty;
}

function step<T>(
  name: string,
  data: fc.Arbitrary<T>,
  run: (model: Model, data: T) => Promise<void>,
) {
  return data.map(
    (value): Step => ({
      run: async (model) => {
        model.steps += 1;
        await run(model, value);
      },
      toString: () => `${name}(${JSON.stringify(value)})`,
    }),
  );
}

const at = fc.nat({ max: 30 });
const quantity = fc.integer({ min: 1, max: 9 });

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: step(
      'place',
      fc.record({
        origin: fc.constantFrom('buyer', 'buyer', 'operator', 'counterSale'),
        quantity,
        hidden: fc.boolean(),
      }) as fc.Arbitrary<Placing>,
      placeNew,
    ),
  },
  {
    weight: 6,
    arbitrary: step(
      'act',
      fc.record({
        action: fc.constantFrom('accept', 'accept', 'reject', 'dispatch', 'cancel'),
        at,
        ifMatch: fc.constantFrom('none', 'current', 'current', 'stale'),
        repeat: fc.boolean(),
      }),
      act,
    ),
  },
  {
    weight: 4,
    arbitrary: step(
      'portal',
      fc.record({ verb: fc.constantFrom(...verbs), at, quantity }),
      inPortal,
    ),
  },
  { weight: 2, arbitrary: step('read', at, read) },
  { weight: 1, arbitrary: step('sync', fc.integer({ min: 1, max: 7 }), sync) },
  { weight: 1, arbitrary: step('setStock', fc.integer({ min: 0, max: 40 }), setStock) },
);
