import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { codes } from '../../src/domain/codes.ts';
import type { OnceReport } from '../../src/once.ts';
import { erpOf } from '../support/erp.ts';
import { bundled } from '../support/program.ts';
import { inScene, type Scene, timeout } from '../support/scene.ts';
import { begin, expectGolden, goldenOptions } from './golden.ts';
import { deniedNote, isDenied } from './kills.ts';

/** DISK_ERRORS=40 and more: so many waits of each database for the disk fail, one after the other. */
const failing = Array.from(
  { length: Number(process.env['DISK_ERRORS'] ?? 3) },
  (_, index) => index,
);

/** A pass whose n-th wait of that database for the disk fails, as of a disk that is going. */
function withDiskError(scene: Scene, file: string, nth: number) {
  const log = scene.path('strace.log');
  const on = ['-D', '-f', '-qq', '--seccomp-bpf', '-P', scene.path(`state/${file}`), '-o', log];
  const inject = [
    '-e',
    'trace=fsync,fdatasync',
    '-e',
    `inject=fsync,fdatasync:error=EIO:when=${nth}`,
  ];
  const program = [bundled, 'run', '--once', '--json', '--config', scene.config];
  const args = [...on, ...inject, process.execPath, '--v8-pool-size=0', ...program];
  return scene.command('strace', ...args).ended;
}

describe.skipIf(isDenied)(
  `fault 29: a database whose fsync fails${deniedNote}`,
  { timeout },
  () => {
    it.each(['orders.db-wal', 'catalog.db-wal'])(
      'ends the pass with a disk error and its remedy, and the next pass loses and doubles nothing: %s',
      (file) =>
        inScene(goldenOptions, async (scene) => {
          const day = await begin(scene);
          // The databases are made by the first few.
          for (const index of failing) {
            const ended = await withDiskError(scene, file, 4 + 3 * index);
            // The journal writes less the less there is to do.
            if (ended.code === 0) break;
            expect(JSON.parse(ended.stdout)).toMatchObject({
              error: { code: 'DISK', remedy: codes.DISK.remedy },
            });
            expect(ended.stderr).toMatch(/disk I\/O error/);
          }
          expect(await scene.json<OnceReport>('run', '--once')).toMatchObject({ exitCode: 0 });
          await expectGolden(scene, [day], erpOf(scene).files());
        })(),
    );
  },
);
