import { codes } from '../domain/codes.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { CatalogStore, SourceConfig } from './ports.ts';

interface Standing {
  readonly file: string;
  /** Epoch ms by the clock of its share. */
  readonly writtenAt: number;
}

/** Delta files and `pick: each`: a later one counts on top of it. */
export function countsOnce({ contents, pick }: SourceConfig): boolean {
  return contents === 'delta' || pick === 'each';
}

/**
 * The ERP has written bytes again that it wrote before another file: by its name and content it is known, and what the
 * other one said counts. No time decides what is read (contract.md "Exports in"), but somebody must know that this was
 * not. Files that both stand in the folder are compared by the clock of their share alone.
 */
export function writtenAnew(
  { runs, sources }: CatalogStore,
  source: SourceConfig,
  { file, standing }: { readonly file: string; readonly standing: readonly Standing[] },
): Complaint | undefined {
  const run = runs.get(sources.taken(source.name, file)?.run ?? 0);
  const later = run && runs.after(run.id);
  if (!countsOnce(source) || run === undefined || later === undefined) return undefined;
  const writtenAt = (name: string): number | undefined =>
    standing.find((other) => other.file === name)?.writtenAt;
  const since = Math.max(writtenAt(later.file) ?? later.started_at, run.started_at);
  if ((writtenAt(file) ?? 0) <= since) return undefined;
  const rule = `was written anew with the very content that was read as run ${run.id}; ${later.file} (run ${later.id}) came after that and counts.`;
  return { code: 'FILE_KNOWN', file, rule, remedy: codes.FILE_KNOWN.remedy };
}
