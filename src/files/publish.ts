import type { Stats } from 'node:fs';
import { lstat, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { renameBusy } from './busy.ts';
import type { FilesDeps } from './deps.ts';
import { withHandle, writeFully } from './handle.ts';
import { wholeFileBytesMax } from './limits.ts';
import type { OutboxPlace } from './marker.ts';
import { inOutbox, lostOutbox, stagingFolder } from './marker.ts';
import { acknowledgedBy, isOrderFileName } from './names.ts';
import type { Offline } from './offline.ts';
import { butNot, errorNumber } from './offline.ts';
import type { RecordLine } from './record.ts';
import { addToRecord, readRecord } from './record.ts';
import { listNames } from './scan.ts';
import { syncFolder } from './sync.ts';

/** `later`: several files share one `syncFolder`, which must come before their rows say that it is done. */
export type SyncWhen = 'now' | 'later';

export type Published =
  | { readonly published: true }
  /** Nothing was staged under this name: the rename has happened before (the witness rule of invariant I2). */
  | { readonly published: false; readonly because: 'notStaged' }
  /** That name holds something else. Never overwritten; a person decides (fault 77). The staged file stays. */
  | { readonly published: false; readonly because: 'otherBytes' }
  /** The same bytes stood there already: as good as published (fault 77). The staged file is gone. */
  | { readonly published: false; readonly because: 'equalBytes' };

/**
 * The ERP's order folder (invariant I2). Write to `.stockhand/` and sync; commit STAGED; rename and sync; commit
 * WRITTEN. After a crash in STAGED the staged file is the witness: it is there exactly when the rename did not happen.
 * Each step is its own function, so that each can be the last before a crash.
 */
export interface Outbox {
  /** Writes a new file where the ERP does not look. `exists`: an older try left one; discard it first. */
  stage(
    name: string,
    bytes: Uint8Array,
    sync?: SyncWhen,
  ): Promise<{ staged: true } | { exists: true } | Offline>;
  isStaged(name: string): Promise<{ staged: boolean } | Offline>;
  /** Removes a staged file that no committed row speaks of. */
  discard(name: string): Promise<{ discarded: true } | Offline>;
  /** Lets the file appear, whole and once. */
  publish(name: string, sync?: SyncWhen): Promise<Published | Offline>;
  /** Makes durable what `stage` and `publish` did `later`. */
  syncFolder(): Promise<{ synced: true } | Offline>;
  /** Whether the ERP has not taken the file yet. Offline is never "taken" (fault 135). */
  isThere(name: string): Promise<{ there: boolean } | Offline>;
  list(): Promise<OutboxList | Offline>;
  /** Remembers beside the marker what is about to appear; `begin`: for a state that was begun anew (fault 34). */
  record(lines: readonly RecordLine[] | 'begin'): Promise<{ recorded: true } | Offline>;
  /** What is remembered of files after a sequence number, the oldest first. */
  recorded(after: number): Promise<{ lines: readonly RecordLine[] } | Offline>;
}

export interface OutboxList {
  /** Order files that the ERP has not taken. */
  readonly names: readonly string[];
  /** Order files that the ERP acknowledged by `<name>.ack`. */
  readonly acknowledged: readonly string[];
}

export function createOutbox(deps: FilesDeps, place: OutboxPlace): Outbox {
  const { folder } = place;
  const staging = stagingFolder(folder);
  const stagedPath = (name: string) => join(staging, orderFileName(name));
  const path = (name: string) => join(folder, orderFileName(name));
  const exists = (file: string) => existsIn(deps, folder, file);

  const { guarded, witnessed } = guards(deps, place);

  return {
    stage: (name, bytes, sync = 'now') =>
      guarded(async () => {
        const written = await writeStaged(deps, { folder, path: stagedPath(name) }, bytes);
        if ('staged' in written && sync === 'now') await syncFolder(deps, staging);
        return written;
      }),

    isStaged: (name) => witnessed(async () => ({ staged: await exists(stagedPath(name)) })),

    discard: (name) =>
      guarded(async () => {
        await deps.deadline(folder, () => unlink(stagedPath(name))).catch(butNot('ENOENT'));
        return { discarded: true };
      }),

    publish: (name, sync = 'now') =>
      guarded(async () => {
        const move = { folder, from: stagedPath(name), to: path(name) };
        const outcome = await publishStaged(deps, move);
        if (outcome.published && sync === 'now') await syncBoth(deps, folder);
        return outcome;
      }),

    syncFolder: () =>
      guarded(async () => {
        await syncBoth(deps, folder);
        return { synced: true };
      }),

    isThere: (name) => witnessed(async () => ({ there: await exists(path(name)) })),

    list: () =>
      witnessed(async () => {
        const names = await listNames(deps, folder);
        return 'offline' in names ? names : sortNames(names);
      }),

    record: (lines) =>
      guarded(async () => {
        await addToRecord(deps, folder, lines);
        return { recorded: true };
      }),

    recorded: (after) => witnessed(async () => ({ lines: await readRecord(deps, folder, after) })),
  };
}

/** The marker is read before a write, and after a look: an empty mount point shows no files either. */
function guards(deps: FilesDeps, place: OutboxPlace) {
  const { folder } = place;
  let looking: ReturnType<typeof lostOutbox> | undefined;
  /** Files that are staged side by side are guarded by one look. */
  const look = (): ReturnType<typeof lostOutbox> => {
    looking ??= lostOutbox(deps, place).finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return {
    guarded: <T extends object>(work: () => Promise<T | Offline>) =>
      inOutbox<T>(folder, async () => (await look()) ?? work()),
    witnessed: <T extends object>(look: () => Promise<T | Offline>) =>
      inOutbox<T>(folder, async () => {
        const seen = await look();
        return (await lostOutbox(deps, place)) ?? seen;
      }),
  };
}

/** Our own name or none: this is the last place before the disk (fault 76). */
function orderFileName(name: string): string {
  if (!isOrderFileName(name)) throw new Error(`"${name}" is no name of an order file`);
  return name;
}

async function writeStaged(
  deps: FilesDeps,
  target: { folder: string; path: string },
  bytes: Uint8Array,
): Promise<{ staged: true } | { exists: true }> {
  const { folder, path } = target;
  const begun = { ours: false };
  try {
    await withHandle(deps, { folder, path, flags: 'wx' }, async (handle) => {
      begun.ours = true;
      await writeFully(deps, { folder, handle }, bytes);
    });
    return { staged: true };
  } catch (cause) {
    if (!begun.ours && errorNumber(cause) === 'EEXIST') return { exists: true };
    // Half a file is no witness; where even this fails, `stage` answers `exists` next time and it is discarded then.
    if (begun.ours) await deps.deadline(folder, () => unlink(path)).catch(() => undefined);
    throw cause;
  }
}

async function publishStaged(
  deps: FilesDeps,
  move: { folder: string; from: string; to: string },
): Promise<Published> {
  const { folder, from, to } = move;
  const look = (path: string) => deps.deadline(folder, () => lstat(path)).catch(butNot('ENOENT'));
  const [staged, standing] = await Promise.all([look(from), look(to)]);
  if (staged === undefined) return { published: false, because: 'notStaged' };
  if (standing === undefined) {
    await renameBusy(deps, move);
    return { published: true };
  }
  if (!(await isSame(deps, move, [staged, standing])))
    return { published: false, because: 'otherBytes' };
  await deps.deadline(folder, () => unlink(from)).catch(butNot('ENOENT'));
  return { published: false, because: 'equalBytes' };
}

async function isSame(
  deps: FilesDeps,
  { folder, from, to }: { folder: string; from: string; to: string },
  [staged, standing]: readonly [Stats, Stats],
): Promise<boolean> {
  if (!standing.isFile() || standing.size !== staged.size || staged.size > wholeFileBytesMax)
    return false;
  const ours = await deps.deadline(folder, () => readFile(from));
  return ours.equals(await deps.deadline(folder, () => readFile(to)));
}

async function existsIn(deps: FilesDeps, folder: string, path: string): Promise<boolean> {
  const stats = await deps.deadline(folder, () => lstat(path)).catch(butNot('ENOENT'));
  return stats !== undefined;
}

async function syncBoth(deps: FilesDeps, folder: string): Promise<void> {
  await syncFolder(deps, folder);
  await syncFolder(deps, stagingFolder(folder));
}

function sortNames(names: readonly string[]): OutboxList {
  return {
    names: names.filter(isOrderFileName).sort(),
    acknowledged: names.flatMap((name) => acknowledgedBy(name) ?? []).sort(),
  };
}
