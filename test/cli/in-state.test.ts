import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { configOf, contextOf, inState } from '../../src/cli/context.ts';
import { controlPath } from '../../src/control/path.ts';
import { serveControl } from '../../src/control/serve.ts';
import { memory, temporaryFolder } from '../support/folder.ts';

const answerMaxMs = 20;

function house(): string {
  const folder = temporaryFolder('in-state', memory);
  const file = path.join(folder, 'stockhand.yaml');
  const market = 'marketplace: { baseUrl: "http://127.0.0.1:1", apiKey: k }';
  fs.writeFileSync(file, `${market}\ndataDir: ./state\norders: { outbox: { folder: ./o } }\n`);
  fs.mkdirSync(path.join(folder, 'state'));
  return file;
}

// Doctor told a daemon to be restarted that did not run, where a share was silent for as long (fault 18).
it('the time that a daemon may take for an answer ends no look of our own', () => {
  const context = new URL('../../dist/src/cli/context.js', import.meta.url).href;
  // In a process of its own: the whole house seals the prototypes that other tests change.
  const script = `
    const { configOf, contextOf, inState } = await import(${JSON.stringify(context)});
    const { signal } = new AbortController();
    const { config } = await configOf(contextOf({ config: ${JSON.stringify(house())} }, signal));
    const { isDaemon, value } = await inState(config, { signal, answerMaxMs: ${answerMaxMs} }, async (ask) => {
      await new Promise((go) => setTimeout(go, ${2 * answerMaxMs}));
      return ask('status', {});
    });
    console.log(isDaemon, value.state);`;
  const args = ['--input-type=module', '-e', script];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(/^false \w+\n$/);
});

it('a daemon that takes longer than it may is left', async () => {
  const stopped = new AbortController();
  const { signal } = stopped;
  const { config } = await configOf(contextOf({ config: house() }, signal));
  const { ended } = await serveControl({
    path: controlPath(config.dataDir),
    handlers: { status: () => sleep(60_000, undefined, { signal }) },
    signal,
  });
  const asked = inState(config, { signal, answerMaxMs }, (ask) => ask('status', {}));
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
  stopped.abort();
  await ended;
});
