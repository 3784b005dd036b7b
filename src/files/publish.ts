import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesDeps } from './deps.ts';
import { type Published, publishGroup, type Staged, stageGroup } from './group.ts';
import { inOutbox, lostOutbox, type OutboxPlace, stagingFolder } from './marker.ts';
import { isOrderFileName } from './names.ts';
import { butNot, type Offline } from './offline.ts';
import { listOutbox, lookAtTime, type OutboxList } from './outbox-list.ts';
import { addToRecord, type RecordLine, readRecord } from './record.ts';

/** A file that is to appear. */
interface NewFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The ERP's order folder (invariant I2). A file is written to `.stockhand/` and synced, STAGED is committed, the file
 * is renamed into the folder and synced, and WRITTEN is committed. After a crash in STAGED the staged file is the
 * witness: it is there exactly when the rename did not happen. If the folder was replaced, it is not there either; then
 * the record does not name it. Files come and go in groups, which share the look at the marker and the waits for the
 * disk. What a step answers is durable. No file of a group appears behind one that failed.
 */
export interface Outbox {
  /** Writes files where the ERP does not look, in place of what a crash left there. No committed row may name them. */
  stage(files: readonly NewFile[]): Promise<Staged | Offline>;
  isStaged(name: string): Promise<{ staged: boolean } | Offline>;
  /** Lets staged files appear one after the other, each whole and once. Before that, `lines` go into the record. */
  publish(names: readonly string[], lines?: readonly RecordLine[]): Promise<Published | Offline>;
  list(): Promise<OutboxList | Offline>;
  /** The folder's time alone, without a look at its names. */
  time(): Promise<Pick<OutboxList, 'changedAt'> | Offline>;
  /** Called for a new state: what was recorded before belongs to another state (fault 34). */
  beginRecord(): Promise<{ begun: true } | Offline>;
  /** The lines of the record whose sequence number is greater than `after`, the oldest first. */
  recorded(after: number): Promise<{ lines: readonly RecordLine[] } | Offline>;
}

export function createOutbox(deps: FilesDeps, place: OutboxPlace): Outbox {
  const { folder } = place;
  const staging = stagingFolder(folder);
  const stagedPath = (name: string) => join(staging, orderFileName(name));
  const path = (name: string) => join(folder, orderFileName(name));
  const { guarded, witnessed, published } = guards(deps, place);

  return {
    stage(files) {
      const targets = files.map(({ name, bytes }) => ({ path: stagedPath(name), bytes }));
      return guarded(() => stageGroup(deps, folder, targets));
    },

    isStaged: (name) =>
      witnessed(async () => ({ staged: await existsIn(deps, folder, stagedPath(name)) })),

    publish(names, lines = []) {
      const moves = names.map((name) => ({ folder, from: stagedPath(name), to: path(name) }));
      return published(async () => {
        if (lines.length > 0) await addToRecord(deps, folder, lines);
        return publishGroup(deps, folder, moves);
      });
    },

    list: () => witnessed(() => listOutbox(deps, folder)),
    time: () => witnessed(() => lookAtTime(deps, folder)),

    beginRecord: () =>
      guarded(async () => {
        await addToRecord(deps, folder, 'begin');
        return { begun: true };
      }),

    recorded: (after) => witnessed(async () => ({ lines: await readRecord(deps, folder, after) })),
  };
}

type Work<Result> = () => Promise<Result | Offline>;

/**
 * The marker is read before a write. It is also read after a look, because the mount point of a lost share is empty.
 */
function guards(deps: FilesDeps, place: OutboxPlace) {
  const { folder } = place;
  const lost = () => lostOutbox(deps, place);
  const before = async <T>(work: Work<T>) => (await lost()) ?? work();
  const after = async <T>(look: Work<T>) => {
    const seen = await look();
    return (await lost()) ?? seen;
  };
  return {
    guarded: <T extends object>(work: Work<T>) => inOutbox<T>(folder, () => before(work)),
    witnessed: <T extends object>(look: Work<T>) => inOutbox<T>(folder, () => after(look)),
    /** Publishing is a look, too: it may find that a staged file is gone. */
    published: <T extends object>(work: Work<T>) =>
      inOutbox<T>(folder, () => before(() => after(work))),
  };
}

/** The last check before the disk: any name but one of our own is a mistake of the program (fault 76). */
function orderFileName(name: string): string {
  if (!isOrderFileName(name)) throw new Error(`"${name}" is no name of an order file`);
  return name;
}

async function existsIn(deps: FilesDeps, folder: string, path: string): Promise<boolean> {
  const stats = await deps.deadline(folder, () => lstat(path)).catch(butNot('ENOENT'));
  return stats !== undefined;
}
