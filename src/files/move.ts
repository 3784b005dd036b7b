import { lstat, mkdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorNumber } from '../domain/error-number.ts';
import { fittingName } from '../domain/file-name.ts';
import { renameBusy } from './busy.ts';
import type { FilesDeps } from './deps.ts';
import { entryOf, type FileEntry, looksUnchanged } from './entry.ts';
import { withHandle, writeFully } from './handle.ts';
import { numberedName } from './names.ts';
import { butNot, isOffline, type Offline, orOffline } from './offline.ts';
import { type NotRead, readSlices } from './read.ts';
import { listNames } from './scan.ts';
import { syncFolder } from './sync.ts';

export interface MoveRequest {
  /** The file as it was read. A newer one of its name stays where it is. */
  readonly file: FileEntry;
  /** `done` or `error` in the folder of the file. It is made where it is missing. */
  readonly into: string;
}

export type Moved =
  /** Its new path. The name gets a number where it was taken (contract.md section 4). */
  { readonly moved: string } | { readonly gone: true } | NotRead;

/** Moves a finished file out of the way. A file that was moved there before is never overwritten. */
export async function moveFile(deps: FilesDeps, request: MoveRequest): Promise<Moved> {
  const { file, into } = request;
  const folder = dirname(file.path);
  return orOffline(into, async () => {
    const now = await deps
      .deadline(folder, () => lstat(file.path, { bigint: true }))
      .catch(butNot('ENOENT'));
    if (now === undefined) return { gone: true };
    if (!looksUnchanged(file, entryOf({ folder, name: file.name }, now))) return { changed: true };

    await deps.deadline(folder, () => mkdir(into)).catch(butNot('EEXIST'));
    const name = await freeName(deps, into, file.name);
    if (typeof name !== 'string') return name;
    const failure = await renameOrCopy(deps, request, name);
    if (failure !== undefined) return failure;
    await syncFolder(deps, into);
    await syncFolder(deps, folder);
    return { moved: join(into, name) };
  });
}

/** The folder of moved files is tidied by nobody, so it is listed only where the name is taken. */
async function freeName(deps: FilesDeps, into: string, name: string): Promise<string | Offline> {
  const standing = await deps.deadline(into, () => lstat(join(into, name))).catch(butNot('ENOENT'));
  if (standing === undefined) return name;
  const names = await listNames(deps, into);
  return isOffline(names) ? names : numberedName(name, names);
}

async function renameOrCopy(
  deps: FilesDeps,
  { file, into }: MoveRequest,
  name: string,
): Promise<NotRead | undefined> {
  const folder = dirname(file.path);
  try {
    await renameBusy(deps, { folder, from: file.path, to: join(into, name) });
    return undefined;
  } catch (cause) {
    if (errorNumber(cause) !== 'EXDEV') throw cause;
    return copyAcross(deps, { file, into }, name);
  }
}

/** For a target folder on another volume: the copy is whole and on that disk before the original is deleted. */
async function copyAcross(
  deps: FilesDeps,
  { file, into }: MoveRequest,
  name: string,
): Promise<NotRead | undefined> {
  const unfinished = join(into, fittingName(`.${name}`, '.part'));
  await deps.deadline(into, () => unlink(unfinished)).catch(butNot('ENOENT'));
  const opening = { folder: into, path: unfinished, flags: 'wx' };
  const read = await withHandle(deps, opening, (handle) =>
    readSlices(deps, { file }, (slice) => writeFully(deps, { folder: into, handle }, slice)),
  );
  if (!('sha256' in read)) {
    await deps.deadline(into, () => unlink(unfinished)).catch(() => undefined);
    return read;
  }
  await renameBusy(deps, { folder: into, from: unfinished, to: join(into, name) });
  await syncFolder(deps, into);
  await deps.deadline(dirname(file.path), () => unlink(file.path)).catch(butNot('ENOENT'));
  return undefined;
}
