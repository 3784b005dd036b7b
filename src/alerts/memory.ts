import { hash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Keeps what was told beyond the end of the process. */
export interface AlertsMemory {
  read(): string | undefined;
  write(text: string): void;
}

/** Linux holds this folder in memory. Elsewhere the folder for temporary files at least may lie on another disk. */
const sharedMemory = '/dev/shm';

/**
 * The file lies beside the databases. Where that disk takes nothing any more, a spare one lies in a place that does.
 * For just that is what must be told then: a service manager starts a daemon that ended by it every ten seconds (I12),
 * and each would tell it again.
 */
export function alertsMemory(dataDir: string, spareFolder = defaultSpareFolder()): AlertsMemory {
  const file = path.join(dataDir, 'alerts.json');
  const digest = hash('sha256', path.resolve(dataDir)).slice(0, 16);
  const spare = path.join(spareFolder, `stockhand-alerts-${digest}.json`);
  return {
    // The spare file is there only where it is the newer one.
    read: () => (isOurs(spare) ? textOf(spare) : undefined) ?? textOf(file),
    write(text) {
      try {
        fs.writeFileSync(`${file}.part`, text, { mode: 0o600 });
        fs.renameSync(`${file}.part`, file);
        if (isOurs(spare)) fs.rmSync(spare, { force: true });
      } catch {
        writeSpare(spare, text);
      }
    },
  };
}

function defaultSpareFolder(): string {
  return fs.existsSync(sharedMemory) ? sharedMemory : os.tmpdir();
}

/** Everybody may write there, so nobody else's file is read, written or followed. */
function isOurs(place: string): boolean {
  const found = fs.lstatSync(place, { throwIfNoEntry: false });
  return found?.isFile() === true && found.uid === (process.getuid?.() ?? found.uid);
}

function writeSpare(spare: string, text: string): void {
  try {
    if (isOurs(spare)) fs.rmSync(spare);
    fs.writeFileSync(spare, text, { mode: 0o600, flag: 'wx' });
  } catch {
    // What was told is not kept, and the next process may tell it once more.
  }
}

function textOf(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
