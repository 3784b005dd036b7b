import fs from 'node:fs';
import path from 'node:path';
import { StockhandError } from '../domain/error.ts';
import { errorNumber, systemMessage } from '../domain/error-number.ts';

/**
 * Makes the data folder, for the service's own user only (fault 122). Its name stands in the folder above: until that
 * is synced, a power cut may undo the folder with all that was committed in it (fault 27).
 */
export function makePrivateFolder(folder: string): void {
  const whole = path.resolve(folder);
  const first = fs.mkdirSync(whole, { recursive: true, mode: 0o700 }) ?? whole;
  // Also where the folder stands already: the process that made
  // it may have been killed before its name was on the disk.
  for (let made = whole; made.length >= first.length; made = path.dirname(made))
    syncNames(path.dirname(made));
}

export const rights =
  'Give the account that Stockhand runs under the right to read and write the data folder and each file in it.';
const otherFile =
  'dataDir needs a folder, and a file is there: move the file away, or name another folder as dataDir.';
/** What a person does where the state may not be written. Other faults of a disk have the remedy of DISK itself. */
const remedies: ReadonlyMap<string, string> = new Map([
  ['EROFS', 'Mount the disk writable again. A daemon continues by itself.'],
  ...['EACCES', 'EPERM'].map((name) => [name, rights] as const),
  ...['EEXIST', 'ENOTDIR'].map((name) => [name, otherFile] as const),
]);

/**
 * Makes the folder of a file of the state. Throws DISK where the file, or a new one there, may not be written:
 * otherwise SQLite would only say that it cannot open the file, or would lock it only against writers (fault 37).
 */
export function makeUsable(file: string): void {
  const folder = path.dirname(file);
  try {
    makePrivateFolder(folder);
    fs.accessSync(fs.existsSync(file) ? file : folder, fs.constants.R_OK | fs.constants.W_OK);
  } catch (cause) {
    const remedy = remedies.get(errorNumber(cause) ?? '');
    const sentence = `${file}: ${systemMessage(cause as Error)}.`;
    throw new StockhandError('DISK', sentence, { cause, ...(remedy && { remedy }) });
  }
}

/** Writes a short text that is there as a whole or not at all, whenever the power goes (fault 27). */
export function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.new`;
  const descriptor = fs.openSync(unfinished, 'w', 0o600);
  try {
    fs.writeFileSync(descriptor, text);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(unfinished, file);
  syncNames(path.dirname(file));
}

function syncNames(folder: string): void {
  // Windows cannot open a folder, and NTFS journals names by itself.
  if (process.platform === 'win32') return;
  const descriptor = openFolder(folder);
  if (descriptor === undefined) return;
  try {
    fs.fsyncSync(descriptor);
  } catch (cause) {
    // A file system that knows no fsync of folders decides itself when names are on the disk.
    if (!['EINVAL', 'ENOTSUP'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Undefined where the folder may not be read: then this account did not make the one below, and syncs nothing. */
function openFolder(folder: string): number | undefined {
  try {
    return fs.openSync(folder, 'r');
  } catch (cause) {
    if (['EACCES', 'EPERM'].includes((cause as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw cause;
  }
}
