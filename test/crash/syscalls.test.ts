import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { greedyErp } from '../support/erp.ts';
import { inScene, timeout } from '../support/scene.ts';
import type { Syscall } from '../support/syscalls.ts';
import { untilSyscall, whyNoTracing, writesOf } from '../support/syscalls.ts';
import { begin, expectGolden, goldenOptions } from './golden.ts';

/** SYSCALL_KILLS=all is the long run (an hour or more); a number takes so many, spread over all. */
const wanted = process.env['SYSCALL_KILLS'] ?? '2';
const denied = whyNoTracing();

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
    const erp = greedyErp(scene.path('orders'));
    const orders = await begin(scene);
    const ended = await untilSyscall(scene, syscall);
    killed = ended.signal === 'SIGKILL';
    if (!killed && ended.code !== 0) throw new Error(ended.stderr);
    const second = await scene.json<OnceReport>('run', '--once');
    expect(second, placeOf(syscall)).toMatchObject({ exitCode: 0, waitsForPerson: [] });
    await expectGolden(scene, orders, erp.stop());
  })().catch((cause: unknown) => {
    throw new Error(`killed at ${placeOf(syscall)}: ${String(cause)}`, { cause });
  });
  return killed;
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
      const kills: boolean[] = [];
      for (const syscall of spread(all)) kills.push(await killedAt(syscall));
      // Which thread does what differs from run to run, so the last of a kind may never come.
      expect(kills.filter(Boolean).length).toBeGreaterThan(kills.length / 2);
    });
  },
);
