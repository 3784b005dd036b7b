import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callControl } from '../../src/control/call.ts';
import { controlPath } from '../../src/control/path.ts';
import { serveControl } from '../../src/control/serve.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'control-'));
  path = controlPath(folder);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a command that waits for the daemon', () => {
  it('goes on for a long one as long as the daemon gives signs of life', async () => {
    const silenceMs = 200;
    const plan = async () => {
      await sleep(3 * silenceMs);
      return 'planned';
    };
    const stopped = new AbortController();
    const { ended } = await serveControl({ path, handlers: { plan }, signal: stopped.signal });
    const call = callControl(path, { command: 'plan', args: {}, silenceMs });
    expect(await call).toBe('planned');
    stopped.abort();
    await ended;
  });

  it('ends where the daemon was stopped in the middle, and says so', async () => {
    const code = `require('node:net').createServer((s) => { s.resume(); process.kill(process.pid, 'SIGSTOP'); })
      .listen(${JSON.stringify(path)}, () => console.log('up'))`;
    const hung = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(hung.stdout, 'data');
    try {
      const call = callControl(path, { command: 'plan', args: {}, silenceMs: 200 });
      await expect(call).rejects.toMatchObject({ code: 'STATE_LOCKED' });
      await expect(call).rejects.toThrow(
        'it does not answer; it is stopped, or very busy, and may still carry this out when it continues',
      );
    } finally {
      hung.kill('SIGKILL');
      await once(hung, 'close');
    }
  });
});
