import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import type { NeedsYou } from '../../src/domain/facts.ts';
import { erpOf } from '../support/erp.ts';
import type { Daemon } from '../support/program.ts';
import {
  inScene,
  ordersByFile,
  type Scene,
  timeout,
  twoExports,
  webhookSecret,
} from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, stockFile, type Ware, wares } from '../support/wares.ts';

const list = wares(12);
const both = { catalog: twoExports, orders: ordersByFile };

/** The articles in another format than CSV. */
function articlesAs(ending: string, format: string) {
  const catalog = twoExports
    .replace('artikel*.csv', `artikel*.${ending}`)
    .replace('delimiter: ";"', format);
  return { catalog, orders: ordersByFile };
}

interface Articles {
  readonly name: string;
  file(list: readonly Ware[]): string | Uint8Array;
}

const asCsv: Articles = { name: 'artikel.csv', file: articlesFile };
const asXml: Articles = { name: 'artikel.xml', file: xmlFile };
const asXlsx: Articles = { name: 'artikel.xlsx', file: workbook };

/** The daemon with both exports on the marketplace. */
async function running(scene: Scene, { name, file } = asCsv): Promise<Daemon> {
  const daemon = await scene.daemon();
  scene.write(`out/${name}`, file(list));
  scene.write('out/bestand.csv', stockFile(list));
  await until('all are there with their stock', async () => {
    const products = await scene.market.products();
    const stockOf = new Map(
      products.map(({ externalId, availableQty }) => [externalId, availableQty]),
    );
    return list.every(({ id, stock }) => stockOf.get(id) === stock);
  });
  return daemon;
}

function needOf(daemon: Daemon, id: string): Promise<NeedsYou> {
  return until(`somebody is told of ${id}`, async () => {
    const { needsYou } = await daemon.facts();
    return needsYou.find((need) => need.id.includes(id));
  });
}

async function product(scene: Scene, id: string) {
  return (await scene.market.products()).find(({ externalId }) => externalId === id);
}

/** The other export and an order go on, the listeners answer, and nothing that was there is lost. */
async function othersGoOn(scene: Scene, daemon: Daemon, other: 'articles' | 'stock') {
  const changed = list.map((ware) => ({ ...ware, name: `${ware.name} b`, stock: ware.stock + 1 }));
  if (other === 'stock') scene.write('out/bestand.csv', stockFile(changed));
  else scene.write('out/artikel.csv', articlesFile(changed));
  const endpoint = { url: daemon.webhooks, secret: webhookSecret };
  await scene.market.sandbox.control('POST', '/sandbox/webhooks', endpoint);
  const [order] = await scene.orders();
  await erpOf(scene).filesOf(order!.id, 1);
  await until('the other export has arrived', async () => {
    const last = await product(scene, 'A-012');
    return other === 'stock' ? last?.availableQty === 22 : last?.name === 'Schraube 12 b';
  });
  expect(await scene.market.products()).toHaveLength(list.length);
  expect((await scene.market.mutations()).filter(({ method }) => method === 'DELETE')).toEqual([]);
  expect(await daemon.healthz()).toBe(200);
}

async function resultOf(scene: Scene, source: string): Promise<string[]> {
  const name = await until('the result file is there', () =>
    scene.names('results').find((each) => each.startsWith(source) && each.endsWith('.csv')),
  );
  return scene.read(`results/${name}`).trimEnd().split('\r\n');
}

