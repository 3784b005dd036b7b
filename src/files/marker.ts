import { lstat, mkdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorNumber } from '../domain/error-number.ts';
import { renameBusy } from './busy.ts';
import type { FilesDeps } from './deps.ts';
import { writeFresh } from './handle.ts';
import { butNot, isOffline, type Offline, offline, orOffline } from './offline.ts';
import { listOutbox, type OutboxList } from './outbox-list.ts';
import { syncFolder } from './sync.ts';

/** Where an outbox is, and the id of the marker that proves it is still that one (fault 135). */
export interface OutboxPlace {
  readonly folder: string;
  readonly id: string;
}

export function stagingFolder(folder: string): string {
  return join(folder, '.stockhand');
}

function markerPath(folder: string): string {
  return join(stagingFolder(folder), 'marker');
}

export interface ClaimedOutbox {
  readonly id: string;
  /** What was in the outbox before our own probe changed the folder's time. Absent at the first claim. */
  readonly stood?: OutboxList;
}

export interface OutboxClaim {
  readonly folder: string;
  /** The id that an earlier start was given. With it the marker is only compared and never written. */
  readonly expectedId?: string;
  /** The id for the marker, where none is there. */
  readonly newId: string;
}

/**
 * Called at the start. Proves that files can appear in the folder by a rename, and sets the marker at the first claim,
 * where none is there. Answers the id of the marker, which is kept and given as `expectedId` at every later start.
 */
export async function claimOutbox(
  deps: FilesDeps,
  claim: OutboxClaim,
): Promise<ClaimedOutbox | Offline> {
  const { folder, expectedId } = claim;
  return inOutbox<ClaimedOutbox>(folder, async () => {
    const wrong = await wrongFolder(deps, { folder, path: folder });
    if (wrong !== undefined) return wrong;
    if (expectedId === undefined) return claimFirst(deps, claim);
    const stood = await listOutbox(deps, folder);
    const lost = await lostOutbox(deps, { folder, id: expectedId });
    if (lost !== undefined) return lost;
    if (isOffline(stood)) return stood;
    return (await prepare(deps, folder)) ?? { id: expectedId, stood };
  });
}

async function claimFirst(
  deps: FilesDeps,
  { folder, newId }: OutboxClaim,
): Promise<{ id: string } | Offline> {
  const wrong = await prepare(deps, folder);
  if (wrong !== undefined) return wrong;
  const standing = await readMarker(deps, folder);
  if (standing !== undefined) return { id: standing };
  await writeMarker(deps, folder, newId);
  return { id: newId };
}

/** Why the folder is not the outbox that was claimed; undefined while it is (fault 135). */
export async function lostOutbox(
  deps: FilesDeps,
  place: OutboxPlace,
): Promise<Offline | undefined> {
  const { folder, id } = place;
  const standing = await readMarker(deps, folder);
  if (standing === id) return undefined;
  if (standing === undefined) {
    return offline(
      'noMarker',
      `${folder} has no marker file .stockhand/marker: the share is not mounted or the folder was emptied.`,
      `Mount the share again. If the folder was replaced on purpose, move the order files of the old one there, and after them its hidden folder .stockhand. Only if that is lost, write ${id} into that file: order files that are not in the folder then count as taken by the ERP, and stockhand orders reissue writes them again.`,
    );
  }
  return offline(
    'otherFolder',
    `${folder} is another outbox than before: its marker .stockhand/marker has another id.`,
    'Mount the right share, or stop the other Stockhand that writes there.',
  );
}

/** Runs work on the outbox. Trouble comes back as a value whose sentence says that it is the outbox. */
export async function inOutbox<T extends object | boolean>(
  folder: string,
  work: () => Promise<T | Offline>,
): Promise<T | Offline> {
  const result = await orOffline(folder, work);
  if (!isOffline(result)) return result;
  const { reason, sentence, remedy } = result.offline;
  return { ...result, ...offline(reason, `outbox offline: ${sentence}`, remedy) };
}

/** Refuses what is no folder, and a symbolic link: it can be pointed elsewhere between two files (fault 81). */
async function wrongFolder(
  deps: FilesDeps,
  { folder, path }: { folder: string; path: string },
): Promise<Offline | undefined> {
  const stats = await deps.deadline(folder, () => lstat(path));
  if (stats.isSymbolicLink()) {
    return offline(
      'symlink',
      `${path} is a symbolic link.`,
      'Name the folder that it points to as orders.outbox.folder.',
    );
  }
  if (stats.isDirectory()) return undefined;
  return offline('notAFolder', `${path} is not a folder.`, 'Name a folder.');
}

async function prepare(deps: FilesDeps, folder: string): Promise<Offline | undefined> {
  const staging = stagingFolder(folder);
  await deps.deadline(folder, () => mkdir(staging)).catch(butNot('EEXIST'));
  const wrong = await wrongFolder(deps, { folder, path: staging });
  if (wrong !== undefined) return wrong;
  await syncFolder(deps, folder);
  await proveRename(deps, folder);
  return undefined;
}

/**
 * Renames a file from the staging folder into the outbox. Equal device numbers would prove nothing: a bind mount inside
 * the folder has the same number and still refuses a rename (fault 81).
 */
async function proveRename(deps: FilesDeps, folder: string): Promise<void> {
  const from = join(stagingFolder(folder), 'probe');
  const to = join(folder, '.stockhand-probe');
  await writeFresh(deps, { folder, path: from }, new Uint8Array());
  await renameBusy(deps, { folder, from, to });
  await deps.deadline(folder, () => unlink(to));
}

async function writeMarker(deps: FilesDeps, folder: string, id: string): Promise<void> {
  const path = `${markerPath(folder)}.new`;
  const text = `${id}\nBy this file Stockhand knows its outbox. Please leave it here.\n`;
  await writeFresh(deps, { folder, path }, Buffer.from(text));
  await renameBusy(deps, { folder, from: path, to: markerPath(folder) });
  await syncFolder(deps, stagingFolder(folder));
}

async function readMarker(deps: FilesDeps, folder: string): Promise<string | undefined> {
  try {
    const text = await deps.deadline(folder, () => readFile(markerPath(folder), 'utf8'));
    const [id = ''] = text.split('\n');
    return id === '' ? undefined : id;
  } catch (cause) {
    if (errorNumber(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}
