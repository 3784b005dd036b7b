import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import type { TakenExport } from '../../store/taken.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';

/** Each file counts once, and later ones on top of it: files of changes, and `pick: each`. */
export function countsOnce({ contents, pick }: SourceConfig): boolean {
  return contents === 'delta' || pick === 'each';
}

/**
 * The ERP wrote file A, then B, then A again with the very same bytes. A is known by name and content, so
 * it is not read again and B counts: no time decides (contract.md "Exports in"). But somebody must know,
 * so it is reported. `writtenAt`: when a file in the folder was written, epoch ms by the share's clock; two
 * files there are compared by that clock alone.
 */
export function writtenAgain(
  { runs }: Pick<CatalogStore, 'runs'>,
  { file, run, startedAt }: TakenExport,
  writtenAt: (file: string) => number | undefined,
): Complaint | undefined {
  const written = writtenAt(file) ?? 0;
  if (startedAt === null || written <= startedAt) return undefined;
  const later = runs.after(run);
  if (later === undefined || written <= (writtenAt(later.file) ?? later.started_at))
    return undefined;
  const was = runs.get(run)?.refused == null ? 'read' : 'refused';
  const rule = `was written again with exactly the content that was ${was} as run ${run}; ${later.file} (run ${later.id}) came after that and is used.`;
  return complaintOf({ code: 'FILE_KNOWN', file, rule });
}
