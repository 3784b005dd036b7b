import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callControl, isRefused, isRunning } from '../../src/control/call.ts';
import { controlPath } from '../../src/control/path.ts';
import { serveControl } from '../../src/control/serve.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'control-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the path of the control socket', () => {
  it('lies in the data folder', () => {
    expect(controlPath(folder)).toBe(join(folder, 'control.sock'));
  });

  it('is short where the data folder is deep, and the same for every name of it', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    mkdirSync(deep, { recursive: true });
    const short = controlPath(deep);
    expect(short).toMatch(/^\/tmp\/stockhand-\d+-[0-9a-f]{32}\.sock$/);
    expect(controlPath(`${deep}/../${'b'.repeat(60)}/`)).toBe(short);
    expect(controlPath(join(folder, 'a'.repeat(60)))).not.toBe(short);
    const stopped = new AbortController();
    const handlers = { who: async () => 'deep' };
    const { ended } = await serveControl({ path: short, handlers, signal: stopped.signal });
    expect(await callControl(short, { command: 'who', args: {} })).toBe('deep');
    stopped.abort();
    await ended;
  });

  it('counts bytes and not characters', () => {
    const nested = join(folder, 'ü'.repeat(40));
    mkdirSync(nested);
    expect(controlPath(nested).length).toBeLessThan(108);
    expect(controlPath(nested)).toMatch(/^\/tmp\/stockhand-/);
  });

  it('takes no commands to a socket that another account put into /tmp', async () => {
    // Named for an account that it does not belong to.
    const foreign = `/tmp/stockhand-4000000000-${'0'.repeat(32)}.sock`;
    rmSync(foreign, { force: true });
    const server = net.createServer().listen(foreign);
    await once(server, 'listening');
    if (process.getuid?.() === 0) chownSync(foreign, 12_345, 12_345);
    expect(await isRunning(foreign)).toBe(false);
    const call = callControl(foreign, { command: 'release', args: {} });
    await expect(call).rejects.toThrow('it belongs to another account');
    server.close();
  });

  it('proves a daemon where it is a pipe of Windows that this account may not open', () => {
    const pipe = '\\\\.\\pipe\\stockhand-1';
    const refused = (path: string, code: string) =>
      isRefused(path, Object.assign(new Error(code), { code }));
    expect(refused(pipe, 'EPERM')).toBe(true);
    expect(refused(pipe, 'ENOENT')).toBe(false);
    // A daemon that was killed leaves its socket behind.
    expect(refused('/srv/control.sock', 'EACCES')).toBe(false);
  });

  it('is a named pipe on Windows, whatever the case of the folder', () => {
    const pipe = controlPath('/Data/Stockhand', 'win32');
    expect(pipe).toMatch(/^\\\\\.\\pipe\\stockhand-[0-9a-f]{32}$/);
    expect(controlPath('/data/stockhand', 'win32')).toBe(pipe);
  });
});
