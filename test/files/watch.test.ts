import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchedNamesMax } from '../../src/files/limits.ts';
import { isOffline } from '../../src/files/offline.ts';
import { scanFolder } from '../../src/files/scan.ts';
import { type WatchFacts, watchFolders } from '../../src/files/watch.ts';
import { temporaryFolder } from '../support/folder.ts';
import { deps, realClock, until } from './room.ts';

function watching(folder: string) {
  const hints: string[] = [];
  let pastMs = 0;
  const clock = { ...deps.clock, monotonic: () => deps.clock.monotonic() + pastMs };
  const watch = watchFolders({ ...deps, clock }, [folder], (hinted) => hints.push(hinted));
  onTestFinished(() => watch.close());
  return {
    hints,
    facts: (): WatchFacts => watch.facts()[0]!,
    close: () => watch.close(),
    looking: () => watch.looking(folder),
    pass(ms: number): void {
      pastMs += ms;
    },
    async look(changed = false) {
      const scan = await scanFolder(deps, { folder, files: ['*'], ignoreCase: false });
      watch.looked(folder, isOffline(scan) ? undefined : scan, changed);
    },
  };
}

/** Writes until the watcher has told of it: chokidar says nowhere when its own watches are set. */
async function untilHeard(watch: ReturnType<typeof watching>, folder: string): Promise<void> {
  const heard = watch.facts().hints;
  let number = 0;
  await until(() => {
    number += 1;
    writeFileSync(join(folder, `${number % 5}.csv`), String(number));
    return watch.facts().hints > heard;
  });
}

/** A watcher that has told of a change in its folder. */
async function hearing(folder = temporaryFolder()) {
  const watch = watching(folder);
  await watch.look();
  await untilHeard(watch, folder);
  return { folder, watch };
}

