import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { StatusFacts } from '../../src/domain/facts.ts';
import { until } from './until.ts';

export const root = path.resolve(import.meta.dirname, '../..');
/** What ships. */
export const shipped = path.join(root, 'dist/src/main.js');
/** The same in few files: see `bundle.ts`. */
export const bundled = path.join(process.env['TESTS_PROGRAM'] ?? root, 'dist/src/main.js');

/** A child process of the built program, from its start to its end. */
export interface Running {
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  readonly ended: Promise<Ended>;
  /**
   * `SIGTERM`: as a service manager asks it to stop; `SIGHUP`: its terminal is closed. Does nothing where it has ended.
   */
  kill(signal: 'SIGTERM' | 'SIGHUP' | 'SIGKILL'): void;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Daemon extends Running {
  readonly status: string;
  readonly webhooks: string | undefined;
  /** Why it does nothing but say so. */
  readonly safeMode: string | undefined;
  /** What the page is built from. */
  facts(): Promise<StatusFacts>;
  healthz(): Promise<number>;
  /** Asks it to stop and waits for its end. */
  stop(): Promise<Ended>;
}

/** Nothing of this machine's environment gets in but what a program needs to start, and where its folders may lie. */
const bareEnvironment = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  TMPDIR: os.tmpdir(),
};

/** No test leaves a process behind, also where it is ended in the middle. */
const alive = new Set<ChildProcess>();
const endAll = (): void => {
  for (const child of alive) child.kill('SIGKILL');
};
process.once('exit', endAll);
process.once('SIGTERM', () => {
  endAll();
  process.exit(1);
});

export function startScript(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  return startCommand(process.execPath, [script, ...args], env);
}

export function startCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  const child = spawn(command, args, {
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)];
  return {
    pid: child.pid ?? Number.NaN,
    stdout,
    stderr,
    ended: endOf(child, { stdout, stderr }),
    kill: (signal) => void child.kill(signal),
  };
}

export function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  return startScript(bundled, args, env);
}

export function startShipped(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  return startScript(shipped, args, env);
}

export interface DaemonStart {
  readonly env?: Readonly<Record<string, string>>;
  /** A program that starts it, with its arguments: `prlimit --nofile=64`. */
  readonly by?: readonly [string, ...string[]];
}

/** `run --json`, once it has told that it started. */
export async function startDaemon(
  config: string,
  { env = {}, by }: DaemonStart = {},
): Promise<Daemon> {
  const args = [bundled, 'run', '--json', '--config', config];
  const [command, ...before] = [...(by ?? []), process.execPath] as [string, ...string[]];
  const running = startCommand(command, [...before, ...args], env);
  let end: Ended | undefined;
  void running.ended.then((ended) => {
    end = ended;
  });
  const line = await until('the daemon has started', () => {
    if (end !== undefined) throw new Error(`the daemon ended at once: ${JSON.stringify(end)}`);
    return running.stdout().match(/^\{"started":true.*\}$/m)?.[0];
  });
  const { pid, status, webhooks, safeMode } = JSON.parse(line) as Daemon;
  return {
    ...running,
    pid,
    status,
    webhooks,
    safeMode,
    facts: async () => (await (await fetch(new URL('/api/status', status))).json()) as StatusFacts,
    healthz: async () => (await fetch(new URL('/healthz', status))).status,
    stop() {
      running.kill('SIGTERM');
      return running.ended;
    },
  };
}

function collected(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (more: string) => {
    text += more;
  });
  return () => text;
}

function endOf(
  child: ChildProcess,
  { stdout, stderr }: Pick<Running, 'stdout' | 'stderr'>,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code, signal, stdout: stdout(), stderr: stderr() }),
    );
  });
}
