import type { MappedRow } from '../mapping/mapped-row.ts';
import { type DiffRules, isUnsure } from '../pass/diff.ts';
import type { Knowledge } from '../pass/knowledge.ts';
import { countingRun } from '../state/counting-runs.ts';
import { emptyingFile, leavesOut } from '../state/leaves-out.ts';
import { unappliedOf } from '../state/unapplied-changes.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import type { EngineDeps, StateDeps } from '../terms/ports.ts';
import { isInactive } from '../terms/traits.ts';

/** The stock source whose quantity an upsert carries that creates a product. */
export interface StockSource {
  /** Its newest run. */
  readonly run?: number;
  /** Articles of which it said something that could not be read or was not sent. */
  readonly unapplied: ReadonlySet<string>;
  /** Under `missing: zero`: its file that counts leaves the article out, so the stock is 0. */
  leavesOut(externalId: string): boolean;
  /** Articles whose last stock is 0, which a brake keeps back. */
  readonly heldAtNothing: ReadonlySet<number>;
}

export function stockOwner(deps: StateDeps): StockSource {
  const { store, config } = deps;
  const stock = config.sources.find(({ kind }) => kind === 'stock');
  if (stock === undefined)
    return { unapplied: new Set(), leavesOut: () => false, heldAtNothing: new Set() };
  const run = countingRun(store, stock.name);
  // Nothing of a file that a pause or a brake keeps back may travel
  // with another source's request (I13): the one before counts.
  const file = emptyingFile(deps, stock, run);
  return {
    ...(run === 0 ? {} : { run }),
    unapplied: new Set(unappliedOf(store, stock.name).keys()),
    leavesOut: (externalId) => file !== undefined && leavesOut(deps, file, externalId),
    heldAtNothing: heldAtNothing(store, stock.name),
  };
}

/** Holds that keep a stock of 0 back. `vanished` of a stock source: articles that its file leaves out have no stock. */
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
 * The quantity that an upsert carries. If a stock source owns it, only an upsert that creates the product carries one
 * (and the 0 that a brake holds of an inactive one): what the stock source exported, else what the row says
 * (contract.md "Who owns a field", fault 138). After a restore any upsert may create (fault 34). An item without a
 * quantity confirms none.
 */
export function quantityOfUpsert(
  { stock, rules, knowledge }: Asked,
  { mapped, product }: Row,
): { readonly quantity: number | null; readonly quantityRun?: number } {
  const own = { quantity: knowledge.sendable(product, mapped.quantity ?? null) };
  if (!rules.stockIsOwnedElsewhere) return own;
  if (isHeldUnseen(stock, product)) return { quantity: 0 };
  const mayBeGone = isUnsure(product.quantityRun);
  if (product.contentHash !== null && !mayBeGone) return { quantity: null };
  // The stock source has not said the stock since the restore, and the older one may be wrong by now.
  if (mayBeGone && product.exportedRun === null) return { quantity: null };
  if (product.exportedQuantity === null) {
    if (stock.unapplied.has(product.externalId)) return { quantity: null };
    return own.quantity === null ? { quantity: unnamedQuantity(stock, product) } : own;
  }
  // The run that exported the stock decides which open orders are
  // taken off, not a newer one that did not name the article.
  const quantityRun = product.exportedRun ?? stock.run;
  const quantity = knowledge.sendable(product, product.exportedQuantity, quantityRun);
  return { quantity, ...(quantityRun === undefined ? {} : { quantityRun }) };
}

/**
 * A brake that keeps a 0 back keeps the stock that buyers see. A new or inactive article shows none, so it gets the 0.
 */
function isHeldUnseen({ heldAtNothing }: StockSource, product: KnownProduct): boolean {
  const isShown = product.contentHash !== null && !isInactive(product);
  return !isShown && heldAtNothing.has(product.id);
}

/** A product that is created without a quantity may have any stock (not specified), so a known 0 is sent. */
function unnamedQuantity(stock: StockSource, { externalId }: KnownProduct): number | null {
  return stock.leavesOut(externalId) ? 0 : null;
}
