import path from 'node:path';
import type { FileEntry } from '../../files/entry.ts';
import type { RunRow } from '../../store/runs.ts';
import type { Copying, TakenFile } from './copying.ts';
import type { OlderDeps } from './older-files.ts';
import { putOlderAway } from './older-files.ts';
import { countsOnce } from './written-anew.ts';

interface LeavingDeps extends Omit<OlderDeps, 'standing'> {
  readonly copying: Pick<Copying, 'taken'>;
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
}

export function createLeaving(deps: LeavingDeps): Leaving {
  const { store, source, copying } = deps;
  let seen: Parameters<Leaving['saw']> = [[], []];
  const leave: Leaving['putAway'] = (run, into) =>
    putAway({ ...deps, taken: copying.taken(run.file), standing: seen[0] }, run, into);
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
    saw: (...look) => {
      seen = look;
    },
  };
}

interface PutAwayDeps extends OlderDeps {
  /** What was read last under the name of the run's file. */
  readonly taken: TakenFile | undefined;
}

/**
 * A file that cannot be moved now stays, and is known by its content all the same. Where each file counts once, one that
 * was put away is known no more: whatever comes under its name is another delivery.
 */
async function putAway(
  deps: PutAwayDeps,
  run: Pick<RunRow, 'id' | 'file' | 'final'>,
  into: 'done' | 'error',
): Promise<void> {
  const { files, store, source, taken } = deps;
  const { id, file } = run;
  if (source.afterImport !== 'move' || taken === undefined) return;
  const known = store.sources.taken(source.name, file);
  // Under its name another file may stand by now, which waits to be read.
  if (known?.run !== id || (taken.sha256 ?? known.sha256) !== known.sha256) return;
  // A file that is refused overtakes nothing, unless it is the one that counts.
  const isOvertaking = into === 'done' || store.sources.get(source.name)?.accepted_run === id;
  if (isOvertaking && !(await putOlderAway(deps, run, taken.parts))) return;
  const folder = path.join(source.folder, into);
  for (const file of ownDoneFiles(source, taken)) await files.move({ file, into: folder });
  let isAway = true;
  for (const part of taken.parts)
    isAway = 'moved' in (await files.move({ file: part, into: folder })) && isAway;
  if (isAway && countsOnce(source)) store.sources.forgetTaken(source.name, [file]);
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
