import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { loadConfig } from '../../src/config/load.ts';
import { watchConfig } from '../../src/config-watch.ts';

it('a configuration that was changed before the daemon began to watch it, as in safe mode, needs a restart', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'config-watch-'));
  const file = path.join(folder, 'stockhand.yaml');
  const text = 'marketplace: { baseUrl: "https://market.example", apiKey: key-1 }\n';
  const stopped = new AbortController();
  try {
    writeFileSync(file, text);
    const loaded = await loadConfig({ path: file });
    if ('errors' in loaded) throw new Error(loaded.errors[0]?.message);
    writeFileSync(file, `${text}language: de\n`);
    const watch = watchConfig(loaded, { clock: systemClock, signal: stopped.signal });
    await expect.poll(() => watch.needsYou()).toMatchObject([{ id: 'config-changed' }]);
  } finally {
    stopped.abort();
    rmSync(folder, { recursive: true, force: true });
  }
});
