import path from 'node:path';
import type { FileEntry } from '../../files/entry.ts';
import type { RunRow } from '../../store/runs.ts';
import type { TakenFile } from './copying.ts';
import type { OlderDeps } from './older-files.ts';
import { putOlderAway } from './older-files.ts';
import { countsOnce } from './written-anew.ts';

interface PutAwayDeps extends OlderDeps {
  /** What was read last under the name of the run's file. */
  readonly taken: TakenFile | undefined;
}

/**
 * `afterImport: move`. A file that cannot be moved now stays, and is known by its content all the same. Where each file
 * counts once, one that was put away is known no more: whatever comes under its name is another delivery.
 */
export async function putAway(
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
