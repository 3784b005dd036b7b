import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { inScene, timeout } from '../support/scene.ts';
import type { Syscall } from '../support/syscalls.ts';
import { untilSyscall, whyNoTracing, writesOf } from '../support/syscalls.ts';
import { tightErp } from '../support/tight-erp.ts';
import { begin, expectGolden, goldenOptions } from './golden.ts';

/** SYSCALL_KILLS=all is the long run (an hour or more); a number takes so many, spread over all. */
const wanted = process.env['SYSCALL_KILLS'] ?? '1';
const denied = whyNoTracing();
/** The suite shares its cores with other tests; the long run leaves the ERP no pause. */
const pauseMs = process.env['SYSCALL_KILLS'] === undefined ? 2 : 0;
const triesMax = 3;
/** Of all places; the last calls of a kind are not made in every run. */
const missedShareMax = 0.1;

function spread(all: readonly Syscall[]): readonly Syscall[] {
  if (wanted === 'all') return all;
  const count = Math.min(Number(wanted), all.length);
  return Array.from({ length: count }, (_, index) => {
    const place = Math.floor(((index + 0.5) * all.length) / count);
    return all[place]!;
  });
}

const placeOf = ({ name, file = 'any file', nth }: Syscall): string => `${name} ${nth} on ${file}`;

/** Killed as it begins that call, with an ERP that takes each file at once, then started as if nothing had been. */
async function killedAt(syscall: Syscall): Promise<boolean> {
  let killed = false;
  await inScene(goldenOptions, async (scene) => {
    const folders = { orders: scene.path('orders'), receipts: scene.path('receipts') };
    const erp = tightErp(folders, pauseMs);
    try {
      const orders = await begin(scene);
      const ended = await untilSyscall(scene, syscall);
      killed = ended.signal === 'SIGKILL';
      if (!killed && ended.code !== 0) throw new Error(ended.stderr);
      const second = await scene.json<OnceReport>('run', '--once');
      expect(second, placeOf(syscall)).toMatchObject({ exitCode: 0, waitsForPerson: [] });
      await expectGolden(scene, orders, await erp.stop());
    } finally {
      await erp.stop();
    }
  })().catch((cause: unknown) => {
    throw new Error(`killed at ${placeOf(syscall)}: ${String(cause)}`, { cause });
  });
  return killed;
}

/** Which thread does what differs from run to run, so a call may come later or never: then it is tried again. */
async function wasKilledAt(syscall: Syscall): Promise<boolean> {
  for (let each = 0; each < triesMax; each += 1) if (await killedAt(syscall)) return true;
  return false;
}

describe.skipIf(denied !== undefined)(
  `faults 26, 63, 75, 83: kill -9 at a write of the disk${denied === undefined ? '' : ` (skipped: ${denied})`}`,
  () => {
    it('loses and doubles nothing, and no reader sees half a file', {
      timeout: wanted === 'all' ? 24 * 3_600_000 : timeout * (Number(wanted) + 1),
    }, async () => {
      let all: readonly Syscall[] = [];
      await inScene(goldenOptions, async (scene) => {
        await begin(scene);
        all = await writesOf(scene);
      })();
      expect(all.length).toBeGreaterThan(100);
      const places = spread(all);
      const missed: string[] = [];
      for (const place of places) if (!(await wasKilledAt(place))) missed.push(placeOf(place));
      // A run that kills nobody shows nothing.
      expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(places.length * missedShareMax);
    });
  },
);
