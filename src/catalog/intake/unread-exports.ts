import { type Complaint, complaintOf, complaintText } from '../../domain/complaint.ts';
import type { HoldRow } from '../../store/plans.ts';
import type { RunRow } from '../../store/runs.ts';
import { heldFacts } from '../state/held-facts.ts';
import { heldAs, settledBy } from '../state/refused-changes.ts';
import { undoneOf } from '../state/undone.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import type { IntakeLook } from './intake.ts';

type Source = Pick<SourceConfig, 'name'>;

/** contract.md `undo`: the undone content is refused for that source until other content comes. */
function undoneContent(file: string): Complaint {
  const rule = 'was taken back by undo and is not read again.';
  return complaintOf({ code: 'FILE_UNDONE', file, rule });
}

/**
 * Files that are not taken: those that the last look saw, and
 * the newest export if undo took it back, even without a look.
 */
export function untakenOf(
  store: CatalogStore,
  source: Source,
  look: Pick<IntakeLook, 'refused' | 'undone'> | undefined,
): readonly Complaint[] {
  const refused = look?.refused ?? [];
  const contents = undoneOf(store, source.name);
  // Since the look the undo may have been taken back itself.
  const seen = look?.undone.filter(({ sha256 }) => contents.includes(sha256)) ?? [];
  const undone = seen.length > 0 ? seen : [undoneExport(store, source)];
  return [...refused, ...undone.flatMap((one) => (one ? [undoneContent(one.file)] : []))];
}

/** The newest export, if undo took it back. */
export function undoneExport(
  { sources, runs }: CatalogStore,
  { name }: Source,
): RunRow | undefined {
  const undone = undoneOf({ sources }, name);
  if (undone.length === 0) return undefined;
  const newest = runs.newestExport(name);
  // A refused one is told with its own reason.
  if (newest === undefined || newest.refused !== null) return undefined;
  return undone.includes(newest.sha256) ? newest : undefined;
}

export function settledText({ file }: RunRow, { ended_by: who }: HoldRow): string {
  return `${file} was refused and settled by ${who}: nothing of it was sent, and it is not read again.`;
}

/** In words, exports of a source that came and were not read: those that the state knows, and those that a look saw. */
export function notRead(
  store: CatalogStore,
  source: Source,
  look: Pick<IntakeLook, 'refused' | 'undone'> | undefined,
): readonly string[] {
  const { name } = source;
  const asked = store.holds.open().filter((hold) => hold.source === heldAs(name));
  const newest = store.runs.newestExport(name);
  const refused =
    newest?.refused == null || asked.some(({ run }) => run === newest.id)
      ? []
      : [refusedText(store, newest, newest.refused)];
  return [
    ...asked.map((hold) => `${hold.sentence.trim()} ${heldFacts(store, hold).remedy}`),
    ...refused,
    ...untakenOf(store, source, look).map((untaken) => `${name}: ${complaintText(untaken)}`),
  ];
}

function refusedText(store: CatalogStore, run: RunRow, refused: string): string {
  const settled = settledBy(store, run.id);
  if (settled !== undefined) return `${run.source}: ${settledText(run, settled)}`;
  const { file, ...why } = JSON.parse(refused) as Complaint;
  return `${file ?? run.file} of ${run.source} was refused: ${complaintText(why)}`;
}
