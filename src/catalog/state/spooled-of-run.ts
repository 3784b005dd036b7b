import type { RunRow } from '../../store/runs.ts';
import type { CatalogStore, SpooledExport } from '../terms/ports.ts';

/**
 * The bytes of a run. Two files with the same bytes have one copy, under the name of the first: one file alone has the
 * name that the run knows. The digest of several says their names, too.
 */
export function spooledOfRun(
  { spool }: Pick<CatalogStore, 'spool'>,
  { sha256, file: name }: Pick<RunRow, 'sha256' | 'file'>,
): SpooledExport | undefined {
  const spooled = spool.get(sha256);
  const [only, ...others] = spooled?.parts ?? [];
  if (spooled === undefined || only === undefined || others.length > 0) return spooled;
  return { ...spooled, parts: [{ ...only, name }] };
}
