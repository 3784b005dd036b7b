import { lstat, mkdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorNumber } from '../domain/error-number.ts';
import { renameBusy } from './busy.ts';
import type { FilesDeps } from './deps.ts';
import { writeFresh } from './handle.ts';
import { butNot, isOffline, type Offline, offline, orOffline } from './offline.ts';
import { listOutbox, type OutboxList } from './outbox-list.ts';
import { syncFolder } from './sync.ts';

/** Where an outbox is, and what its marker says while it is still that one (fault 135), and still ours. */
export interface OutboxPlace {
  readonly folder: string;
  readonly id: string;
  /** The Stockhand that writes there; absent where it is not known yet. */
  readonly owner?: string | undefined;
}

export function stagingFolder(folder: string): string {
  return join(folder, '.stockhand');
}

function markerPath(folder: string): string {
  return join(stagingFolder(folder), 'marker');
}

export interface ClaimedOutbox {
  readonly id: string;
  readonly owner: string;
  /** Who the owner was until this claim. */
  readonly ownerBefore?: string;
  /** What was in the outbox before our own probe changed the folder's time. Absent at the first claim. */
  readonly stood?: OutboxList;
}

/** What an earlier claim has answered, as far as it is known. */
export interface KnownOutbox {
  readonly id?: string | undefined;
  readonly owner?: string | undefined;
}

export interface OutboxClaim {
  readonly folder: string;
  /** With an id a marker must be there with this id; with an owner nobody else may have claimed the outbox since. */
  readonly known: KnownOutbox;
  /** At random: the id of an outbox that has none, and of its owner where none is known. */
  readonly newId: string;
}

/**
 * Called at the start. Proves that files can appear in the folder by a rename, and names us in the marker as the owner.
 * Whoever claims an outbox for the first time, or after a restore, becomes its owner: of two Stockhands on one outbox
 * only the last writes, else the ERP would get every order from both (I2).
 */
export async function claimOutbox(
  deps: FilesDeps,
  claim: OutboxClaim,
): Promise<ClaimedOutbox | Offline> {
  const { folder, known } = claim;
  return inOutbox<ClaimedOutbox>(folder, async () => {
    const wrong = await wrongFolder(deps, { folder, path: folder });
    if (wrong !== undefined) return wrong;
    if (known.id === undefined) return (await prepare(deps, folder)) ?? own(deps, claim);
    const stood = await listOutbox(deps, folder);
    const lost = await lostOutbox(deps, { folder, id: known.id, owner: known.owner });
    if (lost !== undefined) return lost;
    if (isOffline(stood)) return stood;
    const owned = (await prepare(deps, folder)) ?? (await own(deps, claim));
    return isOffline(owned) ? owned : { ...owned, stood };
  });
}

async function own(
  deps: FilesDeps,
  { folder, known, newId }: OutboxClaim,
): Promise<ClaimedOutbox | Offline> {
  const standing = await readMarker(deps, folder);
  // The share went between two looks: written into its mount point, a marker would make that the outbox.
  if (known.id !== undefined && standing === undefined) return withoutMarker(folder, known);
  const marker = { id: standing?.id ?? newId, owner: known.owner ?? newId };
  if (standing?.owner === marker.owner) return marker;
  await writeMarker(deps, folder, marker);
  return standing?.owner === undefined ? marker : { ...marker, ownerBefore: standing.owner };
}

/** What a claim would meet, without claiming: whom it would take the outbox from, if anybody. */
export async function lookAtOutbox(
  deps: FilesDeps,
  { folder, known }: Omit<OutboxClaim, 'newId'>,
): Promise<Pick<ClaimedOutbox, 'ownerBefore'> | Offline> {
  return orOffline(folder, async () => {
    const { id, owner } = known;
    const wrong = await wrongFolder(deps, { folder, path: folder });
    if (wrong !== undefined) return wrong;
    const lost = id === undefined ? undefined : await lostOutbox(deps, { folder, id, owner });
    if (lost !== undefined) return lost;
    const standing = (await readMarker(deps, folder))?.owner;
    return standing === undefined || standing === owner ? {} : { ownerBefore: standing };
  });
}

/** Why the folder is not the outbox that was claimed; undefined while it is (fault 135). */
export async function lostOutbox(
  deps: FilesDeps,
  place: OutboxPlace,
): Promise<Offline | undefined> {
  const { folder, id, owner } = place;
  const standing = await readMarker(deps, folder);
  if (standing?.id === id) return lostToAnother(place, standing.owner ?? owner);
  if (standing === undefined) return withoutMarker(folder, { id, owner });
  return offline(
    'otherFolder',
    `${folder} is another outbox than before: its marker .stockhand/marker has another id.`,
    'Mount the right share, or stop the other Stockhand that writes there.',
  );
}

function withoutMarker(folder: string, { id = '', owner }: KnownOutbox): Offline {
  return offline(
    'noMarker',
    `${folder} has no marker file .stockhand/marker: the share is not mounted or the folder was emptied.`,
    `Mount the share again. If the folder was replaced on purpose, move the order files of the old one there, and after them its hidden folder .stockhand. Only if that is lost, write ${id} into the first line of that file${ownerLine(owner)}: order files that are not in the folder then count as taken by the ERP, and stockhand orders reissue writes them again.`,
  );
}

/** Without it each of two Stockhands would take the marker for its own. */
function ownerLine(owner: string | undefined): string {
  return owner === undefined ? '' : ` and "owner ${owner}" into its second`;
}

function lostToAnother({ folder, owner }: OutboxPlace, standing: string | undefined) {
  if (owner === undefined || standing === owner) return undefined;
  return offline(
    'otherOwner',
    `another Stockhand, or one with another data folder, writes to ${folder}: the owner in its marker .stockhand/marker is not this one.`,
    `Stop the one that is not to go on, or give it an outbox of its own. If this one is to go on, stop the other, then write "owner ${owner}" into the second line of that marker: orders of which the other has written a file may come to the ERP a second time.`,
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

interface Marker {
  readonly id: string;
  /** Absent in a marker that a person has written, or a version that knew no owners. */
  readonly owner?: string;
}

const ownerPattern = /^owner (\S+)$/;

async function writeMarker(
  deps: FilesDeps,
  folder: string,
  { id, owner }: Required<Marker>,
): Promise<void> {
  const path = `${markerPath(folder)}.new`;
  const text = `${id}\nowner ${owner}\nBy this file Stockhand knows its outbox. Please leave it here.\n`;
  await writeFresh(deps, { folder, path }, Buffer.from(text));
  await renameBusy(deps, { folder, from: path, to: markerPath(folder) });
  await syncFolder(deps, stagingFolder(folder));
}

async function readMarker(deps: FilesDeps, folder: string): Promise<Marker | undefined> {
  try {
    const bytes = await deps.deadline(folder, () => readFile(markerPath(folder)));
    const [id = '', second = ''] = linesOf(bytes);
    if (id === '') return undefined;
    const owner = ownerPattern.exec(second)?.[1];
    return owner === undefined ? { id } : { id, owner };
  } catch (cause) {
    if (errorNumber(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}

/** As a person may have written it: an editor begins with a mark, PowerShell writes UTF-16, and quotes are copied. */
function linesOf(bytes: Buffer): readonly string[] {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const lines = bytes.toString(isWide ? 'utf16le' : 'utf8').split('\n');
  return lines.map((line) => line.replaceAll('"', '').trim());
}
