import { codes } from '../../domain/codes.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { complaintOf } from '../../domain/complaint.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import { countingFile } from '../state/counting-file.ts';
import { count } from '../terms/file-facts.ts';
import { kindOf, kinds } from '../terms/plan.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import type { CommitInput } from './commit-plan.ts';

const code = 'FILE_ALL_LEFT_OUT';

/**
 * A word of where: that no row has leaves nothing to send, and no row would be wrong. Of changes, a day may well bring
 * none that are wanted; rows of articles that nobody knows are wanted and skipped.
 */
export function allLeftOutNote({
  source,
  run,
  result: { marks, filled },
}: Pick<CommitInput, 'source' | 'run' | 'result'>): Complaint | undefined {
  if (source.contents === 'delta' || source.where.length === 0 || marks.length === 0)
    return undefined;
  if (filled.rows > 0 || !marks.every((mark) => kindOf(mark) === kinds.skipped)) return undefined;
  const rule = `where: of the source leaves out all ${count(marks.length)} rows of ${run.file}: nothing of it counts.`;
  return complaintOf({ code, rule });
}

/** A hold says it where the file would take away all that the one before named. */
export function allLeftOutNeed(store: CatalogStore, { name }: SourceConfig): NeedsYou[] {
  const run = countingFile(store, store.sources.get(name)?.accepted_run);
  const note = run && noteOf(store, run.id);
  const isHeld = store.holds.open().some((hold) => hold.source === name && hold.kind === 'empty');
  if (note === undefined || isHeld) return [];
  return [
    {
      id: `left-out-${name}`,
      what: `${name}: no row of the export is used.`,
      cause: note,
      effect: 'Nothing of the source is sent; what was sent before stays.',
      fix: codes[code].remedy,
    },
  ];
}

function noteOf({ complaints }: CatalogStore, run: number): string | undefined {
  return complaints.notesOf(run).find((note) => note.code === code)?.rule;
}
