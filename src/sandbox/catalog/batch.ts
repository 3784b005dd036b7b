import { ItemRefused, reasonOf } from '../base/item-refused.ts';
import type { Market } from '../base/market.ts';
import type { Trace } from '../service/declaration.ts';
import { countInSessions } from './session.ts';

export type ItemFailure = { externalId: unknown; index: number; errorCode: string; error: string };

/**
 * Does each item by itself: one that fails is undone alone and reported, the others stay (spec
 * "Catalog rules": the request itself still returns 200).
 */
export function eachItem(
  market: Market,
  { items, trace }: { items: readonly unknown[]; trace: Trace },
  work: (item: unknown) => void,
): ItemFailure[] {
  const failures: ItemFailure[] = [];
  for (const [index, item] of items.entries()) {
    const effectsBefore = trace.effects.length;
    try {
      if (trace.halfBatch !== undefined && index % 2 === 1) throw halfFailed(trace.halfBatch);
      market.store.transaction(() => work(item));
    } catch (error) {
      trace.effects.length = effectsBefore;
      countInSessions(market, 'failedItems');
      failures.push({ externalId: externalIdOf(item), index, ...reasonOf(error) });
    }
  }
  return failures;
}

function halfFailed(errorCode: string): ItemRefused {
  return new ItemRefused(errorCode, 'The item was refused by the chosen weather');
}

function externalIdOf(item: unknown): unknown {
  return (item as { externalId?: unknown } | null)?.externalId;
}
