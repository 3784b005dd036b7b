import fs from 'node:fs';
import path from 'node:path';

/**
 * The data folder, for the service's own user only (fault 122). Its name stands in the folder above: until that one is
 * on the disk, a power cut may take the folder back with all that was committed in it (fault 27).
 */
export function makePrivateFolder(folder: string): void {
  const whole = path.resolve(folder);
  const first = fs.mkdirSync(whole, { recursive: true, mode: 0o700 }) ?? whole;
  // Also where it stands already: who made it may have been killed before its name was on the disk.
  for (let made = whole; made.length >= first.length; made = path.dirname(made))
    syncNames(path.dirname(made));
}

/** A short text that is there as a whole or not at all, whenever the power goes (fault 27). */
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
  // Windows opens no folder, and NTFS journals its names.
  if (process.platform === 'win32') return;
  const descriptor = openFolder(folder);
  if (descriptor === undefined) return;
  try {
    fs.fsyncSync(descriptor);
  } catch (cause) {
    // A file system without that call decides itself.
    if (!['EINVAL', 'ENOTSUP'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Whoever may not read the folder above did not make the one below. */
function openFolder(folder: string): number | undefined {
  try {
    return fs.openSync(folder, 'r');
  } catch (cause) {
    if (['EACCES', 'EPERM'].includes((cause as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw cause;
  }
}
