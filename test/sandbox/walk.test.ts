import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runSandbox } from '../../src/sandbox/cli.ts';
import { soon } from './soon.ts';

const document = readFileSync(resolve(import.meta.dirname, '../../docs/sandbox.md'), 'utf8');
const commands = /```sh\n(.*?)```/s.exec(document)?.[1] ?? '';
const run = promisify(execFile);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-walk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Command = { lines: string[]; url: string; stop(): Promise<void> };

/** The command as a person would start it, on any free port. */
async function start(argv: object = {}): Promise<Command> {
  const lines: string[] = [];
  const stopped = new AbortController();
  const running = runSandbox({ port: 0, ...argv }, (line) => lines.push(line), stopped.signal);
  await expect.poll(() => lines.length, soon).toBeGreaterThan(5);
  return {
    lines,
    url: /http:\S+/.exec(lines[0]!)![0],
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

test('the walk of the document works, command by command', async () => {
  const { url, stop } = await start();
  const script = commands.replaceAll('http://127.0.0.1:4010', url);
  expect(script).toContain(url);
  const { stdout } = await run('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder });
  expect(stdout).toContain('the answer was lost');
  const ledger = (await (await fetch(`${url}/sandbox/ledger`)).json()) as {
    entries: { effects: { kind: string }[]; replayed: boolean }[];
  };
  const kinds = ledger.entries.flatMap(({ effects }) => effects.map(({ kind }) => kind));
  expect(kinds).toEqual([
    'productCreated',
    'stockSet',
    'orderAccepted',
    'orderDispatched',
    'webhookRegistered',
  ]);
  expect(ledger.entries.filter(({ replayed }) => replayed)).toHaveLength(1);
  const state = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
  expect(state.tables.orders).toHaveLength(3);
  await stop();
});

test('the command says where everything is and that it has stopped', async () => {
  const { lines, url, stop } = await start({ key: 'mine', orders: 2, storm: 'maintenance' });
  expect(lines.join('\n')).toContain('mine');
  const facts = await (await fetch(`${url}/sandbox/facts`)).json();
  expect(facts).toMatchObject({ orders: 2, weather: 1 });
  await stop();
  expect(lines.at(-1)).toBe('The sandbox has stopped.');
  await expect(fetch(url)).rejects.toThrow();
});

test('the command keeps its state in a file', async () => {
  const stateFile = join(folder, 'state.db');
  const first = await start({ stateFile, orders: 1 });
  await first.stop();
  const second = await start({ stateFile });
  expect(await (await fetch(`${second.url}/sandbox/facts`)).json()).toMatchObject({ orders: 1 });
  await second.stop();
});