describe.concurrent('bad input', { timeout }, () => {
  it(
    'a truncated CSV is refused with the row where it broke off',
    inScene(both, async (scene) => {
      const daemon = await running(scene);
      const quoted = list.map((ware) => ({ ...ware, name: `"Schraube, ${ware.id}"` }));
      const whole = articlesFile(quoted);
      scene.write('out/artikel.csv', whole.slice(0, whole.indexOf('A-009";')));
      const need = await needOf(daemon, 'refused-articles');
      expect(need.cause).toBe(
        'artikel.csv, row 10: A quote opens in this row and is never closed.',
      );
      expect(need.fix).toMatch(/^Export again/);
      await othersGoOn(scene, daemon, 'stock');
    }),
  );

  it(
    'fault 3: a file without a byte and one with its header alone are held with both numbers',
    inScene(both, async (scene) => {
      const daemon = await running(scene);
      for (const [hold, text] of ['', articlesFile([])].entries()) {
        scene.write('out/artikel.csv', text);
        const held = await needOf(daemon, `held:${hold + 1}`);
        expect(held.what).toMatch(/^artikel\.csv holds 0 rows, last time it had 12/);
        expect(held.fix).toMatch(/^Export again/);
      }
      await othersGoOn(scene, daemon, 'stock');
    }),
  );

  it(
    'a file without the mapped column is refused with the columns that it has',
    inScene(both, async (scene) => {
      const daemon = await running(scene);
      scene.write('out/artikel.csv', articlesFile(list).replace('Bezeichnung', 'Benennung'));
      const need = await needOf(daemon, 'refused-articles');
      expect(need.cause).toContain('artikel.csv, column "Bezeichnung"');
      expect(need.cause).toContain('it has: ArtNr, Benennung, ME');
      expect(need.fix).toBe('Correct the mapping, or export the column again.');
      await othersGoOn(scene, daemon, 'stock');
    }),
  );

  it(
    'a quantity 1.000 under no declared style rejects its row alone',
    inScene(
      { ...both, catalog: twoExports.replace(/numbers: .*\n(?! *mapping: .*name)/, '\n') },
      async (scene) => {
        const daemon = await running(scene);
        const changed = stockFile(list).replace(';13\r\n', ';1.000\r\n').replace(';15', ';16');
        scene.write('out/bestand.csv', changed);
        const need = await needOf(daemon, 'rejected-stock');
        expect(need.what).toBe('1 of 12 rows of bestand.csv was rejected.');
        expect(need.cause).toContain('row 5, Bestand "1.000"');
        expect(need.fix).toContain('numbers');
        const [header, row, ...more] = await resultOf(scene, 'stock');
        expect(header).toBe('ArtNr;Bestand;Stockhand_Row;Stockhand_Status;Stockhand_Message');
        expect(row).toMatch(/^A-004;1\.000;5;rejected;.*Bestand.*1\.000/);
        expect(more).toEqual([]);
        await until('the good row has arrived', async () => {
          return (await product(scene, 'A-006'))?.availableQty === 16;
        });
        expect((await product(scene, 'A-004'))?.availableQty).toBe(13);
        await othersGoOn(scene, daemon, 'articles');
      },
    ),
  );

  it(
    'fault 8: an externalId in two rows rejects both rows, and the others go',
    inScene(both, async (scene) => {
      const daemon = await running(scene);
      const twice = `${articlesFile(list)}A-003;Andere;STK\r\n`;
      scene.write('out/artikel.csv', twice.replace('Schraube 5', 'Schraube 5a'));
      const need = await needOf(daemon, 'rejected-articles');
      expect(need.what).toBe('2 of 13 rows of artikel.csv were rejected.');
      expect(need.cause).toContain('"A-003" is in rows 4 and 14');
      const [, ...rows] = await resultOf(scene, 'articles');
      expect(rows.map((row) => row.split(';').slice(0, 5))).toEqual([
        ['A-003', 'Schraube 3', 'STK', '4', 'rejected'],
        ['A-003', 'Andere', 'STK', '14', 'rejected'],
      ]);
      await until('the good row has arrived', async () => {
        return (await product(scene, 'A-005'))?.name === 'Schraube 5a';
      });
      expect((await product(scene, 'A-003'))?.name).toBe('Schraube 3');
      await othersGoOn(scene, daemon, 'stock');
    }),
  );

  it(
    'fault 11: an XML export with an internal DOCTYPE is refused before it is parsed',
    inScene(articlesAs('xml', 'format: xml\n      path: artikel'), async (scene) => {
      const daemon = await running(scene, asXml);
      const bomb = '<!DOCTYPE artikelliste [<!ENTITY x "Schraube">]>';
      scene.write('out/artikel.xml', `${bomb}${xmlFile(list).replace('Schraube', '&x;')}`);
      const need = await needOf(daemon, 'refused-articles');
      expect(need.cause).toMatch(/^artikel\.xml: .*DOCTYPE with declarations of its own\.$/);
      expect(need.fix).toMatch(/^Export without a DOCTYPE/);
      await othersGoOn(scene, daemon, 'stock');
    }),
  );

  it(
    'a workbook that is no ZIP is refused with what it looks like',
    inScene(articlesAs('xlsx', 'format: xlsx'), async (scene) => {
      const daemon = await running(scene, asXlsx);
      scene.write('out/artikel.xlsx', articlesFile(list));
      const need = await needOf(daemon, 'refused-articles');
      expect(need.cause).toMatch(/^artikel\.xlsx: The file is not an XLSX workbook .* a text file/);
      expect(need.fix).not.toBe('');
      await othersGoOn(scene, daemon, 'stock');
    }),
  );

  it(
    'fault 90: a command for an unknown order is refused in the receipt, and the row after it is done',
    inScene(both, async (scene) => {
      const [daemon, erp] = [await running(scene), erpOf(scene)];
      const [order] = await scene.orders();
      erp.command('tag.csv', [
        { orderNumber: 'ORD-0', action: 'accept', version: '' },
        { orderNumber: order!.orderNumber, action: 'accept', version: order!.version },
      ]);
      const [unknown, known] = await erp.ended('tag.csv.receipt.csv');
      expect(unknown).toMatchObject({ row: '2', orderNumber: 'ORD-0', outcome: 'refused' });
      expect(unknown?.code).toBe('COMMAND_ORDER_UNKNOWN');
      expect(unknown?.message).toContain('The feed never had an order "ORD-0".');
      expect(known).toMatchObject({ row: '3', outcome: 'done', orderStatus: 'ACCEPTED' });
      await othersGoOn(scene, daemon, 'stock');
    }),
  );

  it(
    'fault 94: a forged webhook is answered 401 and wakes nobody',
    inScene(both, async (scene) => {
      const daemon = await running(scene);
      const reads = async () =>
        (await scene.market.ledger()).filter(({ path }) => path.endsWith('/orders'));
      await until('the feed is caught up', async () => {
        return (await daemon.facts()).orders?.feed.state === 'caughtUp';
      });
      const before = (await reads()).length;
      await scene.orders();
      expect(await forge(daemon)).toBe(401);
      const refusal = await until('the refusal is shown', async () => {
        const { webhooks } = await daemon.facts();
        return webhooks?.accepted === 0 && webhooks.refused === 1 && webhooks.lastRefusal;
      });
      expect(refusal.reason).toBe('the signature fits no configured secret');
      expect(await reads()).toHaveLength(before);
      expect(scene.names('orders')).toEqual([]);
      await othersGoOn(scene, daemon, 'stock');
    }),
  );
});

async function forge(daemon: Daemon): Promise<number> {
  const timestamp = new Date().toISOString();
  const body = JSON.stringify({ event: 'order.placed', timestamp, data: { orderId: 1 } });
  const t = Math.floor(Date.now() / 1_000);
  const v1 = createHmac('sha256', 'whsec_of-somebody-else').update(`${t}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-service-event': 'order.placed',
    'x-service-signature': `t=${t},v1=${v1}`,
  };
  return (await fetch(daemon.webhooks ?? '', { method: 'POST', headers, body })).status;
}

function xmlFile(list: readonly Ware[]): string {
  const rows = list.map(
    ({ id, name }) =>
      `<artikel><ArtNr>${id}</ArtNr><Bezeichnung>${name}</Bezeichnung><ME>STK</ME></artikel>`,
  );
  return `<artikelliste>${rows.join('')}</artikelliste>`;
}

function workbook(list: readonly Ware[]): Uint8Array {
  const rows = list.map(({ id, name }) => ({ ArtNr: id, Bezeichnung: name, ME: 'STK' }));
  const book = XLSX.utils.book_new(XLSX.utils.json_to_sheet(rows), 'Artikel');
  return new Uint8Array(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }));
}
