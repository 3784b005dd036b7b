import type { Stats } from 'node:fs';
import { errorNumber } from '../domain/error-number.ts';
import { whileHeld } from './busy.ts';
import type { FilesDeps } from './deps.ts';
import type { DirectCalls } from './direct.ts';
import { filesPerBreath, syncsAtOnceMax, wholeFileBytesMax } from './limits.ts';
import { stagingFolder } from './marker.ts';
import { type Offline, offlineBy } from './offline.ts';
import { syncFolder } from './sync.ts';

/** How many files of a group are on the disk, counted from its first, and what went wrong with the next one. */
export type Staged = { readonly staged: number } & Partial<Offline>;

/** What became of the files of a group, from its first on, and what went wrong with the next one. */
export type Published = { readonly published: readonly Outcome[] } & Partial<Offline>;

type Outcome =
  | 'published'
  /** No staged file has this name: the rename has happened before (the witness rule of invariant I2). */
  | 'notStaged'
  /** Something else has that name. It is never overwritten; a person decides (fault 77). The staged file stays. */
  | 'otherBytes'
  /** The same bytes have that name already, which is as good as published (fault 77). The staged file is gone. */
  | 'equalBytes';

interface Target {
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface Move {
  readonly from: string;
  readonly to: string;
}

/** Writes all files before the first wait for the disk, so that one wait serves many of them. */
export async function stageGroup(
  deps: FilesDeps,
  folder: string,
  targets: readonly Target[],
): Promise<Staged> {
  const { direct } = deps;
  const { done: files, ...refused } = await upToTrouble(
    deps,
    { folder, items: targets },
    (target) => writeNew(direct, target),
  );
  const unsynced = await syncAll(deps, folder, files);
  for (const file of files) closeQuietly(direct, file);
  const staged = Math.min(unsynced?.at ?? files.length, roomFor(files.length, refused));
  for (const { path } of targets.slice(staged, files.length)) removeQuietly(direct, path);
  await deps.alone(folder, () => syncFolder(deps, stagingFolder(folder)));
  return {
    staged,
    ...(unsynced === undefined ? refused : await offlineBy(unsynced.cause, folder)),
  };
}

/**
 * How many of the written files stay staged. On a full disk the outbox's record must still grow before a file may
 * appear. So half of the written files are given up: else none of those that fill the disk could ever appear.
 */
function roomFor(written: number, { offline }: Partial<Offline>): number {
  return offline === undefined ? written : Math.ceil(written / 2);
}

/** Waits for several files at once, which the disk serves as one. Answers the first file that is not on the disk. */
async function syncAll(
  deps: FilesDeps,
  folder: string,
  files: readonly number[],
): Promise<{ readonly at: number; readonly cause: unknown } | undefined> {
  const failures: { at: number; cause: unknown }[] = [];
  const line = files.entries();
  const lane = async (): Promise<void> => {
    for (const [at, file] of line) {
      const failed = (cause: unknown) => void failures.push({ at, cause });
      await deps.sync(folder, file).catch(failed);
    }
  };
  await Promise.all(Array.from({ length: syncsAtOnceMax }, lane));
  return failures.toSorted((a, b) => a.at - b.at)[0];
}

/**
 * Renames the files one after the other, in the order in which the ERP is to see them. On some disks a rename is two
 * steps: a name leaves the staging folder, and it comes into the outbox. A power cut between them must not lose the
 * name. So the outbox is synced first, and until then nothing syncs the staging folder, also not for the group that is
 * staged meanwhile.
 */
export async function publishGroup(
  deps: FilesDeps,
  folder: string,
  moves: readonly Move[],
): Promise<Published> {
  const { done: published, ...trouble } = await deps.alone(folder, async () => {
    const renamed = await upToTrouble(deps, { folder, items: moves }, (move) =>
      publishFile(deps, move),
    );
    await syncFolder(deps, folder);
    return renamed;
  });
  await deps.alone(folder, () => syncFolder(deps, stagingFolder(folder)));
  return { published, ...trouble };
}

/** Works on the items in order, up to the first that fails. With files behind that one the ERP would see a gap. */
async function upToTrouble<Item, Result>(
  deps: FilesDeps,
  group: { readonly folder: string; readonly items: readonly Item[] },
  work: (item: Item) => Result | Promise<Result>,
): Promise<{ readonly done: Result[] } & Partial<Offline>> {
  const done: Result[] = [];
  try {
    for (const item of group.items) {
      // The calls are synchronous. In between, whoever watches over them hears that they come back.
      if (done.length % filesPerBreath === 0) await deps.clock.breathe();
      done.push(await work(item));
    }
    return { done };
  } catch (cause) {
    return { done, ...(await offlineBy(cause, group.folder)) };
  }
}

/** Writes a new file and answers its descriptor, which the caller closes. */
function writeNew(direct: DirectCalls, { path, bytes }: Target): number {
  const file = createFresh(direct, path);
  try {
    let written = 0;
    while (written < bytes.length) written += direct.write(file, bytes.subarray(written));
    return file;
  } catch (cause) {
    closeQuietly(direct, file);
    // Half a file must not count as staged. Where this fails, too, the next try removes it (`createFresh`).
    removeQuietly(direct, path);
    throw cause;
  }
}

/** A file of that name is from a crash before its STAGED row was committed. It was never visible, so it is replaced. */
function createFresh(direct: DirectCalls, path: string): number {
  try {
    return direct.create(path);
  } catch (cause) {
    if (errorNumber(cause) !== 'EEXIST') throw cause;
    direct.unlink(path);
    return direct.create(path);
  }
}

async function publishFile(deps: FilesDeps, move: Move): Promise<Outcome> {
  const { direct } = deps;
  const standing = direct.look(move.to);
  if (standing !== undefined) return meet(direct, move, standing);
  try {
    await whileHeld(deps, () => direct.rename(move.from, move.to));
    return 'published';
  } catch (cause) {
    if (errorNumber(cause) === 'ENOENT') return 'notStaged';
    throw cause;
  }
}

/** Something has that name already (fault 77). */
function meet(direct: DirectCalls, { from, to }: Move, standing: Stats): Outcome {
  const staged = direct.look(from);
  if (staged === undefined) return 'notStaged';
  const { size } = staged;
  if (!standing.isFile() || standing.size !== size || size > wholeFileBytesMax) return 'otherBytes';
  if (!direct.read(from).equals(direct.read(to))) return 'otherBytes';
  direct.unlink(from);
  return 'equalBytes';
}

/** A close that fails changes nothing: a file that counts is on the disk since its fsync, and any other is removed. */
function closeQuietly(direct: DirectCalls, file: number): void {
  try {
    direct.close(file);
  } catch {
    // The descriptor is free all the same.
  }
}

function removeQuietly(direct: DirectCalls, path: string): void {
  try {
    direct.unlink(path);
  } catch {
    // The file stays in the staging folder, without a row, and nobody ever sees it.
  }
}
