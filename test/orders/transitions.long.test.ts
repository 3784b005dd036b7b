import { describe, expect, it } from 'vitest';
import {
  endsOrder,
  type OrderAction,
  type OrderState,
  orderActions,
  orderStates,
  wantedStateHolds,
} from '../../src/domain/order.ts';
import { bring, openSetting, place, stepsTo } from './setting.ts';
import { transitions } from './transitions.ts';

const dozen = [{ externalId: 'SB-1', quantity: 12 }];

describe('the transition table, driven from command files', () => {
  it('ends every row of the specification with its state, or with the refusal in plain words', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    const rows: { state: OrderState; action: OrderAction; id: string }[] = [];
    for (const state of orderStates) {
      for (const action of orderActions) {
        // A product without stock of its own: 28 orders would empty any other.
        const lines = [{ name: 'Portal product', quantity: 1, unitPrice: 5 }];
        const id = await place(setting, { lines });
        await bring(setting, id, stepsTo[state]);
        rows.push({ state, action, id });
      }
    }
    const text = rows.map(({ action, id }) => `${id},${action},any,because\n`).join('');
    await world.pass();
    world.drop('table.csv', `orderId,action,version,reason\n${text}`);
    await world.pass();
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
        // Where the specification has no such row, it does not show the type of the answer either.
        const isShown = result.refused === 'ORDER_CANNOT_CANCEL';
        expect(line?.['code'], where).toMatch(isShown ? /^ORDER_CANNOT_CANCEL$/ : /^[A-Z_]+$/);
        expect(line?.['message'], where).toMatch(/^[A-Z].* .*[.!]$/);
        expect(line?.['message'], where).toContain(state);
      }
    }
  }, 60_000);

  it.each(orderActions)(
    '%s with a version that no longer holds changes nothing, and the receipt names the newer file',
    async (action) => {
      const setting = await openSetting();
      const { world, control } = setting;
      const id = await place(setting);
      await bring(setting, id, action === 'dispatch' ? ['accept'] : []);
      await world.pass();
      world.take();
      const { status } = await control('POST', `/sandbox/orders/${id}/edit`, {
        force: true,
        lines: dozen,
      });
      world.drop('stale.csv', `orderId,action,reason\n${id},${action},because\n`);
      await world.pass();
      const [newer] = world.outboxNames();
      const [line, ...more] = world.receipt('stale.csv.receipt.csv');
      expect(more).toEqual([]);
      expect(line).toMatchObject({
        outcome: 'refused',
        code: 'ORDER_VERSION_CONFLICT',
        message: `The order has changed: look at order file ${newer} and decide again.`,
        orderStatus: status,
      });
      expect(await control('GET', `/sandbox/orders/${id}`)).toMatchObject({ status });
      expect((await setting.market.mutations()).at(-1)).toMatchObject({ status: 409, effects: [] });
    },
  );

  it.each([
    ['accept', 'PLACED'],
    ['reject', 'PLACED'],
    ['dispatch', 'ACCEPTED'],
    ['dispatch', 'PREPARING'],
    ['cancel', 'PLACED'],
    ['cancel', 'ACCEPTED'],
    ['cancel', 'PREPARING'],
  ] as const)(
    '%s of an order that is %s goes with the version that the ERP took',
    async (action, state) => {
      const setting = await openSetting();
      const { world, control, market } = setting;
      const id = await place(setting);
      await bring(setting, id, stepsTo[state]);
      await world.pass();
      const [file] = world.orderFiles();
      world.take();
      const row = `${id},${action},because,T-1,"two, boxes"`;
      world.drop('day.csv', `orderId,action,reason,trackingCode,notes\n${row}\n`);
      await world.pass();
      const result = transitions[state][action];
      const status = 'to' in result ? result.to : state;
      expect(world.receipt('day.csv.receipt.csv')).toMatchObject([
        { outcome: 'done', code: '', orderStatus: status },
      ]);
      const last = (await market.mutations()).at(-1);
      expect([last?.ifMatch, last?.status]).toEqual([file?.['version'], 200]);
      const order = await control('GET', `/sandbox/orders/${id}`);
      const told = {
        accept: { stockReserved: true },
        reject: { rejectReason: 'because', stockReserved: false },
        dispatch: { trackingCode: 'T-1', dispatchNotes: 'two, boxes' },
        cancel: { cancelReason: 'because', stockReserved: false },
      };
      expect(order).toMatchObject({ status, ...told[action] });
      expect(world.orderFiles()).toMatchObject([
        { status, change: endsOrder(status) ? 'ended' : 'changed' },
      ]);
    },
  );

  it.each(['PLACED', 'ACCEPTED', 'PREPARING', 'DISPATCHED'] as const)(
    'an order that is %s and cancelled by its buyer ends in a file, and a command for it in plain words',
    async (state) => {
      const setting = await openSetting();
      const { world, control } = setting;
      // Its first start lies before the order: one that is over by then gets no file, and the service dates by seconds.
      await world.pass();
      const id = await place(setting);
      await bring(setting, id, stepsTo[state]);
      await world.pass();
      world.take();
      await control('POST', `/sandbox/orders/${id}/cancel`, { reason: 'changed my mind' });
      const action = state === 'PLACED' ? 'accept' : 'dispatch';
      world.drop('late.csv', `orderId,action\n${id},${action}\n`);
      await world.pass();
      expect(world.orderFiles()).toMatchObject([{ change: 'ended', status: 'CANCELLED' }]);
      expect(world.receipt('late.csv.receipt.csv')).toMatchObject([
        {
          outcome: 'refused',
          code: 'ORDER_VERSION_CONFLICT',
          message: expect.stringContaining(`look at order file ${world.outboxNames()[0]}`),
          orderStatus: 'CANCELLED',
        },
      ]);
    },
  );

  it('a reject without a reason is refused before any call, in plain words', async () => {
    const setting = await openSetting();
    const { world, market } = setting;
    const id = await place(setting);
    await world.pass();
    world.drop('bare.csv', `orderId,action\n${id},reject\n`);
    await world.pass();
    expect(world.receipt('bare.csv.receipt.csv')).toMatchObject([
      { outcome: 'refused', code: 'COMMAND_REASON_MISSING', message: /reason/ },
    ]);
    expect(await market.mutations()).toEqual([]);
  });

  it('an accept without stock is refused with the words of the service', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    await control('PATCH', '/sandbox/products/SB-1', { availableQty: 1 });
    const id = await place(setting, { lines: dozen });
    await world.pass();
    world.drop('much.csv', `orderId,action\n${id},accept\n`);
    await world.pass();
    expect(world.receipt('much.csv.receipt.csv')).toMatchObject([
      { outcome: 'refused', code: 'STOCK_INSUFFICIENT', orderStatus: 'PLACED' },
    ]);
  });
});

