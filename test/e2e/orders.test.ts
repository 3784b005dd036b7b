import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { erpOf } from '../support/erp.ts';
import type { Daemon } from '../support/program.ts';
import { inScene, ordersByFile, type Scene, timeout, webhookSecret } from '../support/scene.ts';
import { until } from '../support/until.ts';

const feed = '^/connect/v1/supplier/orders$';

/** The daemon with its endpoint registered and the feed caught up: from now on only webhooks wake it. */
async function listening(scene: Scene): Promise<Daemon> {
  const daemon = await scene.daemon();
  const endpoint = { url: daemon.webhooks, secret: webhookSecret };
  await scene.market.sandbox.control('POST', '/sandbox/webhooks', endpoint);
  await until(
    'the feed is caught up',
    async () => (await daemon.facts()).orders?.feed.state === 'caughtUp',
  );
  return daemon;
}

async function callsTo(scene: Scene, path: string) {
  return (await scene.market.mutations()).filter((call) => call.path.endsWith(path));
}

async function statusOf(scene: Scene, id: number): Promise<unknown> {
  const order = await scene.market.sandbox.control('GET', `/sandbox/orders/${id}`);
  return (order as { status: string }).status;
}

describe.concurrent('orders, with the daemon running', { timeout }, () => {
  it(
    'a placed order is a file soon after its webhook, though the feed is polled every 10 minutes',
    inScene({ orders: ordersByFile }, async (scene) => {
      const [daemon, erp] = [await listening(scene), erpOf(scene)];
      const [order] = await scene.orders();
      const [file] = await erp.filesOf(order!.id, 1);
      const webhookAt = (await daemon.facts()).webhooks?.lastAcceptedAt ?? 0;
      const appearedAt = fs.statSync(scene.path(`orders/${file?.name}`)).ctimeMs;
      // How soon is measured by bench/orders; a poll would take minutes.
      expect(appearedAt - webhookAt).toBeLessThan(30_000);
      expect(file).toMatchObject({
        format: 'stockhand.order/1',
        sequence: 1,
        change: 'new',
        orderId: order?.id,
        orderNumber: order?.orderNumber,
        status: 'PLACED',
        origin: 'buyer',
        previousSequence: null,
        changed: [],
      });
      expect(file?.name).toMatch(new RegExp(`^000000001-${order?.id}-[0-9a-f]{8}\\.json$`));
      expect(await daemon.stop()).toMatchObject({ code: 0 });
    }),
  );

  it(
    'fault 64: an order that the feed serves twice is one file',
    inScene({ orders: ordersByFile }, async (scene) => {
      const erp = erpOf(scene);
      await listening(scene);
      const [first] = await scene.orders();
      await erp.filesOf(first!.id, 1);
      await scene.weather({ kind: 'servedTwice', method: 'GET', path: feed, count: 1 });
      const [second] = await scene.orders();
      await until('the page was served twice', async () => {
        const weather = await scene.market.sandbox.control('GET', '/sandbox/weather');
        return (weather as { rules: { hits: number }[] }).rules[0]?.hits === 1;
      });
      const [third] = await scene.orders();
      await erp.filesOf(third!.id, 1);
      await erp.filesOf(second!.id, 1);
      expect(erp.files().map(({ orderId, sequence }) => [orderId, sequence])).toEqual(
        [first, second, third].map((order, index) => [order?.id, index + 1]),
      );
    }),
  );

  it(
    'an edit in place is a second file that lists the changed fields',
    inScene({ orders: ordersByFile }, async (scene) => {
      const erp = erpOf(scene);
      await listening(scene);
      // Neither an operator's order nor its edit sends a webhook: a buyer's order makes the feed be read.
      const [operators] = await scene.orders({ origin: 'operator' });
      await scene.orders();
      await erp.filesOf(operators!.id, 1);
      const lines = [{ name: 'Beratung', quantity: 7, unitPrice: 1.9 }];
      const control = scene.market.sandbox.control;
      await control('POST', `/sandbox/orders/${operators?.id}/edit`, { lines });
      await scene.orders();
      const [placed, edited] = await erp.filesOf(operators!.id, 2);
      expect(placed).toMatchObject({ change: 'new', origin: 'operator' });
      expect(edited).toMatchObject({ change: 'changed', previousSequence: placed?.sequence });
      const fields = edited?.changed.map(({ field }) => field);
      expect(fields).toEqual(expect.arrayContaining(['lines[0].quantity', 'totalAmount']));
      expect(fields).not.toContain('buyerName');
      expect(edited?.version).not.toBe(placed?.version);
      expect([edited?.summary.version, edited?.detail.order.version]).toEqual([
        edited?.version,
        edited?.version,
      ]);
    }),
  );
});

