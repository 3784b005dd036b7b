import type { CommitInput } from './commit-plan.ts';
import { isSending } from './held-rows.ts';
import { heldBefore } from './parked-rows.ts';
import type { CatalogStore, SourceConfig } from './ports.ts';
import type { Unsaid } from './unsaid-changes.ts';

/** What a whole stock export leaves out keeps its last stock, also where that was said and never sent. */
export function keepsLastStock({ kind, contents, missing }: SourceConfig): boolean {
  return kind === 'stock' && contents === 'full' && missing !== 'zero';
}

/**
 * Articles on the marketplace whose stock the file before said in a row that was held, rejected or not sent yet, and that
 * this file leaves out: nobody would say it again. Asked before the newer file withdraws what the older one had held.
 */
export function leftOut(
  store: CatalogStore,
  { source, run }: Pick<CommitInput, 'source' | 'run'>,
  gone: readonly number[],
): ReadonlyMap<string, Unsaid> {
  const before = store.sources.get(source.name)?.accepted_run ?? run.id;
  const found = new Map<string, Unsaid>();
  if (gone.length === 0 || before === run.id || !keepsLastStock(source)) return found;
  const held = heldBefore(store, source.name, run.id);
  const wished = wishedBy(store, source.name, before);
  for (const id of gone) {
    const product = store.mirror.get(id);
    if (product === undefined) continue;
    const { external_id: externalId, quantity_run: confirmedBy } = product;
    const rejected = store.complaints
      .ofProduct(before, externalId)
      .find(({ level }) => level === 'rejected');
    const isUnsent = wished.has(id) && confirmedBy !== before;
    if (rejected !== undefined) found.set(externalId, [before, rejected.row ?? 0, []]);
    else if (held.has(id) || isUnsent) found.set(externalId, [before, 0, ['availableQty']]);
  }
  return found;
}

/** Of which products the run would have sent a stock. */
function wishedBy(store: CatalogStore, source: string, run: number): ReadonlySet<number> {
  const plan = store.plans.ofRun(run);
  if (plan === undefined) return new Set();
  const { rows } = store.index.read(source);
  return new Set(rows.filter((_, record) => isSending(plan.marks[record] ?? 0)));
}
