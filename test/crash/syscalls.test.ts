import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { OnceReport } from '../../src/once.ts';
import { inScene, timeout } from '../support/scene.ts';
import type { Syscall } from '../support/syscalls.ts';
import { untilSyscall, whyNoTracing, writesOf } from '../support/syscalls.ts';
import { tightErp } from '../support/tight-erp.ts';
import { begin, expectGolden, goldenOptions } from './golden.ts';
import { missedShareMax, placeOf, spread, wanted } from './places.ts';

/** How many processes are killed side by side, each in a scene of its own. */
const atOnce = Number(process.env['SYSCALL_KILLS_AT_ONCE'] ?? '1');
/** A file that says how each kill ended, one a line; a run that was ended goes on where it stopped. */
const bookFile = process.env['SYSCALL_KILLS_BOOK'];
const denied = whyNoTracing();
/** Between two looks of the ERP. The suite shares its cores with other tests, kills side by side share them too. */
const besideOthersMs = atOnce > 1 ? 0.1 : 0;
const pauseMs = wanted === undefined ? 2 : besideOthersMs;
const triesMax = 3;

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
async function endAt(syscall: Syscall): Promise<string> {
  try {
    for (let each = 0; each < triesMax; each += 1) if (await killedAt(syscall)) return 'killed';
    return 'missed';
  } catch (cause) {
    return `broken: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

/** How the kill at each place ended, of this run and of those that it goes on from. */
function openBook(): { ends: Map<string, string>; note(place: string, end: string): void } {
  const text = bookFile !== undefined && fs.existsSync(bookFile) ? fs.readFileSync(bookFile) : '';
  const known = text.toString().split('\n').filter(Boolean);
  const ends = new Map(known.map((line) => JSON.parse(line) as [string, string]));
  return {
    ends,
    note(place, end) {
      ends.set(place, end);
      if (bookFile !== undefined) fs.appendFileSync(bookFile, `${JSON.stringify([place, end])}\n`);
    },
  };
}

describe.skipIf(denied !== undefined)(
  `faults 26, 63, 75, 83: kill -9 at a write of the disk${denied === undefined ? '' : ` (skipped: ${denied})`}`,
  () => {
    it('loses and doubles nothing, and no reader sees half a file', {
      timeout: wanted === 'all' ? 24 * 3_600_000 : timeout * (Number(wanted ?? 1) + 1),
    }, async () => {
      let all: readonly Syscall[] = [];
      await inScene(goldenOptions, async (scene) => {
        await begin(scene);
        all = await writesOf(scene);
      })();
      expect(all.length).toBeGreaterThan(100);
      const { ends, note } = openBook();
      const due = spread(all).filter((place) => !ends.has(placeOf(place)));
      const killInTurn = async (): Promise<void> => {
        for (let place = due.shift(); place !== undefined; place = due.shift())
          note(placeOf(place), await endAt(place));
      };
      await Promise.all(Array.from({ length: atOnce }, killInTurn));
      const those = (fits: RegExp) => [...ends].filter(([, end]) => fits.test(end));
      expect(those(/^broken/)).toEqual([]);
      // A run that kills nobody shows nothing.
      const missed = those(/^missed/);
      expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(ends.size * missedShareMax);
    });
  },
);
