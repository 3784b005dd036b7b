import type { RunRow } from '../../store/runs.ts';
import type { OpenExport } from '../export/open-export.ts';
import { openExport } from '../export/open-export.ts';
import type { Mapped } from '../mapping/mapped-row.ts';
import { filesOfStock } from '../state/counting-file.ts';
import { countingRun } from '../state/counting-runs.ts';
import { keepsLastStock } from '../state/keeps-last.ts';
import { isOfNoRow } from '../terms/plan.ts';
import type { CatalogStore, ExportDeps, SourceConfig } from '../terms/ports.ts';
import { filesBack } from '../undo/exported-before.ts';

/**
 * Behind an undo, and behind a file that a pause or a brake keeps back, an older stock file counts, and is not read again.
 * What it says of articles that nobody knew when it was read is kept nowhere, so it is asked once more before they are
 * created; where what a file leaves out keeps its stock, the files before it are, too.
 */
export async function noteStockOfNew(deps: ExportDeps): Promise<void> {
  const { store, config } = deps;
  const source = config.sources.find(({ kind }) => kind === 'stock');
  // Sums stand in no row.
  if (source === undefined || source.duplicates === 'sum') return;
  for (const file of filesBehind(store, source)) await noteStockOf(deps, source, file);
}

function* filesBehind(store: CatalogStore, source: SourceConfig): Generator<RunRow> {
  const run = countingRun(store, source.name);
  const isKeptBack = store.sources.get(source.name)?.accepted_run !== run;
  const isUndo = store.runs.get(run)?.undoes != null;
  if (!isKeptBack && !isUndo) return;
  let left = source.contents === 'delta' || keepsLastStock(source) ? filesBack : 1;
  for (const file of filesOfStock(store, run)) {
    if (isDoubted(store, file.id)) continue;
    yield file;
    left -= 1;
    if (left === 0) return;
  }
}

/** A brake kept back all that it says of any stock, and nobody said yes (I13). */
function isDoubted({ holds }: CatalogStore, run: number): boolean {
  const open = holds.open().filter((hold) => hold.run === run);
  // Its own reading withdraws what is doubted no more.
  const overtaken = holds
    .endedOf(run, 'WITHDRAWN')
    .filter((hold) => hold.ended_by !== `run ${run}`);
  return [...open, ...overtaken].some((hold) => isOfNoRow(hold) || hold.kind === 'factor');
}

async function noteStockOf(deps: ExportDeps, source: SourceConfig, file: RunRow): Promise<void> {
  const { store } = deps;
  // Most articles of a large file are known: it is read for those that are not, and none of the others is looked up.
  const wanted = new Map(store.mirror.unstocked(file.id).map((row) => [row.external_id, row.id]));
  const spooled = wanted.size === 0 ? undefined : store.spool.get(file.sha256);
  const opened = spooled && (await openExport(deps, source, spooled));
  if (opened === undefined || 'refusal' in opened) return;
  const stocks = await stocksOf(wanted, source, opened).finally(opened.close);
  store.transaction(() => {
    for (const [product, quantity] of stocks)
      if (quantity !== undefined) store.mirror.setExported(product, quantity, file.id);
  });
}

/**
 * By product; undefined where a row of it is rejected, or a second one says that neither counts, or where its number may
 * be a thousand times too much (pass/doubted-groups.ts).
 */
async function stocksOf(
  wanted: ReadonlyMap<string, number>,
  { duplicates }: SourceConfig,
  { reader, mapper }: OpenExport,
): Promise<ReadonlyMap<number, number | undefined>> {
  const stocks = new Map<number, number | undefined>();
  const grouped = new Set<number>();
  let isOppositeShown = false;
  const note = (mapped: Mapped): void => {
    const said = mapped.kind === 'row' ? (mapped.quantity ?? undefined) : undefined;
    isOppositeShown ||= mapped.kind === 'rejected' && mapped.opposite !== undefined;
    for (const product of namedBy(mapped).flatMap((id) => wanted.get(id) ?? [])) {
      const counts = !stocks.has(product) || duplicates === 'last';
      stocks.set(product, counts ? said : undefined);
      if (mapped.kind === 'row' && mapped.group !== undefined) grouped.add(product);
    }
  };
  for await (const { records } of reader.batches())
    for (const record of records) note(mapper.map(record));
  if (isOppositeShown) for (const product of grouped) stocks.set(product, undefined);
  return stocks;
}

function namedBy(mapped: Mapped): readonly string[] {
  if (mapped.kind === 'skipped') return [];
  const { externalId } = mapped;
  const others = mapped.kind === 'rejected' ? (mapped.others ?? []) : [];
  return externalId === undefined ? others : [externalId, ...others];
}
