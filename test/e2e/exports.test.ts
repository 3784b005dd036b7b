import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { root } from '../support/program.ts';
import { inScene, itemsOf, type SceneOptions, timeout, twoExports } from '../support/scene.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

const batches = '/connect/v1/supplier/catalog/products/batch';

function demo(name: string): SceneOptions {
  return {
    config({ folder, url }) {
      const erp = path.join(folder, 'erp');
      fs.cpSync(path.join(root, 'data/demo/erp'), erp, { recursive: true });
      for (const made of ['orders', 'commands', 'receipts', 'results'])
        fs.mkdirSync(path.join(erp, made));
      const text = fs.readFileSync(path.join(root, 'config/demo', `${name}.yaml`), 'utf8');
      const values = { MARKET: url, FOLDER: folder, SECRET: 'whsec_demo', STATUS_PORT: '0' };
      return text.replace(/\$\{DEMO_(\w+)\}/g, (_, key) => values[key as keyof typeof values]);
    },
  };
}

describe.concurrent('exports, one pass at a time', { timeout }, () => {
  it.each([
    ['stockhand', { articles: 238, stock: 235 }],
    ['1c', { 'warehouse-1c': 30 }],
  ])('sends nothing in a second pass over the demo data of %s', (name, rows) =>
    inScene(demo(name), async (scene) => {
      await scene.orders({ count: 2 });
      const first = await scene.json<OnceReport>('run', '--once');
      const read = first.catalog.runs.map(({ source, read }) => [source, read]);
      expect(Object.fromEntries(read)).toEqual(rows);
      for (const run of first.catalog.runs) {
        expect(run.unchanged + run.sent + run.held + run.rejected + run.skipped).toBe(run.read);
        expect(run).toMatchObject({ waiting: 0, final: true });
      }
      const since = await scene.now();
      const second = await scene.json<OnceReport>('run', '--once');
      expect(second.catalog.runs).toEqual([]);
      expect(second.orders.written).toBe(0);
      expect(second.exitCode).toBe(first.exitCode);
      expect(await scene.market.mutations(since)).toEqual([]);
    })(),
  );

  it(
    'sends three changed quantities and two changed names as one batch each',
    inScene({ catalog: twoExports }, async (scene) => {
      const before = wares(12);
      scene.write('out/artikel.csv', articlesFile(before));
      scene.write('out/bestand.csv', stockFile(before));
      const first = await scene.json<OnceReport>('run', '--once');
      expect(first).toMatchObject({ exitCode: 0, waitsForPerson: [] });
      const since = await scene.now();
      const now = before.map((ware, index) => ({
        ...ware,
        ...(index < 2 ? { name: `${ware.name} neu` } : {}),
        ...(index >= 5 && index < 8 ? { stock: ware.stock + 0.5 } : {}),
      }));
      scene.write('out/artikel.csv', articlesFile(now));
      scene.write('out/bestand.csv', stockFile(now));
      const second = await scene.json<OnceReport>('run', '--once');
      const calls = { batchUpsert: 1, batchStock: 1, delete: 0, pictures: 0 };
      expect(second).toMatchObject({ exitCode: 0, catalog: { calls } });
      const sent = await scene.market.mutations(since);
      expect(Object.fromEntries(sent.map((call) => [call.path, itemsOf(call)]))).toEqual({
        [batches]: [
          { externalId: 'A-001', name: 'Schraube 1 neu', unitOfMeasure: 'pcs' },
          { externalId: 'A-002', name: 'Schraube 2 neu', unitOfMeasure: 'pcs' },
        ],
        [`${batches}/stock`]: [
          { externalId: 'A-006', availableQty: 15.5 },
          { externalId: 'A-007', availableQty: 16.5 },
          { externalId: 'A-008', availableQty: 17.5 },
        ],
      });
      expect(sent).toHaveLength(2);
    }),
  );

  it(
    'fault 41: replays a batch whose answer was lost with the same key and bytes, for one effect',
    inScene({ catalog: twoExports }, async (scene) => {
      await scene.weather({ kind: 'reset', when: 'after', path: batches, count: 1 });
      const list = wares(3);
      scene.write('out/artikel.csv', articlesFile(list));
      scene.write('out/bestand.csv', stockFile(list));
      const { exitCode, catalog } = await scene.json<OnceReport>('run', '--once');
      expect(exitCode).toBe(0);
      expect(catalog.runs.map(({ sent }) => sent)).toEqual([3, 3]);
      const [lost, again, ...more] = await scene.market.mutations();
      expect(more).toEqual([]);
      expect(lost).toMatchObject({
        status: 0,
        replayed: false,
        effects: list.map(({ id }) => ({ kind: 'productCreated', externalId: id })),
      });
      const { key, ifMatch, body, bytes } = lost!;
      expect(again).toMatchObject({
        key,
        ifMatch,
        body,
        bytes,
        status: 200,
        replayed: true,
        effects: [],
      });
    }),
  );

  it(
    'exits 69 where no request was answered, and sends everything in the next pass',
    inScene({ catalog: twoExports }, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(wares(2)));
      await scene.weather({ kind: 'reset' });
      const first = await scene.json<OnceReport>('run', '--once', '--wait', '1s');
      expect(first.exitCode).toBe(69);
      expect(first.catalog.runs).toMatchObject([{ read: 2, held: 2, waiting: 2, final: false }]);
      await scene.market.sandbox.control('DELETE', '/sandbox/weather');
      expect((await scene.json('run', '--once')).exitCode).toBe(0);
      expect((await scene.market.products()).map(({ externalId }) => externalId)).toEqual([
        'A-001',
        'A-002',
      ]);
    }),
  );
});
