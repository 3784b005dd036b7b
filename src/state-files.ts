import fs from 'node:fs';
import path from 'node:path';

/** The files of the state by name, without the copies of exports in the spool. */
export function stateFileSizes(
  dataDir: string,
): { readonly name: string; readonly bytes: number }[] {
  return listed(dataDir)
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, bytes: bytesOf(path.join(dataDir, name)) }));
}

/** Where the folder cannot be listed, whoever opens the state tells it. */
function listed(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A journal may be removed between the listing and the look. */
function bytesOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
