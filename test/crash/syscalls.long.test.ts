import { describe, it } from 'vitest';
import type { Scene } from '../support/scene.ts';
import { tightErp } from '../support/tight-erp.ts';
import { begin, expectGolden, type GoldenDay, goldenOptions } from './golden.ts';
import { deniedNote, expectNothingBroken, isDenied, killsTimeout, type Life } from './kills.ts';

/** Between two looks of the ERP. The suite shares its cores with other tests. */
const pauseMs = 10;

/** A day's orders and commands, beside an ERP that takes each file the moment it can be seen. */
function days(scene: Scene): Life {
  const past: GoldenDay[] = [];
  const erp = tightErp({ orders: scene.path('orders'), receipts: scene.path('receipts') }, pauseMs);
  return {
    async nextDay() {
      past.push(await begin(scene, past.length + 1));
    },
    judge: async () => expectGolden(scene, past, await erp.stop()),
    end: () => erp.stop(),
  };
}

describe.skipIf(isDenied)(
  `faults 26, 63, 75, 83: kill -9 at a write of the disk${deniedNote}`,
  () => {
    it(
      'loses and doubles nothing, and no reader sees half a file',
      {
        timeout: killsTimeout,
      },
      () =>
        expectNothingBroken({
          name: 'orders',
          options: goldenOptions,
          begin: days,
        }),
    );
  },
);
