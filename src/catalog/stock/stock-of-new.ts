import type { RunRow } from '../../store/runs.ts';
import { filesOfStock } from '../state/counting-file.ts';
import { countingRun } from '../state/counting-runs.ts';
import { keepsLastStock } from '../state/keeps-last.ts';
import { isOfNoRow } from '../terms/plan.ts';
import type { CatalogStore, ExportDeps, SourceConfig } from '../terms/ports.ts';
import { filesBack, stocksIn } from '../undo/exported-before.ts';
import type { Exported } from './open-stock.ts';

/**
 * An older stock file counts, because the newest run is an undo or a pause or brake keeps the newest file back. When it
 * was read nobody knew an article that is created now, so its stock was not kept. The file is asked once more for it;
 * where an article that a file leaves out keeps its stock, the files before it, too.
 */
export async function noteStockOfNew(deps: ExportDeps): Promise<void> {
  const { store, config } = deps;
  const source = config.sources.find(({ kind }) => kind === 'stock');
  if (source === undefined) return;
  const run = countingRun(store, source.name);
  const isKeptBack = store.sources.acceptedRun(source.name) !== run;
  const isUndo = store.runs.get(run)?.undoes != null;
  if (!isKeptBack && !isUndo) return;
  for (const file of filesBehind(store, source, run)) await noteStockOf(deps, source, file);
}

/**
 * What the files that count behind an undo say of the stock of articles that are not on the marketplace. The next file
 * need not repeat it, and from then on only that one is asked, so it is kept now.
 */
export async function stockOfUncreated(
  deps: ExportDeps,
  source: SourceConfig,
  undo: Pick<RunRow, 'id' | 'quantities'>,
): Promise<ReadonlyMap<string, Exported>> {
  const { store } = deps;
  const found = new Map<string, Exported>();
  if (undo.quantities === 0 || source.kind !== 'stock' || !isNotRepeated(source)) return found;
  const isWanted = (externalId: string): boolean =>
    !found.has(externalId) && store.mirror.find(externalId)?.content_hash == null;
  for (const file of filesBehind(store, source, undo.id))
    for (const [externalId, quantity] of await stocksIn(deps, source, { file, isWanted }))
      found.set(externalId, { quantity, run: file.id });
  return found;
}

function isNotRepeated(source: SourceConfig): boolean {
  return source.contents === 'delta' || keepsLastStock(source);
}

function* filesBehind(store: CatalogStore, source: SourceConfig, run: number): Generator<RunRow> {
  let left = isNotRepeated(source) ? filesBack : 1;
  for (const file of filesOfStock(store, run)) {
    if (isDoubted(store, source, file.id)) continue;
    yield file;
    left -= 1;
    if (left === 0) return;
  }
}

/** A brake kept back all stock of the file, or sums that may lack rows, and nobody released it (I13). */
function isDoubted({ holds }: CatalogStore, { duplicates }: SourceConfig, run: number): boolean {
  const doubtful = duplicates === 'sum' ? ['factor', 'zeroed'] : ['factor'];
  const open = holds.open().filter((hold) => hold.run === run);
  // A hold that a later look at the same file withdrew is no doubt any more.
  const overtaken = holds
    .endedOf(run, 'WITHDRAWN')
    .filter((hold) => hold.ended_by !== `run ${run}`);
  return [...open, ...overtaken].some((hold) => isOfNoRow(hold) || doubtful.includes(hold.kind));
}

async function noteStockOf(deps: ExportDeps, source: SourceConfig, file: RunRow): Promise<void> {
  const { mirror, transaction } = deps.store;
  // Of a large file only the articles without a stock are wanted: no other one is looked up.
  const wanted = new Map(mirror.unstocked(file.id).map((row) => [row.external_id, row.id]));
  if (wanted.size === 0) return;
  const isWanted = (externalId: string): boolean => wanted.has(externalId);
  const stocks = await stocksIn(deps, source, { file, isWanted });
  transaction(() => {
    for (const [externalId, quantity] of stocks)
      mirror.setExported(wanted.get(externalId) ?? 0, quantity, file.id);
  });
}
