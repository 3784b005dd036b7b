import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { type Death, untilKilled } from '../support/death.ts';
import { erpOf, greedyErp } from '../support/erp.ts';
import { inScene, type Scene, timeout } from '../support/scene.ts';
import { begin, expectGolden, goldenOptions } from './golden.ts';

const batch = '^POST .*/products/batch';
const page = '^GET .*/supplier/orders\\?';
const accept = '/accept$';

const renamed: Death = { step: 'publish', when: 'after' };
const deaths: readonly (readonly [string, Death])[] = [
  [
    'a batch is answered and the answer is not stored',
    { step: 'send', when: 'after', fits: batch },
  ],
  ['a page is fetched and not stored', { step: 'send', when: 'after', fits: page }],
  ['details are stored and not staged', { step: 'stage', when: 'before' }],
  ['files are staged and none is renamed', { step: 'publish', when: 'before' }],
  ['all files are renamed and that is not recorded', renamed],
  ['a receipt is written and that is not recorded', { step: 'write', when: 'after' }],
  ['an accept is stored and not sent', { step: 'send', when: 'before', fits: accept }],
  [
    'an accept is answered and the answer is not stored',
    { step: 'send', when: 'after', fits: accept },
  ],
  ['a command file is moved and that is not recorded', { step: 'move', when: 'after' }],
];

/** Killed once at that point, then started as if nothing had been. */
async function killAndStart(scene: Scene, death: Death): Promise<void> {
  expect(await untilKilled(scene, death)).toMatchObject({ signal: 'SIGKILL' });
  const second = await scene.json<OnceReport>('run', '--once');
  expect(second).toMatchObject({
    exitCode: 0,
    waitsForPerson: [],
    orders: { commands: { waiting: 0 } },
  });
}

describe.concurrent('faults 26, 63, 75, 83: a process that is killed', { timeout }, () => {
  it.each(deaths)(
    'loses and doubles nothing when %s, and an ERP takes each file at once',
    (_, death) =>
      inScene(goldenOptions, async (scene) => {
        const erp = greedyErp(scene.path('orders'));
        const day = await begin(scene);
        await killAndStart(scene, death);
        await expectGolden(scene, [day], erp.stop());
      })(),
  );

  it(
    'loses and doubles nothing when all files are renamed, and the ERP leaves them where they are',
    inScene(goldenOptions, async (scene) => {
      const day = await begin(scene);
      await killAndStart(scene, renamed);
      await expectGolden(scene, [day], erpOf(scene).files());
    }),
  );
});
