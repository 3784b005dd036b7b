import { describe, expect, it } from 'vitest';
import { openSetting, place, type Setting } from './setting.ts';
import type { World } from './world.ts';

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

  it('a counter sale is born delivered; a corrected one is annulled and recorded again', async () => {
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

  it('an order keyed for a partner of the client book names that partner, in every version', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    const id = await place(setting, { origin: 'operator' });
    await control('POST', `/sandbox/orders/${id}/pay`, { paymentStatus: 'PARTIAL' });
    await world.pass();
    world.drop('1.csv', `orderId,action,version\n${id},accept,any\n`);
    await world.pass();
    const stored = await control('GET', `/sandbox/orders/${id}`);
    const files = world.orderFiles();
    expect(files).toMatchObject([
      { origin: 'operator', status: 'PLACED' },
      { origin: 'operator', status: 'ACCEPTED' },
    ]);
    for (const { summary } of files as { summary: Record<string, unknown> }[]) {
      const { customerKind, customerName } = stored;
      expect(summary).toMatchObject({ customerKind: 'INTERNAL_PARTNER', customerName });
      expect(customerKind).toBe('INTERNAL_PARTNER');
      expect(summary['buyerId']).toBeUndefined();
    }
  });

  it('a counter sale edited in place stays delivered; an annulled one ends with its reason', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    await world.pass();
    const id = await place(setting, { origin: 'counterSale' });
    await world.pass();
    await control('POST', `/sandbox/orders/${id}/edit`, { lines: dozen });
    await world.pass();
    await control('POST', `/sandbox/orders/${id}/annul`, { voidReason: 'Wrong customer' });
    await world.pass();
    expect(story(world)).toEqual([
      'new DELIVERED counterSale',
      'changed DELIVERED counterSale',
      'ended CANCELLED counterSale',
    ]);
    const [, edited, annulled] = world.orderFiles() as { changed: { field: string }[] }[];
    expect(edited?.changed.some(({ field }) => field.startsWith('lines['))).toBe(true);
    expect(annulled?.changed).toContainEqual({
      field: 'voidReason',
      from: null,
      to: 'Wrong customer',
    });
  });

  it('a counter sale annulled before anybody has read it is one file, and ends nothing', async () => {
    const setting = await openSetting();
    const { world, control } = setting;
    await world.pass();
    const id = await place(setting, { origin: 'counterSale' });
    await control('POST', `/sandbox/orders/${id}/annul`, { voidReason: 'Wrong customer' });
    await world.pass();
    expect(story(world)).toEqual(['ended CANCELLED counterSale']);
    expect(world.orderFiles()).toMatchObject([{ previousSequence: null, changed: [] }]);
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
    await world.pass();
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
      await world.pass();
    }
    await control('DELETE', '/sandbox/weather');
    world.store.versions.wake(null);
    await world.pass();
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
