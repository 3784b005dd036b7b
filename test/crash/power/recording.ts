import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { LedgerEntry } from '../../support/market.ts';
import { bundled } from '../../support/program.ts';
import type { Scene } from '../../support/scene.ts';
import { Disk, isNoState, type Tree } from './disk.ts';
import type { Moment, Relay } from './relay.ts';
import { type RequestHead, type Step, stepsOf, tracedCalls } from './trace.ts';

/** One pass of the program: what it did to the disk and what the marketplace had seen by then. */
export interface Recording {
  /** The folder before the pass. */
  readonly before: Tree;
  readonly steps: readonly Step[];
  /** The marketplace before the pass, then after each mutation. */
  readonly states: readonly unknown[];
  readonly mutations: readonly RequestHead[];
  /** What the marketplace noted of the mutations before and within the pass. */
  readonly ledger: readonly LedgerEntry[];
  /** So many entries are from before the pass. */
  readonly ledgerBefore: number;
}

export async function record(scene: Scene, relay: Relay, preload?: string): Promise<Recording> {
  const before = readTree(scene.folder);
  const ledgerBefore = (await scene.market.mutations()).length;
  const state = await scene.market.sandbox.control('GET', '/sandbox/state');
  relay.taken();
  const log = scene.path('strace.log');
  await trace(scene, log, preload);
  const steps = stepsOf(fs.readFileSync(log, 'latin1'));
  fs.rmSync(log);
  const moments: readonly Moment[] = relay.taken();
  return {
    before,
    steps,
    states: [state, ...moments.map((moment) => moment.state)],
    mutations: moments.map(({ head }) => head),
    ledger: await scene.market.mutations(),
    ledgerBefore,
  };
}

async function trace(scene: Scene, log: string, preload?: string): Promise<void> {
  const shown = ['-D', '-f', '-qq', '--seccomp-bpf', '-yy', '-xx', '-s', '16000000', '-o', log];
  const node = [process.execPath, '--v8-pool-size=0'];
  const loaded = preload === undefined ? [] : ['--require', preload];
  const program = [...node, ...loaded, bundled, 'run', '--once', '--json', '--config'];
  const calls = ['-e', `trace=${tracedCalls.join(',')}`];
  const ended = await scene.command('strace', ...shown, ...calls, ...program, scene.config).ended;
  if (ended.code !== 0) throw new Error(`the traced pass ended with ${ended.code}`);
}

/** What the recorder believes to lie on the disk after all of it, and what does. */
export function believedAndThere(
  { before, steps }: Recording,
  folder: string,
): readonly string[][] {
  const disk = new Disk(folder, before);
  for (const step of steps) disk.apply(step);
  return [disk.now(), readTree(folder)].map(digests);
}

function digests(tree: Tree): string[] {
  return [...tree]
    .map(([name, content]) => `${name} ${createHash('sha256').update(content).digest('hex')}`)
    .sort();
}

export function readTree(folder: string): Tree {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => !isNoState(name));
  const content = (name: string): Buffer | 'folder' => {
    const file = path.join(folder, name);
    return fs.statSync(file).isDirectory() ? 'folder' : fs.readFileSync(file);
  };
  return new Map([['.', 'folder'], ...files.map((name) => [name, content(name)] as const)]);
}

/** In place of all that lies there. */
export function writeTree(folder: string, tree: Tree): void {
  for (const name of fs.readdirSync(folder))
    if (!/^stockhand\.yaml$/.test(name)) fs.rmSync(path.join(folder, name), { recursive: true });
  // A folder stands before what lies in it. As private as the program made them.
  for (const [name, content] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const file = path.join(folder, name);
    if (content === 'folder') fs.mkdirSync(file, { recursive: true, mode: 0o700 });
    else fs.writeFileSync(file, content, { mode: 0o600 });
  }
}
