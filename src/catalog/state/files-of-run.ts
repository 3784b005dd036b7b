import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore } from '../terms/ports.ts';

/** The files of a run that were taken together, which the places of its rows refer to; undefined where it was one. */
export function filesOfRun(
  { spool }: Pick<CatalogStore, 'spool'>,
  { sha256 }: Pick<RunRow, 'sha256'>,
): readonly string[] | undefined {
  const parts = spool.get(sha256)?.parts ?? [];
  return parts.length > 1 ? parts.map(({ name }) => name) : undefined;
}
