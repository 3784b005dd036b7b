import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Ended, root } from '../support/program.ts';
import { inScene, ordersByFile, type Scene, timeout, twoExports } from '../support/scene.ts';

const both = { catalog: twoExports, orders: ordersByFile };
const preload = pathToFileURL(path.join(root, 'test/support/misfortune.mjs')).href;

type Misfortune = `${'main' | 'catalog'} ${'throw' | 'reject' | 'overflow' | 'memory'}`;

/** A daemon that meets with it; a small heap, so that its end by memory takes no long. */
async function ending(scene: Scene, misfortune: Misfortune): Promise<Ended> {
  const order = scene.path('misfortune');
  const options = `--import ${preload} --max-old-space-size=100`;
  const daemon = await scene.daemon({ env: { NODE_OPTIONS: options, MISFORTUNE: order } });
  expect(daemon.safeMode).toBeUndefined();
  scene.write('misfortune', misfortune);
  return daemon.ended;
}

const logOf = (scene: Scene): string => scene.read('stockhand.log');

/** Up to seven starts one after the other. */
describe.concurrent('fault 116: an end that nobody asked for', { timeout: 2 * timeout }, () => {
  it.each<[Misfortune, string]>([
    ['main throw', 'a fault that nobody catches'],
    ['main reject', 'a rejection that nobody handles'],
    ['main overflow', 'Maximum call stack size exceeded'],
    ['catalog throw', 'a fault that nobody catches'],
    ['catalog reject', 'a rejection that nobody handles'],
    ['catalog overflow', 'Maximum call stack size exceeded'],
    ['catalog memory', 'memory limit'],
  ])('%s: ends the daemon with 1, said on the terminal and in the log', async (misfortune, words) =>
    inScene(both, async (scene) => {
      const { code, stderr } = await ending(scene, misfortune);
      expect(code).toBe(1);
      expect(stderr).toContain(words);
      expect(logOf(scene)).toMatch(/"level":60.*stopped by a failure/);
      expect(logOf(scene)).toContain(words);
    })(),
  );

  it(
    'memory that is used up ends it with a signal, which a service manager takes for a failure',
    inScene(both, async (scene) => {
      const { code, signal } = await ending(scene, 'main memory');
      expect([code, signal]).toEqual([null, 'SIGABRT']);
    }),
  );

  it(
    'five of them make the next start one in safe mode, also by hand',
    inScene(both, async (scene) => {
      await ending(scene, 'main throw');
      await ending(scene, 'main reject');
      await ending(scene, 'main overflow');
      await ending(scene, 'catalog throw');
      // It has seen none of these, and nobody starts it again.
      await ending(scene, 'main memory');
      await ending(scene, 'catalog reject');
      const { safeMode } = await scene.daemon();
      expect(safeMode).toContain('5 times');
      expect(safeMode).toContain('a rejection that nobody handles');
    }),
  );
});
