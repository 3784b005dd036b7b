import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HeldFacts } from '../../src/domain/facts.ts';
import type { OnceReport } from '../../src/once.ts';
import { inScene, type Scene, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';
import { articlesFile, wares } from '../support/wares.ts';

const all = wares(40);
const half = all.slice(0, 20);
const vanished = all.slice(20).map(({ id }) => `/connect/v1/supplier/catalog/products/${id}`);

async function published(scene: Scene): Promise<number> {
  const products = await scene.market.products();
  return products.filter((product) => product['deletedAt'] === undefined).length;
}

async function deletes(scene: Scene): Promise<string[]> {
  const calls = await scene.market.mutations();
  return calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
}

describe.concurrent('a full export that has lost half of its rows', { timeout }, () => {
  it(
    'is held with both numbers, and a release sends exactly what was held, also after a move of the data folder',
    inScene({ catalog: twoExports }, async (scene) => {
      scene.write('out/artikel.csv', articlesFile(all));
      await scene.run('run', '--once');
      scene.write('out/artikel.csv', articlesFile(half));
      const report = await scene.json<OnceReport>('run', '--once');
      expect(report.exitCode).toBe(2);
      expect(report.catalog.calls.delete).toBe(0);
      const { list } = await scene.json<{ list: HeldFacts[] }>('held');
      const [hold] = list;
      expect(list).toMatchObject([{ source: 'articles', items: 20 }]);
      expect(hold?.sentence).toMatch(/artikel\.csv .* 20 of 40 /);
      expect(report.waitsForPerson.map(({ what }) => what)).toEqual([hold?.sentence]);
      expect(await deletes(scene)).toEqual([]);

      // The data folder gets another place meanwhile, as with another drive or another machine.
      fs.renameSync(scene.path('state'), scene.path('moved'));
      const config = fs.readFileSync(scene.config, 'utf8');
      fs.writeFileSync(scene.config, config.replace(/^dataDir: .*$/m, 'dataDir: ./moved'));
      const released = await scene.json<HeldFacts>('release', hold?.id ?? '');
      expect(released).toMatchObject({ exitCode: 0, id: hold?.id });
      const after = await scene.json<OnceReport>('run', '--once');
      expect(after).toMatchObject({ exitCode: 0, waitsForPerson: [] });
      expect((await deletes(scene)).sort()).toEqual(vanished);
      expect(await published(scene)).toBe(20);
    }),
  );

  it(
    'is withdrawn by a whole file: the hold is gone and cannot be released any more',
    inScene({ catalog: twoExports }, async (scene) => {
      const daemon = await scene.daemon();
      scene.write('out/artikel.csv', articlesFile(all));
      await until('all are on the marketplace', async () => (await published(scene)) === 40);
      scene.write('out/artikel.csv', articlesFile(half));
      const need = await until('it is held', async () => {
        return (await daemon.facts()).needsYou.find(({ id }) => id.startsWith('held'));
      });
      const id = need.fix.match(/stockhand release (\d+)$/)?.[1] ?? '';
      scene.write('out/artikel.csv', articlesFile(all));
      await until('it is withdrawn', async () => (await daemon.facts()).needsYou.length === 0);
      const late = await scene.json('release', id);
      expect(late).toMatchObject({ exitCode: 1, error: { code: 'HOLD_STALE' } });
      expect(await deletes(scene)).toEqual([]);
      expect(await published(scene)).toBe(40);
    }),
  );

  it(
    'is held, shown and released through the running daemon',
    inScene({ catalog: twoExports }, async (scene) => {
      const daemon = await scene.daemon();
      scene.write('out/artikel.csv', articlesFile(all));
      await until('all are on the marketplace', async () => (await published(scene)) === 40);
      scene.write('out/artikel.csv', articlesFile(half));
      await until('it is held', async () => (await daemon.facts()).catalog?.held.length === 1);
      const { list } = await scene.json<{ list: HeldFacts[] }>('held');
      expect(list).toMatchObject([{ source: 'articles', items: 20 }]);
      expect(await daemon.facts()).toMatchObject({ state: 'needsYou' });
      expect(await deletes(scene)).toEqual([]);

      expect((await scene.json('release', list[0]?.id ?? '')).exitCode).toBe(0);
      await until('they are gone', async () => (await published(scene)) === 20);
      expect((await deletes(scene)).sort()).toEqual(vanished);
      expect((await daemon.facts()).catalog?.held).toEqual([]);
      expect(await daemon.stop()).toMatchObject({ code: 0 });
    }),
  );
});
