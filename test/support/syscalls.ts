import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { bundled, type Ended, type Running } from './program.ts';
import type { Scene } from './scene.ts';
import { until } from './until.ts';

/** The n-th call of one kind, on one file where there are many of the kind: where a process is killed. */
export interface Syscall {
  readonly name: string;
  /** Below the scene's folder; undefined: any. */
  readonly file?: string;
  readonly nth: number;
}

/** What changes a disk. `write` without a file is also what wakes a thread, which strace cannot leave out. */
const writing = [
  ...['write', 'writev', 'pwrite64', 'fsync', 'fdatasync', 'ftruncate'],
  ...['rename', 'renameat', 'renameat2', 'link', 'unlink', 'unlinkat', 'rmdir', 'mkdir', 'mkdirat'],
];
/** Longer than it takes to see in the log that the call has come; strace itself ends so much later. */
const heldMs = 500;
/** Both threads write to files of their own, so each is counted apart. */
const databases = ['orders.db', 'orders.db-wal', 'catalog.db', 'catalog.db-wal'].map(
  (name) => `state/${name}`,
);

/** Why no process can be traced here; undefined: it can. */
export function whyNoTracing(): string | undefined {
  const tried = spawnSync('strace', ['-f', '-qq', '-e', 'trace=none', 'true'], {
    encoding: 'utf8',
  });
  if (tried.error !== undefined) return 'strace is not installed';
  return tried.status === 0 ? undefined : `tracing is denied: ${tried.stderr.trim()}`;
}

/** Only the calls that it waits for stop the process, which stays this one's own child (-D). */
function trace(scene: Scene, args: readonly string[]): Running {
  const program = [bundled, 'run', '--once', '--json', '--config', scene.config];
  const tracer = ['-D', '-f', '-qq', '--seccomp-bpf', ...args];
  // Every time that V8 wakes a thread of its own costs a traced process more.
  return scene.command('strace', ...tracer, process.execPath, '--v8-pool-size=0', ...program);
}

/** Every call of an unkilled pass that writes: the places where the next one may be killed. */
export async function writesOf(scene: Scene): Promise<readonly Syscall[]> {
  const log = scene.path('strace.log');
  const ended = await trace(scene, ['-yy', '-o', log, '-e', `trace=${writing.join(',')}`]).ended;
  if (ended.code !== 0)
    throw new Error(`the traced pass ended with ${ended.code}: ${ended.stderr}`);
  const most = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const line of fs.readFileSync(log, 'utf8').split('\n')) {
    const [, thread, name] = /^(\d+)\s+(\w+)\(/.exec(line) ?? [];
    if (name === undefined || /<(?:anon_inode|pipe|socket)/.test(line)) continue;
    const file = databases.find((each) => line.includes(`${scene.path(each)}>`)) ?? '';
    // strace counts each thread apart.
    const count = (counts.get(`${thread} ${name} ${file}`) ?? 0) + 1;
    counts.set(`${thread} ${name} ${file}`, count);
    most.set(`${name} ${file}`, Math.max(count, most.get(`${name} ${file}`) ?? 0));
  }
  return [...most].flatMap(([place, times]) => {
    const [name = '', file = ''] = place.split(' ');
    return Array.from({ length: times }, (_, index) => ({
      name,
      ...(file === '' ? {} : { file }),
      nth: index + 1,
    }));
  });
}

/**
 * One pass that is killed as it begins that call; where it does not come so far, it ends by itself. strace holds the
 * call back until then: no signal that it sends reaches a process that a filter has stopped.
 */
export async function untilSyscall(scene: Scene, { name, file, nth }: Syscall): Promise<Ended> {
  const log = scene.path('strace.log');
  fs.rmSync(log, { force: true });
  const on = file === undefined ? [] : ['-P', scene.path(file)];
  const inject = `inject=${name}:delay_enter=${heldMs}ms:when=${nth}`;
  const traced = trace(scene, [...on, '-o', log, '-e', `trace=${name}`, '-e', inject]);
  let ended: Ended | undefined;
  void traced.ended.then((end) => {
    ended = end;
  });
  await until('the call has come, or the end', () => ended ?? hasCome(log, nth));
  if (ended === undefined) traced.kill('SIGKILL');
  return traced.ended;
}

/** Whether one of the threads has begun so many of the calls in the log: strace counts each thread apart. */
function hasCome(log: string, nth: number): boolean {
  if (!fs.existsSync(log)) return false;
  const counts = new Map<string, number>();
  for (const [, thread = ''] of fs.readFileSync(log, 'latin1').matchAll(/^(\d+) +\w+\(/gm)) {
    const count = (counts.get(thread) ?? 0) + 1;
    counts.set(thread, count);
    if (count >= nth) return true;
  }
  return false;
}
