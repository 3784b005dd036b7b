import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { type Death, untilKilled } from '../support/death.ts';
import { brokenInLedger } from '../support/laws.ts';
import {
  inScene,
  itemsOf,
  type Scene,
  standardConfig,
  timeout,
  twoExports,
} from '../support/scene.ts';
import { articlesFile, stockFile, wares } from '../support/wares.ts';

const batches = '/connect/v1/supplier/catalog/products/batch';
const before = wares(10);
/** A quantity, then a name, then an article that is gone: one request of each kind, and its place in the ledger. */
const restocked = before.map((ware, index) => (index === 0 ? { ...ware, stock: 4.5 } : ware));
const renamed = restocked.map((ware, index) =>
  index === 1 ? { ...ware, name: 'Schraube neu' } : ware,
);
const phases = [
  { fits: '^PUT .*/batch/stock$', list: restocked },
  { fits: '^POST .*/batch$', list: renamed },
  { fits: '^DELETE ', list: renamed.slice(0, 9) },
];

/** One request after the other, so that each kind has its own death. */
function oneAtATime(place: { readonly folder: string; readonly url: string }): string {
  const text = standardConfig({ catalog: twoExports })(place);
  return text.replace('apiKey: sandbox-key', 'apiKey: sandbox-key, maxInFlight: 1');
}

function exportAll(scene: Scene, list: typeof before): void {
  scene.write('out/artikel.csv', articlesFile(list));
  scene.write('out/bestand.csv', stockFile(list));
}

const deaths = [
  ['before', 'each request is stored and not yet sent'],
  ['after', 'each answer has come and is not stored'],
] as const;

describe.concurrent('faults 26, 41: a catalogue pass that is killed again and again', {
  timeout,
}, () => {
  it.each(deaths)('%s: %s, and each wish has one effect', (when, _) =>
    inScene({ config: oneAtATime }, async (scene) => {
      exportAll(scene, before);
      expect((await scene.run('run', '--once')).code).toBe(0);
      const since = await scene.now();
      for (const { fits, list } of phases) {
        exportAll(scene, list);
        const death: Death = { step: 'send', when, fits };
        expect(await untilKilled(scene, death)).toMatchObject({ signal: 'SIGKILL' });
        const next = await scene.json<OnceReport>('run', '--once');
        expect(next).toMatchObject({ exitCode: 0, waitsForPerson: [] });
      }

      expect(brokenInLedger(await scene.market.ledger())).toEqual([]);
      const calls = await scene.market.mutations(since);
      const effects = calls.filter((call) => call.effects.length > 0);
      expect(effects.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `PUT ${batches}/stock`,
        `POST ${batches}`,
        'DELETE /connect/v1/supplier/catalog/products/A-010',
      ]);
      expect(effects.slice(0, 2).map(itemsOf)).toEqual([
        [{ externalId: 'A-001', availableQty: 4.5 }],
        [{ externalId: 'A-002', name: 'Schraube neu', unitOfMeasure: 'pcs' }],
      ]);
      const repeated = new Set(calls.filter(({ replayed }) => replayed).map(({ key }) => key));
      if (when === 'after') expect(repeated.size).toBe(3);
      expect(new Set(calls.map(({ key }) => key)).size).toBe(3);
    })(),
  );
});
