import path from 'node:path';
import type { FileEntry } from '../../files/entry.ts';
import type { RunRow } from '../../store/runs.ts';
import type { CatalogConfig } from '../terms/ports.ts';
import { isAwaited, isLeftToOther, readersOf } from './co-readers.ts';
import type { Copying, TakenFile } from './copying.ts';
import type { HalfMoved, Left } from './half-moved.ts';
import { createReport, type OlderDeps, putOlderAway } from './older-files.ts';
import { type Unmoved, unmovedRemedy } from './unmoved.ts';
import { countsOnce } from './written-again.ts';

interface LeavingDeps extends Omit<OlderDeps, 'standing'> {
  readonly copying: Pick<Copying, 'taken'>;
  readonly half: Pick<HalfMoved, 'begin' | 'end' | 'left' | 'takenOf' | 'rest'>;
  readonly config: Pick<CatalogConfig, 'sources'>;
}

/**
 * `afterImport: move`: the way of a taken export into done/ or error/ below its folder, unless it has changed since.
 */
export interface Leaving {
  putAway(run: Run, into: 'done' | 'error'): Promise<void>;
  /**
   * Moves files that were read and told but still stand there: the process ended in between, had not looked at the file
   * yet, or the move failed. Nothing else would move them, and the ERP may wait for that. Once for each look.
   */
  putAwayRead(): Promise<void>;
  /** Called with what a look saw in the folder, and the names of files that are there as they were read. */
  saw(standing: OlderDeps['standing'], read: readonly string[]): void;
  /** What could not be moved at the last try. */
  unmoved(): readonly Unmoved[];
}

export function createLeaving(deps: LeavingDeps): Leaving {
  const { store, source, copying, half } = deps;
  let seen: readonly [OlderDeps['standing'], readonly string[]] = [[], []];
  const unmoved = new Map<string, Unmoved>();
  const leave: Leaving['putAway'] = async (run, into) => {
    const standing = seen[0];
    const taken = copying.taken(run.file) ?? half.takenOf(run.file);
    const why = await putAway({ ...deps, taken, standing }, run, into);
    const sinceMs = unmoved.get(run.file)?.sinceMs ?? deps.clock.monotonic();
    if (why === undefined) unmoved.delete(run.file);
    else unmoved.set(run.file, { file: run.file, why, sinceMs });
  };
  return {
    putAway: leave,
    async putAwayRead() {
      const [standing, names] = seen;
      seen = [standing, []];
      for (const name of source.afterImport === 'move' ? names : []) {
        const run = store.runs.get(store.sources.taken(source.name, name)?.run ?? 0);
        // A run that is not told yet moves its file itself, after its result files.
        if (run?.told === 1) await leave(run, run.refused === null ? 'done' : 'error');
      }
    },
    saw(standing, read) {
      seen = [standing, read];
      if (half.left !== undefined) forget(deps, half.left);
      // No longer there as it was read: the ERP has taken the file away, or written it again.
      for (const name of unmoved.keys()) if (!read.includes(name)) unmoved.delete(name);
    },
    unmoved: () => [...unmoved.values()],
  };
}

type Run = Pick<RunRow, 'id' | 'file' | 'final'>;

interface PutAwayDeps extends OlderDeps {
  /** What was read last under the name of the run's file. */
  readonly taken: TakenFile | undefined;
  readonly config: LeavingDeps['config'];
  readonly half: LeavingDeps['half'];
}

/**
 * A file that cannot be moved now stays; that is reported once, and its content is known, so it is not
 * read again. Where each file counts once (files of changes), a file that was moved is forgotten: a
 * next one of that name is another delivery.
 */
async function putAway(
  deps: PutAwayDeps,
  run: Run,
  into: 'done' | 'error',
): Promise<Unmoved['why'] | undefined> {
  const { store, source, taken } = deps;
  const { id, file } = run;
  if (source.afterImport !== 'move' || taken === undefined) return undefined;
  const known = store.sources.taken(source.name, file);
  // Another file may be under this name by now, which waits to be read.
  if (known?.run !== id || (taken.sha256 ?? known.sha256) !== known.sha256) return undefined;
  const content = { file, sha256: known.sha256 };
  if (isLeftToOther(deps) || isAwaited(deps, content)) return undefined;
  const older = await putOlder(deps, { run, taken, into });
  if (older !== 'away') return older === 'stays' ? undefined : older;
  deps.half.begin(file, { ...taken, sha256: known.sha256 });
  const end = await moveAll(deps, taken, path.join(source.folder, into));
  if (end === 'away') forget(deps, content);
  else if (taken.parts.length === 1) deps.half.end();
  if (typeof end !== 'object') return undefined;
  const rule = `was read and could not be moved to ${into}/: ${end.sentence}`;
  const remedy = unmovedRemedy(end, source);
  createReport(deps, run)({ code: 'FILE_UNMOVED', value: file, rule, remedy });
  return end;
}

/** In one commit, so that after a kill the next look knows whether it is still to be done. */
function forget(deps: Pick<LeavingDeps, 'store' | 'source' | 'config' | 'half'>, content: Left) {
  const { store, source, half } = deps;
  if (store.sources.taken(source.name, content.file)?.sha256 !== content.sha256) return;
  const readers = readersOf(deps, content);
  store.transaction(() => {
    for (const by of readers.filter(({ reader }) => countsOnce(reader)))
      store.sources.forgetTaken(by.reader.name, [by.file]);
    half.end();
  });
}

async function putOlder(
  deps: PutAwayDeps,
  {
    run,
    taken,
    into,
  }: { readonly run: Run; readonly taken: TakenFile; readonly into: 'done' | 'error' },
): ReturnType<typeof putOlderAway> {
  const { store, source, half } = deps;
  // A refused file is no newest export, so older ones stay, unless it is the one that counts.
  const isOvertaking = into === 'done' || store.sources.acceptedRun(source.name) === run.id;
  // Where some of its files have left, the older exports had left before them.
  if (!isOvertaking || half.rest.includes(run.file)) return 'away';
  return putOlderAway(deps, run, taken.parts);
}

type MoveEnd = 'away' | 'stays' | Unmoved['why'];

async function moveAll(
  { files, source }: Pick<PutAwayDeps, 'files' | 'source'>,
  taken: TakenFile,
  into: string,
): Promise<MoveEnd> {
  let end: MoveEnd = 'away';
  for (const file of [...ownDoneFiles(source, taken), ...taken.parts]) {
    const moved = await files.move({ file, into });
    if ('offline' in moved) return moved.offline;
    if (!('moved' in moved) && taken.parts.includes(file)) end = 'stays';
  }
  return end;
}

/**
 * Done files are moved before their export: one that is left behind would call the next export of that
 * name whole while the ERP still writes it. A done file whose name does not hold the export's stays,
 * for it may belong to another export, too.
 */
function ownDoneFiles(
  { stable }: Pick<OlderDeps['source'], 'stable'>,
  { doneFiles }: TakenFile,
): readonly FileEntry[] {
  return /\{(name|stem)\}/.test(stable.doneFile ?? '') ? doneFiles : [];
}
