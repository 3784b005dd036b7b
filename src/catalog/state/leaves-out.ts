import type { RunRow } from '../../store/runs.ts';
import type { SourceConfig, StateDeps } from '../terms/ports.ts';
import { filesOfStock } from './counting-file.ts';
import { meaningOfVanished } from './vanished.ts';

/** Under `missing: zero`: the newest stock file that counts, from `newest` back. What it leaves out has no stock. */
export function emptyingFile(
  { store, config }: StateDeps,
  source: SourceConfig,
  newest = store.sources.acceptedRun(source.name),
): RunRow | undefined {
  if (meaningOfVanished(source, config) !== 'zero') return undefined;
  return filesOfStock(store, newest).next().value;
}

/** The file really leaves the article out. A rejected row gave no stock either, but it names its article. */
export function leavesOut(
  { store }: Pick<StateDeps, 'store'>,
  file: RunRow,
  article: string,
): boolean {
  if (file.rejected === 0) return true;
  const complaints = store.complaints.ofProduct(file.id, article);
  return !complaints.some(({ level, row }) => level === 'rejected' && row !== null);
}
