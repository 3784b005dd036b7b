import type { Complaint } from '../../domain/complaint.ts';
import { complaintOf } from '../../domain/complaint.ts';
import type { TakenExport } from '../../store/taken.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';

/** Delta files and `pick: each`: a later one counts on top of it. */
export function countsOnce({ contents, pick }: SourceConfig): boolean {
  return contents === 'delta' || pick === 'each';
}

/**
 * The ERP has written bytes again that it wrote before another file: by its name and content it is known, and what the
 * other one said counts. No time decides what is read (contract.md "Exports in"), but somebody must know that this was
 * not. Files that both stand in the folder are compared by the clock of their share alone. `writtenAt`: epoch ms by that
 * clock, of what stands there.
 */
export function writtenAnew(
  { runs }: Pick<CatalogStore, 'runs'>,
  { file, run, startedAt }: TakenExport,
  writtenAt: (file: string) => number | undefined,
): Complaint | undefined {
  const written = writtenAt(file) ?? 0;
  if (startedAt === null || written <= startedAt) return undefined;
  const later = runs.after(run);
  if (later === undefined || written <= (writtenAt(later.file) ?? later.started_at))
    return undefined;
  const rule = `was written anew with the very content that was read as run ${run}; ${later.file} (run ${later.id}) came after that and counts.`;
  return complaintOf({ code: 'FILE_KNOWN', file, rule });
}
