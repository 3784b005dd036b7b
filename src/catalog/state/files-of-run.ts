import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore } from '../terms/ports.ts';

/**
 * The files that a run took together as one export; the places of its rows name them. Undefined where it was one file.
 */
export function filesOfRun(
  { spool }: Pick<CatalogStore, 'spool'>,
  { sha256 }: Pick<RunRow, 'sha256'>,
): readonly string[] | undefined {
  const parts = spool.get(sha256)?.parts ?? [];
  return parts.length > 1 ? parts.map(({ name }) => name) : undefined;
}
