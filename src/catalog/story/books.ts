import { shownValue } from '../../domain/complaint.ts';
import { counted } from '../../domain/counted.ts';
import type { RunBooks } from '../../domain/facts.ts';
import { shownExport } from '../../domain/file-name.ts';
import { placeText } from '../../domain/row-place.ts';
import type { RunRow } from '../../store/runs.ts';
import { filesOfRun } from '../state/files-of-run.ts';
import { noteOf } from '../state/note-of.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { whyRefused } from '../terms/refusal.ts';

/** The books as people see them: `held` is what a brake holds and what waits for an answer. */
export function booksOfRun(run: RunRow): RunBooks {
  const { id, source, file, sha256, read, unchanged, sent, rejected, skipped, waiting } = run;
  const held = run.braked + waiting;
  return {
    run: id,
    source,
    file,
    sha256,
    read,
    unchanged,
    sent,
    held,
    rejected,
    skipped,
    waiting,
    final: run.final === 1,
    ...(run.refused === null ? {} : { isRefused: true }),
  };
}

/**
 * The notes on a run: those on the file as a whole, and how many rows have a note, with the first of these.
 */
export function notesOf(
  store: Pick<CatalogStore, 'complaints' | 'runs' | 'spool'>,
  run: number,
): string[] {
  const { complaints } = store;
  const notes = complaints.notesOf(run).map(({ value, rule }) => [value, rule].join(' ').trim());
  const { count, first } = complaints.notedRows(run);
  if (first?.row == null) return notes;
  const { row, column_name: column, value, rule } = first;
  const { sha256 = '' } = store.runs.get(run) ?? {};
  const place = [
    placeText(row, filesOfRun(store, { sha256 })),
    column,
    value === null ? null : `"${shownValue(value)}"`,
  ];
  const where = place.filter((part) => part !== null).join(', ');
  const noted = count === 1 ? 'A note on a row' : `${count} notes on rows, first`;
  return [...notes, `${noted}: ${where}: ${rule}`];
}

/** Says which newer file overtook this one before all of it was read and sent. */
export function overtakenText(
  store: Pick<CatalogStore, 'complaints'>,
  run: number,
): string | undefined {
  const overtaken = noteOf(store, run, 'FILE_OVERTAKEN');
  return overtaken && `${overtaken.value} ${overtaken.rule}`;
}

/** What is told of a run beside its books. */
interface Besides {
  readonly takenOff: string | undefined;
  readonly notes: readonly string[];
}

/** How an import ended, for the list of events; undefined while it continues. */
export function runText(run: RunRow, besides: () => Besides): string | undefined {
  if (run.refused !== null) {
    return `Refused: ${whyRefused(run.refused)}`;
  }
  if (run.final === 0) return undefined;
  const { file, id, read, unchanged, sent, braked, rejected, skipped } = run;
  const held = braked === 0 ? '' : `, ${braked} held`;
  const { takenOff, notes } = besides();
  const off = takenOff === undefined ? '' : `, ${takenOff}`;
  const books = `${shownExport(file)} (run ${id}): ${counted(read, 'row')} read, ${sent} sent, ${unchanged} unchanged, ${rejected} rejected, ${skipped} skipped${held}${off}.`;
  return [books, ...notes].join(' ');
}
