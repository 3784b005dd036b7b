import type { Offline } from '../files/offline.ts';
import type { Outbox } from '../files/publish.ts';
import type { RecordLine } from '../files/record.ts';
import type { FileRow, StagedFile } from '../store/outbox.ts';
import { givenLines } from './given.ts';
import type { OutboxDoor } from './ports.ts';
import { type PrepareDeps, type PreparedFile, prepareFile } from './prepare.ts';

interface OutboxDeps extends PrepareDeps {
  readonly outbox: OutboxDoor;
  /** Called before files appear: commands that have been dropped by now were decided without them (fault 85). */
  readonly beforePublish: (outbox: Outbox) => Promise<void>;
  /** Called when they have appeared. */
  readonly afterPublish: (outbox: Outbox) => Promise<void>;
}

export interface OutboxTurn {
  readonly written: number;
  /** Why the folder cannot be used now; everything waits and nothing is lost (faults 78, 135). */
  readonly offline?: Offline['offline'];
  /** More can be written at once. */
  readonly more: boolean;
}

/** A group has at most so many files, which wait for the disk together and share each commit (performance 5) … */
export const groupFilesMax = 128;
/** … and about so many bytes, which are in memory at once. */
const groupBytesMax = 8_388_608;
/** A turn ends after so many groups, because a look at the ERP's commands waits for its end. */
export const groupsPerTurn = 8;

/**
 * Order files in groups (invariant I2): staged and synced, then STAGED is committed, then renamed and synced, then
 * WRITTEN is committed. While one group is staged, the one before it is booked and appears, and the one after it is
 * prepared. What an earlier turn or an earlier process left STAGED appears first, in sequence order.
 */
export async function writeGroups(deps: OutboxDeps): Promise<OutboxTurn> {
  const outbox = await deps.outbox.open();
  if ('offline' in outbox) return { written: 0, more: false, ...outbox };
  let written = 0;
  let group: PreparedFile[] = [];
  let done: Done = { written: [], taken: [], staged: [] };
  for (let left = groupsPerTurn; ; left -= 1) {
    // First the staging begins, which waits for the disk; then the group before is booked.
    const booked = deps.clock.breathe().then(() => book(deps, done));
    const [staged, appeared, next] = await allEnded([
      stageGroup(outbox, group),
      booked.then(() => publishStaged(deps, outbox)),
      booked.then(() => (left > 0 ? prepareGroup(deps, group) : [])),
    ]);
    done = { ...appeared, staged: staged.files };
    written += appeared.written.length;
    const { offline = staged.offline } = appeared;
    if (offline !== undefined || staged.files.length + next.length === 0) {
      book(deps, done);
      return offline === undefined
        ? { written, more: written > 0 && (left < 0 || deps.store.outbox.pending() > 0) }
        : { written, more: false, offline };
    }
    group = next;
  }
}

/**
 * Files that an earlier turn or process has renamed and not booked. Whoever drops a command may answer one of them, so
 * they count as written before the next look at the commands (fault 85).
 */
export async function bookAppeared(deps: Omit<OutboxDeps, 'beforePublish'>): Promise<number> {
  if (deps.store.outbox.staged().length === 0) return 0;
  const outbox = await deps.outbox.open();
  if ('offline' in outbox) return 0;
  const { appeared, lost } = await whatBecame(outbox, await unstaged(deps, outbox));
  writeAnew(deps, lost);
  if (appeared.length === 0) return 0;
  // They are renamed already, so this only syncs what a dying process has renamed, before it is booked.
  const done = await publish(deps, outbox, { files: appeared, lines: [] });
  book(deps, { ...done, staged: [] });
  return done.written.length;
}

/** Files appear in sequence order: the first whose staged file still stands has not appeared, and none after it has. */
async function unstaged({ store }: PrepareDeps, outbox: Outbox): Promise<FileRow[]> {
  const files: FileRow[] = [];
  for (const file of store.outbox.staged()) {
    const found = await outbox.isStaged(file.name);
    if ('offline' in found || found.staged) break;
    files.push(file);
  }
  return files;
}

/**
 * The outbox's record names a file before it appears. One that is neither staged nor recorded never appeared: its
 * staged file was in another folder, in whose place somebody has put this one (fault 135).
 */
async function whatBecame(outbox: Outbox, files: readonly FileRow[]) {
  const before = Math.min(...files.map(({ sequence }) => sequence)) - 1;
  const recorded = files.length === 0 ? { lines: [] } : await outbox.recorded(before);
  if ('offline' in recorded) return { appeared: [], lost: [] };
  const known = new Set(recorded.lines.map((line) => Number.parseInt(line, 10)));
  const isKnown = ({ sequence }: FileRow) => known.has(sequence);
  return { appeared: files.filter(isKnown), lost: files.filter((file) => !isKnown(file)) };
}