describe('watchFolders', () => {
  it('hints at a new, a changed and a renamed file, with the folder', async () => {
    const { folder, watch } = await hearing();
    expect(watch.hints[0]).toBe(folder);
    expect(watch.facts()).toMatchObject({ folder, watching: true, missed: 0, deaf: false });
    const before = watch.hints.length;
    writeFileSync(join(folder, '.neu'), 'x');
    renameSync(join(folder, '.neu'), join(folder, 'neu.csv'));
    await until(() => watch.hints.length > before);
  });

  it('watches nothing any more once it is closed, also when a look that was under way ends later', async () => {
    const folder = temporaryFolder();
    const watch = watching(folder);
    await watch.look();
    await until(() => watch.facts().watching);
    await watch.close();
    await watch.look();
    await realClock.sleep(50);
    expect(watch.facts().watching).toBe(false);
  });

  it('watches nothing before the first scan has found the folder', () => {
    const watch = watching(temporaryFolder());
    expect(watch.facts()).toMatchObject({ watching: false, because: 'not looked at yet' });
  });

  it('fault 19: a folder that was removed and made again is watched again after the next scan', async () => {
    const folder = join(temporaryFolder(), 'out');
    mkdirSync(folder);
    const { watch } = await hearing(folder);
    rmSync(folder, { recursive: true });
    await watch.look();
    expect(watch.facts()).toMatchObject({ watching: false, because: 'the folder is offline' });
    mkdirSync(folder);
    await watch.look();
    await untilHeard(watch, folder);
    expect(watch.facts().watching).toBe(true);
  });

  it('fault 19: a folder that was replaced between two scans is watched after the second', async () => {
    const place = temporaryFolder();
    const folder = join(place, 'out');
    mkdirSync(folder);
    const { watch } = await hearing(folder);
    mkdirSync(join(place, 'new'));
    renameSync(folder, join(place, 'old'));
    renameSync(join(place, 'new'), folder);
    await watch.look();
    await untilHeard(watch, folder);
  });

  it('fault 19: says that it is deaf when scans know more than it told, and it goes on saying nothing', async () => {
    const { folder, watch } = await hearing();
    await watch.look();
    await watch.look(true);
    expect(watch.facts()).toMatchObject({ missed: 0, deaf: false });
    await watch.look();
    expect(watch.facts()).toMatchObject({ missed: 0, deaf: false });
    watch.pass(5_000);
    await watch.look();
    expect(watch.facts()).toMatchObject({ missed: 1, deaf: true });
    await untilHeard(watch, folder);
    expect(watch.facts()).toMatchObject({ missed: 1, deaf: false });
  });

  it('fault 19: is armed again where it missed a change, as in a folder that was away for a moment between two scans', async () => {
    const folder = join(temporaryFolder(), 'out');
    mkdirSync(folder);
    const { watch } = await hearing(folder);
    renameSync(folder, `${folder}-away`);
    await realClock.sleep(300);
    renameSync(`${folder}-away`, folder);
    await realClock.sleep(300);
    await watch.look();
    await watch.look(true);
    watch.pass(5_000);
    await watch.look();
    expect(watch.facts()).toMatchObject({ missed: 1, deaf: true });
    await untilHeard(watch, folder);
    expect(watch.facts()).toMatchObject({ watching: true, deaf: false });
  });

  it('is not called deaf for an event that comes a moment after the scan', async () => {
    const { folder, watch } = await hearing();
    await watch.look();
    await watch.look(true);
    await untilHeard(watch, folder);
    watch.pass(5_000);
    await watch.look();
    expect(watch.facts()).toMatchObject({ missed: 0, deaf: false });
  });

  it('fault 19: is not called deaf for an event that comes while the scan before is under way', async () => {
    const { folder, watch } = await hearing();
    await watch.look();
    watch.looking();
    await untilHeard(watch, folder);
    await watch.look();
    await watch.look(true);
    await watch.look();
    expect(watch.facts()).toMatchObject({ missed: 0, deaf: false });
  });

  it('leaves very full folders to the scan, because each file would cost a watch', async () => {
    const folder = temporaryFolder();
    const watch = watchFolders(deps, [folder], () => undefined);
    const identity = { dev: '1', ino: '2', mountPoint: undefined };
    watch.looked(folder, { identity, names: watchedNamesMax + 1 }, false);
    await until(() => watch.facts()[0]?.because !== 'the folder is offline');
    expect(watch.facts()[0]).toMatchObject({
      watching: false,
      because: 'it holds 5001 files, more than are watched',
    });
    await watch.close();
  });

  it('tells nothing after it was closed', async () => {
    const { folder, watch } = await hearing();
    await watch.close();
    const told = watch.hints.length;
    writeFileSync(join(folder, 'spät.csv'), 'x');
    await scanFolder(deps, { folder, files: ['*'], ignoreCase: false });
    expect(watch.hints).toHaveLength(told);
    expect(watch.facts().watching).toBe(false);
  });

  const built = fileURLToPath(new URL('../../dist/src/files/watch.js', import.meta.url));
  it('fault 19: a system without watches left is a fact and not the end of the process', ({
    skip,
  }) => {
    skip(!existsSync(built), 'the build is missing (npm run build)');
    const folder = temporaryFolder();
    for (const name of ['1.csv', '2.csv', '3.csv']) writeFileSync(join(folder, name), 'x');
    const run = spawnSync(
      'unshare',
      [
        '-U',
        '-r',
        'sh',
        '-c',
        'echo 1 > /proc/sys/user/max_inotify_watches && exec "$0" "$@"',
      ].concat(process.execPath, ['--input-type=module', '--eval', limitedWatch(folder)]),
      { encoding: 'utf8', timeout: 20_000 },
    );
    skip(/unshare|max_inotify_watches/.test(run.stderr), 'no user namespaces here');
    expect(run.stderr).toBe('');
    expect(run.stdout).toBe(
      'the system watches no more files (fs.inotify.max_user_watches, max_user_instances) true 3\n',
    );
  });

  /** A process of its own, because the limit is one of the user and not of a folder. */
  function limitedWatch(folder: string): string {
    const at = (file: string) => JSON.stringify(pathToFileURL(join(built, '..', file)).href);
    return `
      import { createFilesDeps } from ${at('deps.js')};
      import { scanFolder } from ${at('scan.js')};
      import { watchFolders } from ${at('watch.js')};
      const folder = ${JSON.stringify(folder)};
      const clock = {
        now: Date.now, monotonic: () => performance.now(), random: Math.random,
        sleep: (ms, signal) => new Promise((resolve) => {
          const timer = setTimeout(resolve, ms);
          signal?.addEventListener('abort', () => { clearTimeout(timer); resolve(); });
        }),
        breathe: () => new Promise(setImmediate),
      };
      const deps = createFilesDeps(clock);
      const watch = watchFolders(deps, [folder], () => undefined);
      const scan = () => scanFolder(deps, { folder, files: ['*'], ignoreCase: false });
      watch.looked(folder, await scan(), false);
      while (!/watches no more/.test(watch.facts()[0].because)) await clock.sleep(5);
      const { because, failed } = watch.facts()[0];
      console.log(because, failed, (await scan()).entries.length);
      await watch.close();
    `;
  }
});
