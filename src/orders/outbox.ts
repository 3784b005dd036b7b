import type { Offline } from '../files/offline.ts';
import type { Outbox } from '../files/publish.ts';
import type { FileRow } from '../store/outbox.ts';
import { recordGiven } from './given.ts';
import type { OutboxDoor } from './ports.ts';
import type { PrepareDeps, PreparedFile } from './prepare.ts';
import { prepareFile } from './prepare.ts';

export interface OutboxDeps extends PrepareDeps {
  readonly outbox: OutboxDoor;
  /** Called before files appear: what the ERP decided until now, it decided without them (fault 85). */
  readonly beforePublish: () => Promise<void>;
}

export interface OutboxTurn {
  readonly written: number;
  /** Why the folder cannot be used now; everything waits and nothing is lost (faults 78, 135). */
  readonly offline?: Offline['offline'];
  /** More can be written at once. */
  readonly more: boolean;
}

/** Files whose bytes go to the disk side by side before one commit for all of them (performance 5). */
const groupSize = 16;

/**
 * One group of order files (invariant I2): staged and synced, then STAGED is committed, then renamed and synced, then
 * WRITTEN is committed. What an earlier turn or an earlier process left STAGED comes first, in sequence order.
 */
export async function writeGroup(deps: OutboxDeps): Promise<OutboxTurn> {
  const outbox = await deps.outbox.open();
  if ('offline' in outbox) return { written: 0, more: false, ...outbox };
  const left = await publishStaged(deps, outbox);
  if (left.offline !== undefined) return { ...left, more: false };
  const prepared = prepareGroup(deps);
  if (prepared.length === 0) return { written: left.written, more: false };
  const staged = await stageGroup(outbox, prepared);
  deps.store.outbox.commitStaged(staged.files.map(({ file }) => file));
  if (staged.offline !== undefined) {
    return { written: left.written, more: false, offline: staged.offline };
  }
  const published = await publishStaged(deps, outbox);
  return {
    ...published,
    written: left.written + published.written,
    more: published.offline === undefined,
  };
}

/** Sequence numbers are given here and used by the commit that follows, or by nobody: no gaps. */
function prepareGroup(deps: OutboxDeps): PreparedFile[] {
  const { outbox } = deps.store;
  const group: PreparedFile[] = [];
  let sequence = outbox.nextSequence();
  for (const writable of outbox.writable(groupSize)) {
    const prepared = prepareFile(deps, writable, sequence);
    if ('cannot' in prepared) {
      refuse(deps, writable, prepared.cannot);
      continue;
    }
    group.push(prepared);
    sequence += 1;
  }
  return group;
}

function refuse(
  deps: OutboxDeps,
  { version, first }: Parameters<typeof prepareFile>[1],
  why: string,
): void {
  const { versions, outbox, log } = deps.store;
  if (first === undefined) versions.parkOne(version.id, `It cannot be written: ${why}`);
  else outbox.dropReissue(version.id);
  const text = `Order ${version.order_number} (${version.order_id}) cannot be written: ${why}`;
  log.tell({ at: deps.clock.now(), part: 'outbox', text });
}

/** The files before the first that failed: only they are owed a rename. The others are staged anew. */
async function stageGroup(outbox: Outbox, group: readonly PreparedFile[]) {
  const results = await Promise.all(group.map((prepared) => stage(outbox, prepared)));
  const failed = results.findIndex((result) => 'offline' in result);
  const files = failed < 0 ? group : group.slice(0, failed);
  const synced = await outbox.syncFolder();
  // Nothing is owed whose staged file may not outlive a power cut.
  if ('offline' in synced) return { files: [], offline: synced.offline };
  const failure = results[failed];
  return failure !== undefined && 'offline' in failure
    ? { files, offline: failure.offline }
    : { files };
}

/** A file of that name without a STAGED row was never visible: it is from a crash before the commit. */
async function stage(
  outbox: Outbox,
  { file, bytes }: PreparedFile,
): Promise<{ staged: true } | Offline> {
  const first = await outbox.stage(file.name, bytes, 'later');
  if (!('exists' in first)) return first;
  const discarded = await outbox.discard(file.name);
  if ('offline' in discarded) return discarded;
  const second = await outbox.stage(file.name, bytes, 'later');
  if ('exists' in second) throw new Error(`${file.name} is staged by another program`);
  return second;
}

/** Renames what is STAGED. A missing staged file is the witness that its rename has happened before. */
async function publishStaged(
  deps: OutboxDeps,
  outbox: Outbox,
): Promise<{ written: number; offline?: Offline['offline'] }> {
  const staged = deps.store.outbox.staged();
  if (staged.length === 0) return { written: 0 };
  const [unrecorded] = await Promise.all([recordGiven(deps, outbox, staged), deps.beforePublish()]);
  if (unrecorded !== undefined) return { written: 0, ...unrecorded };
  const done: FileRow[] = [];
  let trouble: Offline | undefined;
  for (const file of staged) {
    const published = await outbox.publish(file.name, 'later');
    if ('offline' in published) {
      trouble = published;
      break;
    }
    if (!published.published && published.because === 'otherBytes') parkFile(deps, file);
    else done.push(file);
  }
  const synced = await outbox.syncFolder();
  if ('offline' in synced) return { written: 0, offline: synced.offline };
  commitWritten(deps, done);
  return { written: done.length, ...trouble };
}

function commitWritten(deps: OutboxDeps, files: readonly FileRow[]): void {
  const { store, clock } = deps;
  const at = clock.now();
  store.together(() => {
    store.outbox.commitWritten(
      files.map(({ sequence }) => sequence),
      at,
    );
    for (const { order_id, name, change } of files) {
      store.log.tell({
        at,
        part: 'outbox',
        text: `Order ${order_id} written: ${name} (${change})`,
      });
    }
  });
}

function parkFile(deps: OutboxDeps, file: FileRow): void {
  const reason = `Another file stands in the outbox under the name ${file.name}.`;
  deps.store.outbox.parkFile(file.sequence, reason);
  deps.store.log.tell({ at: deps.clock.now(), part: 'outbox', text: reason });
}
