import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { compareNames, inNameOrder } from '../../domain/file-name.ts';
import type { FileSet } from '../../files/stable.ts';
import { isUnderWay } from '../state/counting-runs.ts';
import type { SourceConfig } from '../terms/ports.ts';
import { nameOf } from '../terms/set-name.ts';
import { keepNext } from './beside.ts';
import type { FreshCopy } from './copying.ts';
import type { KnownExports } from './known-exports.ts';
import type { TakingDeps } from './take-stable.ts';
import { countsOnce } from './written-again.ts';

/*
 * A file of changes waits until the one before it is through. The ERP may write over it meanwhile, and what it said
 * would be lost for good, so it waits as a copy in the spool and not in the folder.
 */

interface Queueing {
  readonly deps: Pick<TakingDeps, 'store' | 'wish' | 'clock'>;
  readonly source: SourceConfig;
  readonly known: KnownExports;
  /** All that is at rest in the folder. */
  readonly sets: readonly FileSet[];
}

/** The exports of a long weekend, one every minute. */
const queuedMax = 5_000;

/** Queues the last copy, even if another file is under its name by now. */
export function enqueue(
  { deps: { store, clock }, source, known }: Queueing,
  copy: FreshCopy,
): void {
  const { name: file, spooled, writtenAt: written_at } = copy;
  const { sha256 } = spooled;
  if (known.isUndone(sha256) || known.taken(file)?.sha256 === sha256) return;
  store.transaction(() => {
    store.spool.put(spooled, clock.now());
    store.queued.add(source.name, { file, sha256, written_at });
  });
  known.askAgain();
}

/**
 * Makes the next waiting file count, in the order of names. It waits if a file named before it is not copied yet
 * (`uncopied`).
 */
export function wishNext(queueing: Queueing, uncopied: string | undefined): void {
  const { deps, known } = queueing;
  const { store } = deps;
  const [next] = inNameOrder(known.queued(), ({ file }) => file);
  if (next === undefined || isUnderWay(known.source())) return;
  if (uncopied !== undefined && compareNames(next.file, uncopied) > 0) return;
  const spooled = store.spool.get(next.sha256);
  store.transaction(() => {
    store.queued.remove(next.id);
    if (spooled !== undefined)
      wishCopy(queueing, { name: next.file, spooled, writtenAt: next.written_at });
  });
}

/** From here on the copied file counts. */
export function wishCopy({ deps, source, known, sets }: Queueing, copy: FreshCopy): void {
  const run = deps.wish(source.name, copy);
  const set = sets.find((standing) => nameOf(standing) === copy.name);
  if (set !== undefined && countsOnce(source)) {
    const unread = sets.filter((standing) => (known.taken(nameOf(standing))?.run ?? 0) === 0);
    keepNext(deps.store, source.name, { run, set, unread });
  }
  known.askAgain();
}

/** The queue is bounded (I11). Beyond it files are not copied, and one that is written over is lost, so it is reported. */
export function fullQueue({ source, known }: Queueing): Complaint | undefined {
  if (known.queued().length < queuedMax) return undefined;
  const rule = `of ${source.name} ${queuedMax} files of changes wait to be read; none more is copied, so one that is written over another is lost.`;
  return complaintOf({ code: 'FILES_WAIT', rule });
}
