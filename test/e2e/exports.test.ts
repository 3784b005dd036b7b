import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { inScene, itemsOf, twoExports } from '../support/scene.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

describe.concurrent('exports up, one pass at a time', () => {
  it('sends exactly three changed quantities and two changed names, one batch each', inScene(
    { catalog: twoExports },
    async (scene) => {
      const before = wares(12);
      scene.write('out/artikel.csv', articlesFile(before));
      scene.write('out/bestand.csv', stockFile(before));
      const first = await scene.json<OnceReport>('run', '--once', '--wait', '10s');
      expect(first).toMatchObject({ exitCode: 0, waitsForPerson: [] });
      const since = (await scene.market.ledger()).length;
      const now = before.map((ware, index) => ({
        ...ware,
        ...(index < 2 ? { name: `${ware.name} neu` } : {}),
        ...(index >= 5 && index < 8 ? { stock: ware.stock + 0.5 } : {}),
      }));
      scene.write('out/artikel.csv', articlesFile(now));
      scene.write('out/bestand.csv', stockFile(now));
      const second = await scene.json<OnceReport>('run', '--once');
      expect(second.catalog.calls).toEqual({ batchUpsert: 1, batchStock: 1, delete: 0, pictures: 0 });
      const calls = await scene.market.mutations(since);
      expect(calls.map(({ path }) => path).sort()).toEqual([]);
      expect(calls.map(itemsOf)).toEqual([]);
    },
  ));
});
