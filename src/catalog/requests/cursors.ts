import { batchProductsMax, batchStockMax, packedBodyBytesMax } from '../../domain/limits.ts';
import type { ProductRow } from '../../store/mirror.ts';
import type { StoredPlan } from '../../store/plans.ts';
import type { OpenExport } from '../export/open-export.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import type { DiffRules } from '../pass/diff.ts';
import type { Knowledge } from '../pass/knowledge.ts';
import type { RequestItem, RequestKind } from '../state/request-items.ts';
import { isOfStock } from '../state/request-items.ts';
import { keepsVanished, meaningOfVanished } from '../state/vanished.ts';
import { unpackIds } from '../terms/plan.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';
import type { StockSource } from './creating-quantity.ts';
import type { Packer } from './pack.ts';
import { createPacker } from './pack.ts';
import { hasMarks, passTwo } from './pass-two.ts';
import type { CatalogLane, Cursor } from './track.ts';
import { hideSteps, removeSteps, zeroSteps } from './vanish-steps.ts';

export interface CursorInput {
  readonly source: SourceConfig;
  readonly plan: StoredPlan;
  readonly knowledge: Knowledge;
  readonly rules: DiffRules;
  readonly stock: StockSource;
  readonly inFlight: { has(product: number): boolean };
  /** Opens the plan's file anew: each cursor reads at its own pace. */
  open(): Promise<OpenExport>;
  /** The fields of vanished products as they were exported last. */
  lastFields(products: readonly number[]): Promise<(row: ProductRow) => Fields | undefined>;
}

/** The cursors of a committed plan: one a lane over the file's marks, one over what has vanished (design section 2.3). */
export async function openCursors(deps: EngineDeps, input: CursorInput): Promise<Cursor[]> {
  const cursors: Cursor[] = [];
  for (const lane of ['stock', 'products'] as const) {
    if (hasMarks({ lane, marks: input.plan.marks }))
      cursors.push(await fileCursor(deps, input, lane));
  }
  return [...cursors, ...(await vanishedCursors(deps, input))];
}

async function fileCursor(
  deps: EngineDeps,
  input: CursorInput,
  lane: CatalogLane,
): Promise<Cursor> {
  const { source, plan, rules, stock } = input;
  const file = await input.open();
  const steps = passTwo(
    {
      lane,
      sourceKind: source.kind,
      reader: file.reader,
      mapper: file.mapper,
      marks: plan.marks,
      rules,
      stock,
    },
    input.knowledge,
  );
  const kind = lane === 'stock' ? 'stock' : 'upsert';
  return { lane, kind, run: plan.run, steps, packer: packerOf(deps, kind), close: file.close };
}

export async function vanishedCursors(deps: EngineDeps, input: CursorInput): Promise<Cursor[]> {
  const { source, plan } = input;
  const isHeld = deps.store.holds
    .open()
    .some((hold) => hold.plan === plan.id && keepsVanished(hold));
  const meaning = meaningOfVanished(source, deps.config);
  const products = unpackIds(plan.vanished);
  if (isHeld || meaning === 'nothing' || products.length === 0) return [];
  if (meaning !== 'unpublish')
    return [await vanishedCursor(deps, input, { kind: meaning, products })];
  const isReached = (product: number): boolean =>
    deps.calls.remove(deps.store.mirror.get(product)?.external_id ?? '') !== undefined;
  // What cannot stand in an address is hidden: that travels in a body (fault 9).
  const unreached = new Set(products.filter((product) => !isReached(product)));
  const parts = [
    { kind: 'remove', products: products.filter((product) => !unreached.has(product)) },
    { kind: 'hide', products: [...unreached] },
  ] as const;
  const meant = parts.filter((part) => part.products.length > 0);
  return Promise.all(meant.map((part) => vanishedCursor(deps, input, part)));
}

interface VanishedPart {
  readonly kind: 'zero' | 'hide' | 'remove';
  readonly products: readonly number[];
}

async function vanishedCursor(
  deps: EngineDeps,
  input: CursorInput,
  { kind, products }: VanishedPart,
): Promise<Cursor> {
  const { source, plan, inFlight } = input;
  const complain = (externalId: string): void => complainUnreachable(deps, plan.run, externalId);
  const base = { store: deps.store, source, products, inFlight, complain };
  const steps = {
    zero: async () => zeroSteps(base),
    remove: async () => removeSteps(base),
    hide: async () => hideSteps(base, await input.lastFields(products)),
  }[kind];
  return {
    lane: kind === 'zero' ? 'stock' : 'products',
    kind,
    run: plan.run,
    steps: await steps(),
    packer: packerOf(deps, kind),
    close: () => undefined,
  };
}

function complainUnreachable({ store }: EngineDeps, run: number, externalId: string): void {
  store.complaints.add(run, {
    row: null,
    external_id: externalId,
    code: 'ITEM_UNREACHABLE',
    column_name: null,
    value: externalId,
    rule: 'has vanished from the export, but cannot be hidden or unpublished from here.',
    remedy: 'Hide it in the supplier portal.',
    level: 'rejected',
  });
}

export function packerOf(deps: EngineDeps, kind: RequestKind): Packer<RequestItem> {
  if (kind === 'remove')
    return createPacker({ itemsMax: 1, bytesMax: packedBodyBytesMax, before: '', after: '' });
  const isStock = isOfStock(kind);
  const { before, after } = isStock ? deps.calls.stockBatch : deps.calls.upsertBatch;
  const itemsMax = isStock ? batchStockMax : batchProductsMax;
  return createPacker({ itemsMax, bytesMax: packedBodyBytesMax, before, after });
}
