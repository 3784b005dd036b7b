import type { Stats } from 'node:fs';
import { errorNumber } from '../domain/error-number.ts';
import { whileHeld } from './busy.ts';
import type { FilesDeps } from './deps.ts';
import type { DirectCalls } from './direct.ts';
import { filesPerBreath, syncsAtOnceMax, wholeFileBytesMax } from './limits.ts';
import { stagingFolder } from './marker.ts';
import { type Offline, offlineBy } from './offline.ts';
import { syncFolder } from './sync.ts';

/** So many files of a group, counted from its first, are on the disk, and what befell the next one. */
export type Staged = { readonly staged: number } & Partial<Offline>;

/** What became of the files of a group, from its first on, and what befell the next one. */
export type Published = { readonly published: readonly Outcome[] } & Partial<Offline>;

type Outcome =
  | 'published'
  /** Nothing was staged under this name: the rename has happened before (the witness rule of invariant I2). */
  | 'notStaged'
  /** That name holds something else. Never overwritten; a person decides (fault 77). The staged file stays. */
  | 'otherBytes'
  /** The same bytes stood there already: as good as published (fault 77). The staged file is gone. */
  | 'equalBytes';

interface Target {
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface Move {
  readonly from: string;
  readonly to: string;
}

/** All are written before the first wait for the disk: it then waits once for many, and not again for each. */
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

/** On a disk that is full the outbox's record must still grow: else nothing of what fills it could ever appear. */
function roomFor(written: number, { offline }: Partial<Offline>): number {
  return offline === undefined ? written : Math.ceil(written / 2);
}

/** Waits side by side are one wait for the disk. Answers the first file that is not on it. */
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
 * One after the other, as the ERP is to see them. Where a rename is no single step of the disk, that a file has left
 * must not be known before that it came: no staging folder is synced in between, nor for the group staged meanwhile.
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

/** Nothing of a group stands after a file that failed: the ERP would see a gap. */
async function upToTrouble<Item, Result>(
  deps: FilesDeps,
  group: { readonly folder: string; readonly items: readonly Item[] },
  work: (item: Item) => Result | Promise<Result>,
): Promise<{ readonly done: Result[] } & Partial<Offline>> {
  const done: Result[] = [];
  try {
    for (const item of group.items) {
      // Whoever watches over these calls hears in between that they come back.
      if (done.length % filesPerBreath === 0) await deps.clock.breathe();
      done.push(await work(item));
    }
    return { done };
  } catch (cause) {
    return { done, ...(await offlineBy(cause, group.folder)) };
  }
}

/** Answers the open file. */
function writeNew(direct: DirectCalls, { path, bytes }: Target): number {
  const file = createFresh(direct, path);
  try {
    let written = 0;
    while (written < bytes.length) written += direct.write(file, bytes.subarray(written));
    return file;
  } catch (cause) {
    closeQuietly(direct, file);
    // Half a file is no witness; where even this fails, the next try discards it.
    removeQuietly(direct, path);
    throw cause;
  }
}

/** A file of that name without a STAGED row was never visible: it is from a crash before the commit. */
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

/** Something stands under the name already (fault 77). */
function meet(direct: DirectCalls, { from, to }: Move, standing: Stats): Outcome {
  const staged = direct.look(from);
  if (staged === undefined) return 'notStaged';
  const { size } = staged;
  if (!standing.isFile() || standing.size !== size || size > wholeFileBytesMax) return 'otherBytes';
  if (!direct.read(from).equals(direct.read(to))) return 'otherBytes';
  direct.unlink(from);
  return 'equalBytes';
}

/** What was written is on the disk since its fsync: a failing close changes nothing. */
function closeQuietly(direct: DirectCalls, file: number): void {
  try {
    direct.close(file);
  } catch {
    // The system has let go of it.
  }
}

function removeQuietly(direct: DirectCalls, path: string): void {
  try {
    direct.unlink(path);
  } catch {
    // It stays without a row, so nobody ever sees it.
  }
}
