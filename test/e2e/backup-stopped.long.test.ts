import fs from 'node:fs';
import { expect, it } from 'vitest';
import { openCatalogStore } from '../../src/store/catalog-store.ts';
import { inScene, ordersByFile, timeout, twoExports } from '../support/scene.ts';
import { until } from '../support/until.ts';

/** Copying and checking it takes longer than a look at the folder. */
const stateBytes = 60_000_000;

it(
  'a backup that is stopped leaves nothing behind: what it has begun holds the whole state',
  { timeout },
  inScene({ catalog: twoExports, orders: ordersByFile }, async (scene) => {
    expect((await scene.run('status')).code).toBe(0);
    const catalog = openCatalogStore(scene.path('state'));
    catalog.meta.set('large', 'x'.repeat(stateBytes));
    catalog.close();
    fs.mkdirSync(scene.path('backups'));
    const backup = scene.start('backup', scene.path('backups/monday'));
    await until('it has begun', () => fs.readdirSync(scene.path('backups')).length > 0);
    backup.kill('SIGTERM');
    expect(await backup.ended).toMatchObject({ code: 1 });
    expect(fs.readdirSync(scene.path('backups'))).toEqual([]);
  }),
);
