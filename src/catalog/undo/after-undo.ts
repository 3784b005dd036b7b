import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { counted } from '../../domain/counted.ts';
import { shownExport } from '../../domain/file-name.ts';
import type { RunRow } from '../../store/runs.ts';
import type { CommitInput } from '../plan/commit-plan.ts';
import { chainOf, takingBack } from '../state/undo-chain.ts';
import { holdKinds, holdOf, isOfLane, kindOf } from '../terms/plan.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { touchedBy } from './touched.ts';

/** What this plan sends or takes away. */
interface Planned {
  readonly marks: Uint8Array;
  readonly vanished: readonly number[];
}

type Input = Pick<CommitInput, 'source' | 'run' | 'result'>;

/**
 * A person took back run 7. The next export counts in full, so it may say the same again: the note tells how many of
 * the articles that undos put back it changes.
 */
export function afterUndoNote(
  store: CatalogStore,
  input: Input,
  planned: Planned,
): Complaint | undefined {
  const { source, run } = input;
  const undos = undosBefore(store, source.name, run.id);
  const left = leftBy(store, undos);
  if (left.size === 0) return undefined;
  const moved = movedBy(store, input, planned);
  const count = [...left].filter(
    ([product, { isStock }]) => moved.content.has(product) || (isStock && moved.stock.has(product)),
  ).length;
  if (count === 0) return undefined;
  const articles = counted(count, 'article');
  const names = undos.map(({ id, undoes }) => `undo of run ${undoes} (run ${id})`).join(' and ');
  const rule = `${shownExport(run.file)} changes ${articles} again that ${names} had taken back.`;
  return complaintOf({ code: 'FILE_AFTER_UNDO', rule });
}

/** By article that an undo touched. Stock changes with every sale, so `isStock` only where an undo put stock back. */
function leftBy(store: CatalogStore, undos: readonly RunRow[]) {
  const left = new Map<number, { isStock: boolean }>();
  for (const { id } of undos)
    for (const [product, { stock }] of touchedBy(store, id))
      left.set(product, { isStock: stock !== undefined || left.get(product)?.isStock === true });
  return left;
}

/** What the run changes: what it has sent already, where it is looked at again, and what it is about to send. */
function movedBy(store: CatalogStore, { run, result }: Input, { marks, vanished }: Planned) {
  const content = new Set(vanished);
  const stock = new Set<number>();
  for (const [product, sent] of touchedBy(store, run.id)) {
    if (sent.content !== undefined) content.add(product);
    if (sent.stock !== undefined) stock.add(product);
  }
  for (let row = 0; row < marks.length; row += 1) {
    const mark = marks[row] ?? 0;
    if (holdOf(mark) !== holdKinds.none) continue;
    const kind = kindOf(mark);
    if (isOfLane(kind, 'products')) content.add(result.ids[row] ?? 0);
    if (isOfLane(kind, 'stock')) stock.add(result.ids[row] ?? 0);
  }
  return { content, stock };
}

/** The undos that counted when the run came, oldest first, also where the run is looked at again. */
function undosBefore({ sources, runs }: CatalogStore, source: string, run: number): RunRow[] {
  const accepted = sources.acceptedRun(source) ?? 0;
  const { undos } = chainOf(runs, accepted === run ? runs.get(run)?.before : accepted);
  return takingBack(undos)
    .map(({ undo }) => undo)
    .reverse();
}
