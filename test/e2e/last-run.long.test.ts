import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inScene, ordersByFile, type Scene, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';

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
    'tells the folders that the last one could not use, until one can',
    inScene(
      { catalog: `${twoExports}  pictures: { folder: ./pictures }\n`, orders: ordersByFile },
      async (scene) => {
        const folders = ['orders', 'commands'];
        const away = (name: string): string => scene.path(`${name}-away`);
        for (const name of folders) fs.renameSync(scene.path(name), away(name));
        expect(await scene.run('run', '--once')).toMatchObject({ code: 2 });
        const told = await scene.json<Told>('status');
        const ids = ['OUTBOX_OFFLINE', 'COMMANDS_OFFLINE', 'pictures-offline'];
        expect(told.needsYou.map(({ id }) => id).sort()).toEqual(ids.sort());
        for (const { cause } of told.needsYou)
          expect(cause).toMatch(/does not exist\. \(the last run, which ended at 20\d\d-.*Z\)$/);
        expect(told.exitCode).toBe(2);
        const doctor = await scene.run('doctor', '--offline');
        for (const id of ids) expect(doctor.stdout).toContain(id);
        // They are back, but nothing has looked since.
        for (const name of folders) fs.renameSync(away(name), scene.path(name));
        fs.mkdirSync(scene.path('pictures'));
        expect(await toldAtRest(scene)).toEqual(told.needsYou);
        expect(await scene.run('run', '--once')).toMatchObject({ code: 0 });
        expect(await toldAtRest(scene)).toEqual([]);
        // What a daemon met is told after it, too.
        const daemon = await scene.daemon();
        fs.renameSync(scene.path('orders'), away('orders'));
        await until('the outbox is away', async () => (await daemon.facts()).needsYou.length > 0);
        await daemon.stop();
        expect(await toldAtRest(scene)).toMatchObject([{ id: 'OUTBOX_OFFLINE' }]);
      },
    ),
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
