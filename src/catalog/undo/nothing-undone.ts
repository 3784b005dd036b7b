import { type Complaint, complaintText } from '../../domain/complaint.ts';
import { count, countedWithCommas } from '../../domain/counted.ts';
import { shownExport } from '../../domain/file-name.ts';
import type { HoldRow } from '../../store/plans.ts';
import type { RunRow } from '../../store/runs.ts';
import { takenOff } from '../requests/taken-off.ts';
import { heldNow, sendsOnRelease } from '../state/held-facts.ts';
import { noteOf } from '../state/note-of.ts';
import type { CatalogStore, StateDeps } from '../terms/ports.ts';
import type { Reverse } from './reverse.ts';
import { touchedBy } from './touched.ts';

/**
 * Why there is nothing to take back, which an empty plan would leave to be guessed. Undefined where there is something.
 */
export function whyNothing(
  { store, config }: StateDeps,
  run: RunRow,
  { reversals, created, left, quantitiesLeft }: Reverse,
): string | undefined {
  if (reversals.length + created.length + left.length + quantitiesLeft > 0) return undefined;
  const name = `Run ${run.id} (${shownExport(run.file)})`;
  const hasSent = run.sent > 0 || takenOff(store, run.id).size > 0;
  const isBack = hasSent && touchedBy(store, run.id).size > 0;
  const [what, pictures] = namesPictures(config, run)
    ? ['no content and no stock', picturesText]
    : ['nothing', ''];
  if (isBack)
    return `${name} leaves nothing to take back: what it changed is by now as it was before it.${pictures}`;
  return `${name} changed ${what} on the marketplace: ${whyUnsent(store, run)}${holdText({ store, config }, run)}${pictures}`;
}

const picturesText =
  ' Pictures that it named stay as they are: undo takes none back. To show a former picture, export its name again.';

/** Which picture a row names is kept without the run that said it, so of such a run nobody knows. */
function namesPictures(
  { sources }: StateDeps['config'],
  { source, refused, read }: RunRow,
): boolean {
  const names = sources.some(({ name, mapping }) => name === source && mapping.picture);
  return names && refused === null && read > 0;
}

function whyUnsent(store: CatalogStore, run: RunRow): string {
  if (run.refused !== null) {
    const refused = JSON.parse(run.refused) as Complaint;
    return `its file was refused. ${complaintText(refused)}`;
  }
  const overtaken = noteOf(store, run.id, 'FILE_OVERTAKEN');
  if (overtaken !== undefined) return `it ${overtaken.rule}`;
  return run.read === 0 ? 'it has no rows.' : `of ${rowsText(run)}.`;
}

/**
 * `sent with another run`: the first stock of a new article
 * travels in the request that creates it, by a run of products.
 */
function rowsText({ read, sent, unchanged, braked, rejected, skipped, waiting }: RunRow): string {
  const ends = [
    [sent, 'sent with another run'],
    [unchanged, 'in step already'],
    [braked, 'held'],
    [rejected, 'rejected'],
    [skipped, 'skipped'],
    [waiting, 'waiting for an answer'],
  ] as const;
  const parts = ends.filter(([rows]) => rows > 0).map(([rows, end]) => `${count(rows)} ${end}`);
  return `its ${countedWithCommas(read, 'row')}, ${parts.join(', ')}`;
}

export function holdOf({ holds }: CatalogStore, { id }: RunRow): HoldRow | undefined {
  return holds.open().find(({ run }) => run === id);
}

function holdText({ store, config }: StateDeps, run: RunRow): string {
  const hold = holdOf(store, run);
  if (hold === undefined) return '';
  const { id, remedy } = heldNow({ store, config }, hold);
  if (remedy !== undefined) return ` ${remedy}`;
  return sendsOnRelease(config, hold)
    ? ` What it would change is held: stockhand release ${id}.`
    : ' What is held is stock, which another source gives now.';
}