function writeAnew({ store, clock }: PrepareDeps, lost: readonly FileRow[]): void {
  store.together(() => {
    store.outbox.unstage(lost.map(({ sequence }) => sequence));
    for (const { name } of lost) {
      const text = `${name} went with the folder that was replaced, before it appeared: its order is written again.`;
      store.log.tell({ at: clock.now(), part: 'outbox', text });
    }
  });
}

/** Waits for all even where one fails, so that nothing continues in the folder behind the back of the next turn. */
async function allEnded<Work extends readonly unknown[]>(work: readonly [...Work]) {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/**
 * A sequence number that is given here is used by the commit that follows or given again, so there are no gaps. An
 * order has one file at a time, because its next file tells what is new against the one before.
 */
async function prepareGroup(
  deps: OutboxDeps,
  beingStaged: readonly PreparedFile[],
): Promise<PreparedFile[]> {
  // The group that appears is written first.
  await deps.clock.breathe();
  const { outbox } = deps.store;
  const group: PreparedFile[] = [];
  let sequence = outbox.nextSequence() + beingStaged.length;
  let bytes = 0;
  const orders = new Set(beingStaged.map(({ file }) => file.orderId));
  for (const writable of outbox.writable(groupFilesMax, [...orders])) {
    if (bytes > groupBytesMax) break;
    if (orders.has(writable.version.order_id)) continue;
    const prepared = prepareFile(deps, writable, sequence);
    if ('cannot' in prepared) {
      refuse(deps, writable, prepared.cannot);
      continue;
    }
    orders.add(prepared.file.orderId);
    group.push(prepared);
    bytes += prepared.bytes.length;
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

/** The files that reached the disk; they are owed a rename. The others are prepared again. */
async function stageGroup(outbox: Outbox, group: readonly PreparedFile[]) {
  if (group.length === 0) return { files: [] };
  const result = await outbox.stage(group.map(({ file, bytes }) => ({ name: file.name, bytes })));
  const { staged, ...trouble } = 'staged' in result ? result : { staged: 0, ...result };
  return { files: group.slice(0, staged).map(({ file }) => file), ...trouble };
}

interface PublishedGroup extends Partial<Offline> {
  readonly written: readonly FileRow[];
  /** Another file is under their names (fault 77). */
  readonly taken: readonly FileRow[];
}

/** What is to be booked. */
interface Done extends PublishedGroup {
  /** Files on the disk; once they are booked as STAGED they are owed a rename. */
  readonly staged: readonly StagedFile[];
}

/** Renames what is STAGED. Where a staged file is missing, that proves that it was renamed before. */
async function publishStaged(deps: OutboxDeps, outbox: Outbox): Promise<PublishedGroup> {
  const files = deps.store.outbox.staged();
  if (files.length === 0) return { written: [], taken: [] };
  await deps.beforePublish(outbox);
  return publish(deps, outbox, { files, lines: givenLines(deps, files) });
}

async function publish(
  deps: Pick<OutboxDeps, 'afterPublish'>,
  outbox: Outbox,
  { files, lines }: { readonly files: readonly FileRow[]; readonly lines: readonly RecordLine[] },
): Promise<PublishedGroup> {
  const names = files.map(({ name }) => name);
  const result = await outbox.publish(names, lines);
  if (!('offline' in result)) await deps.afterPublish(outbox);
  const { published, ...trouble } = 'published' in result ? result : { published: [], ...result };
  const ended = files.slice(0, published.length);
  const isTaken = (_: FileRow, at: number) => published[at] === 'otherBytes';
  return {
    written: ended.filter((file, at) => !isTaken(file, at)),
    taken: ended.filter(isTaken),
    ...trouble,
  };
}

function book(deps: PrepareDeps, { written, taken, staged }: Done): void {
  if (written.length + taken.length + staged.length === 0) return;
  const { store, clock } = deps;
  const at = clock.now();
  const tell = (text: string) => store.log.tell({ at, part: 'outbox', text });
  store.together(() => {
    store.outbox.commitWritten(
      written.map(({ sequence }) => sequence),
      at,
    );
    store.outbox.commitStaged(staged);
    for (const { order_id, name, change } of written)
      tell(`Order ${order_id} written: ${name} (${change})`);
    for (const { sequence, name } of taken) {
      const reason = `Another file with the name ${name} is in the outbox.`;
      store.outbox.parkFile(sequence, reason);
      tell(reason);
    }
  });
}
