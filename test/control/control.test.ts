import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { callControl, isRunning } from '../../src/control/call.ts';
import { controlPath } from '../../src/control/path.ts';
import { type CommandHandler, serveControl } from '../../src/control/serve.ts';
import { StockhandError } from '../../src/domain/error.ts';

let folder: string;
let path: string;
let stopped: AbortController;
let ended: Promise<void> | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'control-'));
  path = controlPath(folder);
  stopped = new AbortController();
});

afterEach(async () => {
  stopped.abort();
  await ended;
  ended = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function serve(handlers: Readonly<Record<string, CommandHandler>>): Promise<void> {
  ({ ended } = await serveControl({ path, handlers, signal: stopped.signal }));
}

function until(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

/** Writes these bytes and returns what came until the daemon ended the connection. */
async function raw(bytes: string | Buffer): Promise<string> {
  const socket = net.connect(path);
  let text = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

describe('the control socket', () => {
  it('carries out a command with its arguments and gives the result back', async () => {
    await serve({ release: async (args) => ({ released: args }) });
    expect(await callControl(path, { command: 'release', args: { id: 'h7' } })).toEqual({
      released: { id: 'h7' },
    });
  });

  it('gives null for a command that returns nothing', async () => {
    await serve({ pause: async () => undefined });
    expect(await callControl(path, { command: 'pause', args: {} })).toBeNull();
  });

  it('streams lines in order before the result', async () => {
    await serve({
      tail: async (_args, { line }) => {
        for (let index = 0; index < 5_000; index += 1) await line({ index, text: 'ü'.repeat(50) });
        return 'end';
      },
    });
    const lines: unknown[] = [];
    const onLine = (line: unknown) => lines.push((line as { index: number }).index);
    expect(await callControl(path, { command: 'tail', args: null, onLine })).toBe('end');
    expect(lines).toEqual(Array.from({ length: 5_000 }, (_, index) => index));
  });

  it('serves several clients at once', async () => {
    let arrived = 0;
    let release = () => {};
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    await serve({
      meet: async (args) => {
        arrived += 1;
        if (arrived === 10) release();
        await all;
        return args;
      },
    });
    const calls = Array.from({ length: 10 }, (_, args) =>
      callControl(path, { command: 'meet', args }),
    );
    expect(await Promise.all(calls)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("gives the daemon's own error back with code and remedy", async () => {
    await serve({
      release: async () => {
        throw new StockhandError('DISK', 'The disk of /data is full.', { remedy: 'Free space.' });
      },
    });
    const call = callControl(path, { command: 'release', args: {} });
    await expect(call).rejects.toBeInstanceOf(StockhandError);
    await expect(call).rejects.toMatchObject({
      code: 'DISK',
      message: 'The disk of /data is full.',
      remedy: 'Free space.',
    });
  });

  it('tells of an unexpected failure without losing the daemon', async () => {
    await serve({
      broken: async () => {
        throw new TypeError('x is not a function');
      },
      fine: async () => 'ok',
    });
    const call = callControl(path, { command: 'broken', args: {} });
    await expect(call).rejects.toThrow('x is not a function (UNEXPECTED)');
    expect(await callControl(path, { command: 'fine', args: {} })).toBe('ok');
  });

  it('tells of a result that has no JSON', async () => {
    await serve({ count: async () => ({ big: 2n ** 64n }) });
    const call = callControl(path, { command: 'count', args: {} });
    await expect(call).rejects.toThrow('BigInt');
  });

  it('refuses a command it does not know, also one that every object has', async () => {
    await serve({});
    for (const command of ['fly', 'toString', '__proto__', 'constructor']) {
      await expect(callControl(path, { command, args: {} })).rejects.toMatchObject({
        code: 'USAGE',
      });
    }
  });

  it('aborts a command when its client goes', async () => {
    let seen: AbortSignal | undefined;
    await serve({
      tail: async (_args, { signal, line }) => {
        seen = signal;
        await line('started');
        await until(signal);
      },
    });
    const leaving = new AbortController();
    const call = callControl(path, {
      command: 'tail',
      args: {},
      onLine: () => leaving.abort(new Error('Ctrl-C')),
      signal: leaving.signal,
    });
    await expect(call).rejects.toThrow('Ctrl-C');
    await expect.poll(() => seen?.aborted).toBe(true);
  });

  it('aborts running commands and ends when the daemon stops', async () => {
    await serve({ tail: (_args, { signal }) => until(signal) });
    const call = callControl(path, { command: 'tail', args: {} });
    const refused = expect(call).rejects.toMatchObject({ code: 'STATE_LOCKED' });
    await expect.poll(() => isRunning(path)).toBe(true);
    stopped.abort();
    await refused;
    await ended;
    expect(existsSync(path)).toBe(false);
    expect(await isRunning(path)).toBe(false);
  });

  it('still gives the answer of the command that stops the daemon', async () => {
    await serve({
      stop: async () => {
        queueMicrotask(() => queueMicrotask(() => setImmediate(() => stopped.abort())));
        return 'stopping';
      },
    });
    expect(await callControl(path, { command: 'stop', args: {} })).toBe('stopping');
  });

  it('says that nobody answers where no daemon runs', async () => {
    expect(await isRunning(path)).toBe(false);
    const call = callControl(path, { command: 'status', args: {} });
    await expect(call).rejects.toMatchObject({ code: 'STATE_LOCKED' });
    await expect(call).rejects.toThrow(path);
  });

  it('is open to the account and its group only, as no other file is that the daemon writes', async () => {
    const before = process.umask();
    await serve({});
    expect(statSync(path).mode & 0o777).toBe(0o660);
    expect(process.umask()).toBe(before);
  });

  it('replaces the socket of a daemon that was killed', async () => {
    const code = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`;
    const dead = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(dead.stdout, 'data');
    dead.kill('SIGKILL');
    await once(dead, 'close');
    expect(existsSync(path)).toBe(true);
    await serve({ fine: async () => 'ok' });
    expect(await callControl(path, { command: 'fine', args: {} })).toBe('ok');
  });

  it('never takes the socket of a living daemon', async () => {
    await serve({ who: async () => 'first' });
    const second = serveControl({ path, handlers: {}, signal: stopped.signal });
    await expect(second).rejects.toMatchObject({ code: 'STATE_LOCKED' });
    expect(await callControl(path, { command: 'who', args: {} })).toBe('first');
  });

  it('never removes a file that is no socket', async () => {
    writeFileSync(path, 'notes');
    await expect(serve({})).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
    expect(existsSync(path)).toBe(true);
  });

  const nonsense: readonly (readonly [string, string | Buffer])[] = [
    ['no JSON', 'GET / HTTP/1.1\r\n\r\n'],
    ['an empty line', '\n'],
    ['no object', '5\n'],
    ['no id', '{"command":"fine"}\n'],
    ['no command', '{"id":1}\n'],
    ['random bytes', Buffer.from([0, 255, 254, 10, 13, 10])],
  ];
  it.each(nonsense)('ends a connection that sends %s', async (_, bytes) => {
    await serve({ fine: async () => 'ok' });
    expect(await raw(bytes)).toBe('');
    expect(await callControl(path, { command: 'fine', args: {} })).toBe('ok');
  });

  it('leaves a client that asks for signs of life without end and reads none', async () => {
    await serve({ fine: async () => 'ok' });
    const socket = net.connect(path).pause();
    onTestFinished(() => void socket.destroy());
    const left = new Promise((resolve) => socket.once('error', resolve));
    const asked = '{"id":1,"command":"alive"}\n'.repeat(10_000);
    for (let times = 0; times < 60 && !socket.destroyed; times += 1)
      await new Promise((resolve) => socket.write(asked, resolve));
    await left;
    expect(await callControl(path, { command: 'fine', args: {} })).toBe('ok');
  });

  it('carries out nothing that came in one piece with what ended the connection', async () => {
    let started = 0;
    await serve({
      release: async () => {
        started += 1;
      },
    });
    expect(await raw('{"id":1}\n{"id":2,"command":"release"}\n')).toBe('');
    expect(started).toBe(0);
  });

  it('ends a connection whose line does not end', async () => {
    await serve({ fine: async () => 'ok' });
    expect(await raw('x'.repeat(1_100_000))).toBe('');
    expect(await callControl(path, { command: 'fine', args: {} })).toBe('ok');
  });

  it('ends a connection that asks for more than eight commands at once', async () => {
    let started = 0;
    await serve({
      wait: (_args, { signal }) => {
        started += 1;
        return until(signal);
      },
    });
    const nine = Array.from(
      { length: 9 },
      (_, id) => `${JSON.stringify({ id, command: 'wait' })}\n`,
    );
    expect(await raw(nine.join(''))).toBe('');
    expect(started).toBe(8);
  });

  it('leaves a client that does not read', async () => {
    let aborted = false;
    await serve({
      flood: async (_args, { signal, line }) => {
        // Not waiting for the reader, as a careless command would.
        while (!signal.aborted) {
          line('x'.repeat(100_000)).catch(() => {});
          await new Promise((resolve) => setImmediate(resolve));
        }
        aborted = true;
      },
    });
    const socket = net.connect(path);
    socket.on('error', () => {});
    socket.pause();
    socket.write('{"id":1,"command":"flood"}\n');
    await expect.poll(() => aborted).toBe(true);
    socket.destroy();
  });
});
