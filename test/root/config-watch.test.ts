import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { loadConfig } from '../../src/config/load.ts';
import { watchConfig } from '../../src/config-watch.ts';
import type { Clock } from '../../src/domain/clock.ts';

const text = 'marketplace: { baseUrl: "https://market.example", apiKey: key-1 }\n';
let looked = 0;
const clock: Clock = {
  ...systemClock,
  sleep: (_, signal) => {
    looked += 1;
    return systemClock.sleep(10, signal);
  },
};

/** So many looks have ended since: what they found is what they began with. */
async function looks(count: number): Promise<void> {
  const before = looked;
  await expect.poll(() => looked).toBeGreaterThanOrEqual(before + count);
}

let folder: string;
let file: string;
let stopped: AbortController;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'config-watch-'));
  file = path.join(folder, 'stockhand.yaml');
  stopped = new AbortController();
});

afterEach(() => {
  stopped.abort();
  rmSync(folder, { recursive: true, force: true });
});

async function watched(written: string): Promise<() => string> {
  writeFileSync(file, written);
  const loaded = await loadConfig({ path: file });
  if ('errors' in loaded) throw new Error(loaded.errors[0]?.message);
  const watch = watchConfig(loaded, { clock, signal: stopped.signal });
  return () =>
    watch
      .needsYou()
      .map(({ what, cause }) => `${what} ${cause}`)
      .join();
}

it('a configuration that was changed before the daemon began to watch it, as in safe mode, needs a restart', async () => {
  writeFileSync(file, text);
  const loaded = await loadConfig({ path: file });
  if ('errors' in loaded) throw new Error(loaded.errors[0]?.message);
  writeFileSync(file, `${text}language: de\n`);
  const watch = watchConfig(loaded, { clock, signal: stopped.signal });
  await expect.poll(() => watch.needsYou()).toMatchObject([{ id: 'config-changed' }]);
});

it('a configuration whose only error is a file that it newly names has none once that file is there', async () => {
  const needs = await watched(text);
  const secret = path.join(folder, 'page.password');
  writeFileSync(file, `${text}status: { password: "\${file:./page.password}" }\n`);
  await expect.poll(needs).toContain('which does not exist');
  await looks(2);
  writeFileSync(secret, 'long enough a password', { mode: 0o600 });
  await expect.poll(needs).toContain('Restart needed');
});

it('a named file whose key was changed is told also where its old time was put back', async () => {
  const secret = path.join(folder, 'key');
  writeFileSync(secret, 'key-1', { mode: 0o600 });
  utimesSync(secret, 0, 0);
  const needs = await watched(text.replace('key-1', `"\${file:./key}"`));
  await looks(2);
  writeFileSync(secret, 'key-2');
  utimesSync(secret, 0, 0);
  await expect.poll(needs).toContain(`${secret} was changed`);
});