describe('the amendment table, driven from command files', () => {
  it.each([
    ['dispatch', 'ACCEPTED'],
    ['dispatch', 'PREPARING'],
    ['cancel', 'PLACED'],
    ['cancel', 'ACCEPTED'],
    ['cancel', 'PREPARING'],
  ] as const)(
    '%s in %s waits for the buyer in plain words, then has one effect',
    async (action, state) => {
      const setting = await openSetting();
      const { world, control, market } = setting;
      const id = await place(setting);
      await bring(setting, id, stepsTo[state]);
      await control('POST', `/sandbox/orders/${id}/amend`, { lines: dozen });
      await world.pass();
      world.take();
      world.drop('wait.csv', `orderId,action\n${id},${action}\n`);
      await world.pass();
      expect(world.receipt('wait.csv.receipt.csv')).toMatchObject([
        {
          outcome: 'waiting',
          code: 'AMENDMENT_IN_FLIGHT',
          message:
            'The buyer has an open change; the command is sent again when the order has a new version.',
          orderStatus: state,
        },
      ]);
      await control('POST', `/sandbox/orders/${id}/confirm`, {});
      await world.pass();
      // Nobody at the ERP has seen the amended order yet.
      expect(world.receipt('wait.csv.receipt.csv')).toMatchObject([{ outcome: 'waiting' }]);
      world.take();
      await world.pass();
      const status = action === 'dispatch' ? 'DISPATCHED' : 'CANCELLED';
      expect(world.receipt('wait.csv.receipt.csv')).toMatchObject([
        { outcome: 'done', code: '', orderStatus: status },
      ]);
      const effects = (await market.mutations()).flatMap((call) => call.effects);
      expect(effects.filter(({ kind }) => /Dispatched|Cancelled/.test(kind))).toHaveLength(1);
    },
  );

  it.each(['accept', 'reject'] as const)('%s does not wait for it', async (action) => {
    const setting = await openSetting();
    const { world, control } = setting;
    const id = await place(setting);
    await control('POST', `/sandbox/orders/${id}/amend`, { lines: dozen });
    await world.pass();
    world.drop('now.csv', `orderId,action,reason\n${id},${action},because\n`);
    await world.pass();
    expect(world.receipt('now.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
  });
});
