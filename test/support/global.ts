import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { keptProgram } from './kept-program.ts';

const root = path.resolve(import.meta.dirname, '../..');

const prefix = 'stockhand-tests-';
const memoryBytesMin = 2 ** 31;

/**
 * Every test's folder lies in one of the run's, which goes when the run ends, whatever became of the
 * tests: one folder in the place for temporary files, and one on a disk that costs no time where
 * there is one (`TESTS_MEMORY`). Their names hold this process's id: what a killed run left behind is
 * removed by the next one.
 */
export default async function runFolders(): Promise<() => void> {
  const places = [os.tmpdir(), hasRoom('/dev/shm') ? '/dev/shm' : os.tmpdir()];
  for (const place of new Set(places)) removeLeftovers(place);
  const folders = places.map((place) =>
    fs.mkdtempSync(path.join(place, `${prefix}${process.pid}-`)),
  );
  // As open as the folder above: some tests read with another user's rights.
  for (const folder of folders) fs.chmodSync(folder, 0o755);
  [process.env['TMPDIR'], process.env['TESTS_MEMORY']] = folders;
  process.env['TESTS_PROGRAM'] = await keptProgram(root);
  return () => folders.forEach(remove);
}

/** A container's may hold no more than 64 MB. */
function hasRoom(place: string): boolean {
  if (!fs.existsSync(place)) return false;
  const { bavail, bsize } = fs.statfsSync(place);
  return bavail * bsize >= memoryBytesMin;
}

function removeLeftovers(place: string): void {
  for (const name of fs.readdirSync(place)) {
    const [, owner] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (owner !== undefined && !isAlive(Number(owner))) removeUnlessMounted(path.join(place, name));
  }
}

/** A test with a small disk of its own may have been killed before it took it away again: that stays. */
function removeUnlessMounted(folder: string): void {
  try {
    remove(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EBUSY') throw cause;
  }
}

/** A process of another user is alive, too, though no signal reaches it. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function remove(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
