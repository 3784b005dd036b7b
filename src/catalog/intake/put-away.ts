import path from 'node:path';
import type { FileEntry } from '../../files/entry.ts';
import type { RunRow } from '../../store/runs.ts';
import type { CatalogConfig } from '../terms/ports.ts';
import { coReadersOf, isAwaited } from './co-readers.ts';
import type { Copying, TakenFile } from './copying.ts';
import type { OlderDeps } from './older-files.ts';
import { putOlderAway, tellOnce } from './older-files.ts';
import type { Unmoved } from './unmoved.ts';
import { unmovedRemedy } from './unmoved.ts';
import { countsOnce } from './written-anew.ts';

interface LeavingDeps extends Omit<OlderDeps, 'standing'> {
  readonly copying: Pick<Copying, 'taken'>;
  readonly config: Pick<CatalogConfig, 'sources'>;
}

/** `afterImport: move`: the way of a taken export into done/ or error/ below its folder, unless it has changed since. */
export interface Leaving {
  putAway(run: Pick<RunRow, 'id' | 'file' | 'final'>, into: 'done' | 'error'): Promise<void>;
  /**
   * What stands there as it was read, though its run was told: the process ended between the two, had not yet looked at
   * the file, or its folder took no move. Nothing else has it go, and the ERP may wait for that. Once for each look.
   */
  putAwayRead(): Promise<void>;
  /** What a look saw in the folder, and which names of it stand there as they were read. */
  saw(standing: OlderDeps['standing'], read: readonly string[]): void;
  /** What could not be moved at the last try. */
  unmoved(): readonly Unmoved[];
}

export function createLeaving(deps: LeavingDeps): Leaving {
  const { store, source, copying } = deps;
  let seen: readonly [OlderDeps['standing'], readonly string[]] = [[], []];
  const unmoved = new Map<string, Unmoved>();
  const leave: Leaving['putAway'] = async (run, into) => {
    const standing = seen[0];
    const why = await putAway({ ...deps, taken: copying.taken(run.file), standing }, run, into);
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
        // What is not told yet goes after its results.
        if (run?.told === 1) await leave(run, run.refused === null ? 'done' : 'error');
      }
    },
    saw(standing, read) {
      seen = [standing, read];
      // The ERP has taken it away, or written it anew.
      for (const name of unmoved.keys()) if (!read.includes(name)) unmoved.delete(name);
    },
    unmoved: () => [...unmoved.values()],
  };
}

interface PutAwayDeps extends OlderDeps {
  /** What was read last under the name of the run's file. */
  readonly taken: TakenFile | undefined;
  readonly config: LeavingDeps['config'];
}

/**
 * A file that cannot be moved now stays, which is told once, and is known by its content all the same. Where each file
 * counts once, one that was put away is known no more: whatever comes under its name is another delivery.
 */
async function putAway(
  deps: PutAwayDeps,
  run: Pick<RunRow, 'id' | 'file' | 'final'>,
  into: 'done' | 'error',
): Promise<Unmoved['why'] | undefined> {
  const { store, source, taken } = deps;
  const { id, file } = run;
  if (source.afterImport !== 'move' || taken === undefined) return undefined;
  const known = store.sources.taken(source.name, file);
  // Under its name another file may stand by now, which waits to be read.
  if (known?.run !== id || (taken.sha256 ?? known.sha256) !== known.sha256) return undefined;
  if (isAwaited(deps, { file, sha256: known.sha256 })) return undefined;
  // A file that is refused overtakes nothing, unless it is the one that counts.
  const isOvertaking = into === 'done' || store.sources.get(source.name)?.accepted_run === id;
  const older = isOvertaking ? await putOlderAway(deps, run, taken.parts) : 'away';
  if (older !== 'away') return older === 'stays' ? undefined : older;
  const end = await moveAll(deps, taken, path.join(source.folder, into));
  if (end === 'away')
    for (const reader of [source, ...coReadersOf(deps)].filter(countsOnce))
      store.sources.forgetTaken(reader.name, [file]);
  if (typeof end !== 'object') return undefined;
  const rule = `was read and could not be moved to ${into}/: ${end.sentence}`;
  const remedy = unmovedRemedy(end, source);
  tellOnce(deps, run, { code: 'FILE_UNMOVED', value: file, rule, remedy });
  return end;
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
 * Left behind, a done file would call the next export of that name whole while the ERP still writes it; so it goes first,
 * whatever ends in between. One without a name in it may be another export's, too.
 */
function ownDoneFiles(
  { stable }: Pick<OlderDeps['source'], 'stable'>,
  { doneFiles }: TakenFile,
): readonly FileEntry[] {
  return /\{(name|stem)\}/.test(stable.doneFile ?? '') ? doneFiles : [];
}
