import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { configOf, contextOf, inState } from '../../src/cli/context.ts';
import { controlPath } from '../../src/control/path.ts';
import { serveControl } from '../../src/control/serve.ts';
import { memory, temporaryFolder } from '../support/folder.ts';

const answerMaxMs = 20;

async function house() {
  const folder = temporaryFolder('in-state', memory);
  const file = path.join(folder, 'stockhand.yaml');
  const market = 'marketplace: { baseUrl: "http://127.0.0.1:1", apiKey: k }';
  fs.writeFileSync(file, `${market}\ndataDir: ./state\norders: { outbox: { folder: ./o } }\n`);
  fs.mkdirSync(path.join(folder, 'state'));
  const stopped = new AbortController();
  const { config } = await configOf(contextOf({ config: file }, stopped.signal));
  return { config, stopped, patience: { signal: stopped.signal, answerMaxMs } };
}

// Doctor told a daemon to be restarted that did not run, where a share was silent for as long (fault 18).
it('the time that a daemon may take for an answer ends no look of our own', async () => {
  const { config, patience } = await house();
  const looked = inState(config, patience, async (ask) => {
    await sleep(2 * answerMaxMs);
    return ask('status', {});
  });
  await expect(looked).resolves.toMatchObject({ isDaemon: false, value: expect.anything() });
});

it('a daemon that takes longer than it may is left', async () => {
  const { config, patience, stopped } = await house();
  const { ended } = await serveControl({
    path: controlPath(config.dataDir),
    handlers: { status: () => sleep(60_000, undefined, { signal: stopped.signal }) },
    signal: stopped.signal,
  });
  const asked = inState(config, patience, (ask) => ask('status', {}));
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
  stopped.abort();
  await ended;
});

// "stopped before its end. Run it again" was said of an acceptance that the daemon then sent.
it('what a daemon was asked goes on behind Ctrl-C, and this is said', async () => {
  const { config } = await house();
  const daemon = new AbortController();
  const gone = new AbortController();
  const { ended } = await serveControl({
    path: controlPath(config.dataDir),
    handlers: {
      'orders command'() {
        gone.abort();
        return sleep(60_000, undefined, { signal: daemon.signal });
      },
    },
    signal: daemon.signal,
  });
  const asked = inState(config, { signal: gone.signal }, (ask) => ask('orders command', {}));
  await expect(asked).rejects.toMatchObject({
    code: 'STOPPED',
    message:
      'The answer to "orders command" is not waited for any more, but the daemon carries the command out.',
  });
  daemon.abort();
  await ended;
});
