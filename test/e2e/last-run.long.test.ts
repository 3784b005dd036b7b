import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inScene, ordersByFile, type Scene, timeout, twoExports } from '../support/scene.ts';

interface Told {
  readonly needsYou: readonly {
    readonly id: string;
    readonly what: string;
    readonly cause: string;
  }[];
}

async function toldAtRest(scene: Scene): Promise<Told['needsYou']> {
  return (await scene.json<Told>('status')).needsYou;
}

describe('status between two passes', { timeout }, () => {
  it(
    'tells that the last one was refused, when and why, until one is not',
    inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
      const right = scene.read('stockhand.yaml');
      fs.writeFileSync(scene.config, right.replace('sandbox-key', 'another-key'));
      expect(await scene.run('run', '--once')).toMatchObject({ code: 2 });
      const [stop, ...more] = await toldAtRest(scene);
      expect(more).toEqual([]);
      expect(stop?.cause).toMatch(/\(the last run, which ended at 20\d\d-.*Z\)$/);
      expect(await toldAtRest(scene)).toEqual([stop]);
      fs.writeFileSync(scene.config, right);
      expect(await scene.run('run', '--once')).toMatchObject({ code: 0 });
      expect(await toldAtRest(scene)).toEqual([]);
    }),
  );

  it(
    'is no matter of the next pass, also where that has nothing to ask',
    inScene({ catalog: twoExports }, async (scene) => {
      expect(await scene.run('run', '--once')).toMatchObject({ code: 0 });
      const right = scene.read('stockhand.yaml');
      fs.writeFileSync(scene.config, right.replace('sandbox-key', 'another-key'));
      await scene.run('reconcile');
      expect(await toldAtRest(scene)).toHaveLength(1);
      fs.writeFileSync(scene.config, right);
      expect(await scene.run('run', '--once')).toMatchObject({ code: 0 });
    }),
  );
});
