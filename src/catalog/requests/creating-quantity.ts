import type { MappedRow } from '../mapping/mapped-row.ts';
import type { DiffRules } from '../pass/diff.ts';
import { isUnsure } from '../pass/diff.ts';
import type { Knowledge } from '../pass/knowledge.ts';
import { countingRun } from '../state/counting-runs.ts';
import { emptyingFile, leavesOut } from '../state/leaves-out.ts';
import { unsaidOf } from '../state/unsaid-changes.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import type { EngineDeps } from '../terms/ports.ts';

/** The source that a creating upsert carries the quantity for. */
export interface StockSource {
  /** Its newest run. */
  readonly run?: number;
  /** Articles of which it has said what could not be read. */
  readonly unsaid: ReadonlySet<string>;
  /** True where its file that counts names no such article, which says that there is none of it (`missing: zero`). */
  leavesOut(externalId: string): boolean;
  /** Articles of which it said last that there is none, where a brake keeps that back. */
  readonly heldAtNothing: ReadonlySet<number>;
}

export function stockOwner(deps: Pick<EngineDeps, 'store' | 'config'>): StockSource {
  const { store, config } = deps;
  const stock = config.sources.find(({ kind }) => kind === 'stock');
  if (stock === undefined)
    return { unsaid: new Set(), leavesOut: () => false, heldAtNothing: new Set() };
  const run = countingRun(store, stock.name);
  // Of a file that a pause or a brake keeps back nothing travels with what another source sends (I13): the one before counts.
  const file = emptyingFile(deps, stock, run);
  return {
    ...(run === 0 ? {} : { run }),
    unsaid: new Set(Object.keys(unsaidOf(store, stock.name))),
    leavesOut: (externalId) => file !== undefined && leavesOut(deps, file, externalId),
    heldAtNothing: heldAtNothing(store, stock.name),
  };
}

/** `vanished` of a stock source: what its file leaves out has no stock. */
const emptying: readonly string[] = ['zeroed', 'vanished'];

function heldAtNothing({ holds }: EngineDeps['store'], source: string): ReadonlySet<number> {
  const of = holds.open().filter((hold) => hold.source === source && emptying.includes(hold.kind));
  return new Set(of.flatMap(({ id }) => [...(holds.productsOf(id) ?? [])]));
}

interface Asked {
  readonly stock: StockSource;
  readonly rules: DiffRules;
  readonly knowledge: Knowledge;
}

interface Row {
  readonly mapped: MappedRow;
  readonly product: KnownProduct;
}

/**
 * Where a stock source owns the quantity, only the upsert that creates the product carries one: what the stock source
 * exported, else what the row says (contract.md "Who owns a field", fault 138). An item without one confirms none. After
 * a restore any upsert may be one that creates (fault 34).
 */
export function quantityOfUpsert(
  { stock, rules, knowledge }: Asked,
  { mapped, product }: Row,
): { readonly quantity: number | null; readonly quantityRun?: number } {
  const own = { quantity: knowledge.sendable(product, mapped.quantity ?? null) };
  if (!rules.stockIsOwnedElsewhere) return own;
  const mayBeGone = isUnsure(product);
  if (product.contentHash !== null && !mayBeGone) return { quantity: null };
  // A brake keeps what buyers have; to an article that comes anew it gives nothing that is not there any more.
  if (product.contentHash === null && stock.heldAtNothing.has(product.id)) return { quantity: 0 };
  // What the stock source said before a restore is not said of now.
  if (mayBeGone && product.exportedRun === null) return { quantity: null };
  if (product.exportedQuantity === null) {
    if (stock.unsaid.has(product.externalId)) return { quantity: null };
    return own.quantity === null ? { quantity: unnamedQuantity(stock, product) } : own;
  }
  // A newer file may not name it: what that one knew of open orders its stock did not.
  const quantityRun = product.exportedRun ?? stock.run;
  const quantity = knowledge.sendable(product, product.exportedQuantity, quantityRun);
  return { quantity, ...(quantityRun === undefined ? {} : { quantityRun }) };
}

/** What a product has that is created without a quantity is not specified: it may be any stock. */
function unnamedQuantity(stock: StockSource, { externalId }: KnownProduct): number | null {
  return stock.leavesOut(externalId) ? 0 : null;
}
