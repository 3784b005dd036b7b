import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renameBusy } from './busy.ts';
import type { FilesDeps } from './deps.ts';
import { withHandle, writeFully } from './handle.ts';
import { recordBytesMax } from './limits.ts';
import { stagingFolder } from './marker.ts';
import { butNot } from './offline.ts';
import { syncFolder } from './sync.ts';

/** A line of the record: the file's sequence number, a space, and what its owner wants to know of it. */
export type RecordLine = `${number} ${string}`;

/** Written before the lines of a new state. Older lines belong to another state. */
const begin = 'begin';

/**
 * Adds lines to an outbox's record of the files that appear in it, which lies beside its marker. Somebody may put back
 * an older state of this program, but not what the ERP was given; the record still knows that (fault 34). It has two
 * generations, each bounded.
 */
export async function addToRecord(
  deps: FilesDeps,
  folder: string,
  lines: readonly RecordLine[] | typeof begin,
): Promise<void> {
  const isNew = await makeRoom(deps, folder);
  // A crash may have left half a line, so these begin on a new one. The files of the half line had not appeared.
  const bytes = Buffer.from(`\n${[lines].flat().join('\n')}\n`);
  await withHandle(deps, { folder, path: newer(folder), flags: 'a' }, (handle) =>
    writeFully(deps, { folder, handle }, bytes),
  );
  // A file that appears is known to be in the record, also after a power cut.
  if (isNew) await deps.alone(folder, () => syncFolder(deps, stagingFolder(folder)));
}

/** The lines whose sequence number is greater than `after`, the oldest first. */
export async function readRecord(
  deps: FilesDeps,
  folder: string,
  after: number,
): Promise<RecordLine[]> {
  const texts: string[] = [];
  for (const path of [older(folder), newer(folder)]) {
    const read = () => readFile(path, 'utf8');
    texts.push((await deps.deadline(folder, read).catch(butNot('ENOENT'))) ?? '');
  }
  const lines = texts.join('\n').split('\n');
  return lines
    .slice(lines.lastIndexOf(begin) + 1)
    .filter((line): line is RecordLine => Number.parseInt(line, 10) > after);
}

const newer = (folder: string): string => join(stagingFolder(folder), 'record');
const older = (folder: string): string => join(stagingFolder(folder), 'record.old');

/** Whether the newer generation is to be begun. */
async function makeRoom(deps: FilesDeps, folder: string): Promise<boolean> {
  const path = newer(folder);
  const stats = await deps.deadline(folder, () => lstat(path)).catch(butNot('ENOENT'));
  if (stats === undefined) return true;
  if (stats.size < recordBytesMax) return false;
  await renameBusy(deps, { folder, from: path, to: older(folder) });
  return true;
}
