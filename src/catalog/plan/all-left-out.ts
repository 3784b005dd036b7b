import { codes } from '../../domain/codes.ts';
import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { count } from '../../domain/counted.ts';
import type { NeedsYou } from '../../domain/facts.ts';
import { shownExport } from '../../domain/file-name.ts';
import { fileInUse } from '../state/counting-file.ts';
import { noteOf } from '../state/note-of.ts';
import { kindOf, kinds } from '../terms/plan.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import type { CommitInput } from './commit-plan.ts';

const code = 'FILE_ALL_LEFT_OUT';

/**
 * `where:` asks for a word that no row has (a typing error): nothing is sent, and no row is called wrong. So the file
 * gets a note. Not a file of changes, which may well bring no wanted row on some day. Rows that are skipped because
 * nobody knows their article are wanted (`filled` counts them).
 */
export function allLeftOutNote({
  source,
  run,
  result: { marks, filled },
}: Pick<CommitInput, 'source' | 'run' | 'result'>): Complaint | undefined {
  if (source.contents === 'delta' || source.where.length === 0 || marks.length === 0)
    return undefined;
  if (filled.rows > 0 || !marks.every((mark) => kindOf(mark) === kinds.skipped)) return undefined;
  const rule = `where: of the source leaves out all ${count(marks.length)} rows of ${shownExport(run.file)}: nothing of it is used.`;
  return complaintOf({ code, rule });
}

/** Not told beside a hold for an empty file, which says the same. */
export function allLeftOutNeed(store: CatalogStore, { name }: SourceConfig): NeedsYou[] {
  const run = fileInUse(store, name);
  const note = run && noteOf(store, run.id, code);
  const isHeld = store.holds.open().some((hold) => hold.source === name && hold.kind === 'empty');
  if (note === undefined || isHeld) return [];
  return [
    {
      id: `left-out-${name}`,
      what: `${name}: no row of the export is used.`,
      cause: note.rule,
      effect: 'Nothing of the source is sent; what was sent before stays.',
      fix: codes[code].remedy,
    },
  ];
}