describe.concurrent('command files, with the daemon running', { timeout }, () => {
  it(
    'accepts an order with If-Match and key, and answers with a receipt',
    inScene({ orders: ordersByFile }, async (scene) => {
      const erp = erpOf(scene);
      await listening(scene);
      const [order] = await scene.orders();
      const [file] = await erp.filesOf(order!.id, 1);
      erp.take(file!);
      erp.command('heute.csv', [{ orderNumber: order!.orderNumber, action: 'accept' }]);
      expect(await erp.ended('heute.csv.receipt.csv')).toMatchObject([
        {
          row: '2',
          orderNumber: order?.orderNumber,
          action: 'accept',
          outcome: 'done',
          orderStatus: 'ACCEPTED',
        },
      ]);
      expect(await statusOf(scene, order!.id)).toBe('ACCEPTED');
      const calls = await callsTo(scene, '/accept');
      expect(calls).toMatchObject([{ ifMatch: file?.version, key: expect.any(String) }]);
      const [accepted] = await erp.filesOf(order!.id, 1);
      expect(accepted).toMatchObject({ sequence: 2, change: 'changed', status: 'ACCEPTED' });
      await until('the command file has moved', () => scene.names('commands/done').length === 1);
    }),
  );

  it(
    'fault 86: refuses a stale accept with a receipt that names the newer file',
    inScene({ orders: ordersByFile }, async (scene) => {
      const erp = erpOf(scene);
      await listening(scene);
      const [order] = await scene.orders();
      const [file] = await erp.filesOf(order!.id, 1);
      erp.take(file!);
      const edit = { force: true, lines: [{ name: 'Beratung', quantity: 9 }] };
      await scene.market.sandbox.control('POST', `/sandbox/orders/${order?.id}/edit`, edit);
      erp.command('heute.csv', [{ orderNumber: order!.orderNumber, action: 'accept' }]);
      const [row] = await erp.ended('heute.csv.receipt.csv');
      const [newer] = await erp.filesOf(order!.id, 1);
      expect(row).toMatchObject({ outcome: 'refused', code: 'ORDER_VERSION_CONFLICT' });
      expect(row?.message).toContain(newer?.name);
      expect(newer).toMatchObject({ sequence: 2, change: 'changed', status: 'PLACED' });
      expect(await statusOf(scene, order!.id)).toBe('PLACED');
      const calls = await callsTo(scene, '/accept');
      expect(calls).toMatchObject([{ status: 409, ifMatch: file?.version }]);
      await until('the command file has moved', () => scene.names('commands/error').length === 1);
    }),
  );

  it(
    'fault 82: a file dropped twice acts once, and neither receipts nor done files replace each other',
    inScene({ orders: ordersByFile }, async (scene) => {
      const erp = erpOf(scene);
      await listening(scene);
      const [first, second] = await scene.orders({ count: 2 });
      for (const order of [first, second]) await erp.filesOf(order!.id, 1);
      const drop = async (order: typeof first, receipt: string) => {
        erp.command('tag.csv', [{ orderNumber: order!.orderNumber, action: 'accept' }]);
        expect(await erp.ended(receipt)).toMatchObject([
          { orderNumber: order?.orderNumber, outcome: 'done', orderStatus: 'ACCEPTED' },
        ]);
        await until('it has moved', () => !scene.names('commands').includes('tag.csv'));
      };
      await drop(first, 'tag.csv.receipt.csv');
      const answer = scene.read('receipts/tag.csv.receipt.csv');
      await drop(first, 'tag.csv.receipt.2.csv');
      expect(await callsTo(scene, '/accept')).toHaveLength(1);
      await drop(second, 'tag.csv.receipt.3.csv');
      expect(await callsTo(scene, '/accept')).toHaveLength(2);
      expect(scene.read('receipts/tag.csv.receipt.csv')).toBe(answer);
      expect(scene.names('commands/done')).toEqual(['tag.2.csv', 'tag.3.csv', 'tag.csv']);
      expect(scene.read('commands/done/tag.2.csv')).toBe(scene.read('commands/done/tag.csv'));
      expect(scene.read('commands/done/tag.3.csv')).toContain(second?.orderNumber);
    }),
  );

  it(
    'fault 41: an accept whose answer was lost is replayed with the same key and bytes, for one effect',
    inScene({ orders: ordersByFile }, async (scene) => {
      const erp = erpOf(scene);
      await listening(scene);
      const [order] = await scene.orders();
      const [file] = await erp.filesOf(order!.id, 1);
      await scene.weather({ kind: 'reset', when: 'after', path: '^.*/accept$', count: 1 });
      erp.command('heute.csv', [{ orderNumber: order!.orderNumber, action: 'accept' }]);
      expect(await erp.ended('heute.csv.receipt.csv')).toMatchObject([{ outcome: 'done' }]);
      const [lost, again, ...more] = await callsTo(scene, '/accept');
      expect(more).toEqual([]);
      const { key, ifMatch, body, bytes } = lost!;
      expect(lost).toMatchObject({ status: 0, ifMatch: file?.version });
      expect(lost?.effects).toEqual([{ kind: 'orderAccepted', orderId: order?.id }]);
      expect(again).toMatchObject({ key, ifMatch, body, bytes, status: 200, replayed: true });
      expect(again?.effects).toEqual([]);
    }),
  );
});
