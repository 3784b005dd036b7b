import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { RunRow } from '../store/runs.ts';
import type { CommitInput } from './commit-plan.ts';
import { holdKinds, holdOf, kindOf, kinds } from './plan.ts';
import type { CatalogStore } from './ports.ts';
import { touchedBy } from './touched.ts';

/** What this plan sends or takes away. */
interface Planned {
  readonly marks: Uint8Array;
  readonly vanished: readonly number[];
}

/** Stock changes by trade. */
const sends = new Set<number>([kinds.upsert, kinds.create]);

/** The first export after an undo counts again, for all its articles: what it takes from the undo is told. */
export function afterUndoNote(
  store: CatalogStore,
  { source, run, result }: Pick<CommitInput, 'source' | 'run' | 'result'>,
  { marks, vanished }: Planned,
): Complaint | undefined {
  const undo = undoBefore(store, source.name, run.id);
  if (undo === undefined) return undefined;
  const left = new Set(touchedBy(store, undo.id).keys());
  const sent = [...touchedBy(store, run.id)].filter(([, { was }]) => was !== undefined);
  const moved = new Set([...vanished, ...sent.map(([product]) => product)]);
  for (let row = 0; row < marks.length; row += 1)
    if (isSent(marks[row] ?? 0)) moved.add(result.ids[row] ?? 0);
  const count = [...left].filter((product) => moved.has(product)).length;
  if (count === 0) return undefined;
  const articles = count === 1 ? '1 article' : `${count} articles`;
  const rule = `${run.file} changes ${articles} again that undo of run ${undo.undoes} had taken back (run ${undo.id}).`;
  return { code: 'FILE_AFTER_UNDO', rule, remedy: codes.FILE_AFTER_UNDO.remedy };
}

/** The undo that counted when the run came, also where the run is looked at again. */
function undoBefore({ sources, runs }: CatalogStore, source: string, run: number) {
  const accepted = sources.get(source)?.accepted_run ?? 0;
  const before: RunRow | undefined = runs.get(
    accepted === run ? (runs.get(run)?.before ?? 0) : accepted,
  );
  return before?.undoes == null ? undefined : before;
}

function isSent(mark: number): boolean {
  return holdOf(mark) === holdKinds.none && sends.has(kindOf(mark));
}
