import fs from 'node:fs';
import path from 'node:path';
import { stateFileNames } from '../store/snapshot.ts';
import { syncPath } from './format.ts';

/** All that a backup replaces. */
const swapped = [
  ...stateFileNames.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  'spool',
];

/**
 * A restore is a folder beside the state, whose name says how far it has come. `.new`: being filled, and the old state
 * counts. `.out`: whole, and the new state counts: the old one is moved aside. `.in`: that is done, and the new one is
 * moved in. Each step may be begun again, so a kill at any moment leaves one of the two whole (fault 34).
 */
const swapName = /^restore-(.+)\.(new|out|in)$/;

export function swapFolder(dataDir: string, stamp: string, step: 'new' | 'out' | 'in'): string {
  return path.join(dataDir, `restore-${stamp}.${step}`);
}

/** Where the state lies that was replaced. */
export function keptFolder(dataDir: string, stamp: string): string {
  return path.join(dataDir, `replaced-${stamp}`);
}

/** From here on the new state counts. */
export function decideSwap(dataDir: string, stamp: string): void {
  move(dataDir, swapFolder(dataDir, stamp, 'new'), swapFolder(dataDir, stamp, 'out'));
}

/**
 * Under the lock, before anything of the state is opened: finishes a restore that was decided, undoes one that was not.
 */
export function finishSwap(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    const [, stamp, step] = swapName.exec(name) ?? [];
    if (stamp === undefined) continue;
    if (step === 'new') fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
    if (step === 'out') moveAside(dataDir, stamp);
    if (step !== 'new') moveIn(dataDir, stamp);
  }
}

function moveAside(dataDir: string, stamp: string): void {
  const kept = keptFolder(dataDir, stamp);
  fs.mkdirSync(kept, { recursive: true, mode: 0o700 });
  for (const name of swapped)
    if (fs.existsSync(path.join(dataDir, name)))
      fs.renameSync(path.join(dataDir, name), path.join(kept, name));
  syncPath(kept);
  syncPath(dataDir);
  move(dataDir, swapFolder(dataDir, stamp, 'out'), swapFolder(dataDir, stamp, 'in'));
}

function moveIn(dataDir: string, stamp: string): void {
  const folder = swapFolder(dataDir, stamp, 'in');
  for (const name of fs.readdirSync(folder))
    fs.renameSync(path.join(folder, name), path.join(dataDir, name));
  syncPath(dataDir);
  fs.rmdirSync(folder);
  syncPath(dataDir);
}

function move(dataDir: string, from: string, to: string): void {
  fs.renameSync(from, to);
  syncPath(dataDir);
}
