import { batchProductsMax, batchStockMax, packedBodyBytesMax } from '../../domain/limits.ts';
import type { ProductRow } from '../../store/mirror.ts';
import type { StoredPlan } from '../../store/plans.ts';
import type { OpenExport } from '../export/open-export.ts';
import type { Fields } from '../mapping/mapped-row.ts';
import type { DiffRules } from '../pass/diff.ts';
import type { Knowledge } from '../pass/knowledge.ts';
import { isOfStock, type RequestItem, type RequestKind } from '../state/request-items.ts';
import { isVanishingHeld } from '../state/vanished.ts';
import { type VanishedPart, vanishedParts } from '../state/vanished-parts.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';
import type { StockSource } from './creating-quantity.ts';
import { createPacker, type Packer } from './pack.ts';
import { hasMarks, passTwo } from './pass-two.ts';
import type { CatalogLane, Cursor } from './track.ts';
import { complainUnreachable } from './unreachable.ts';
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
  /** Reads the fields of vanished products as they were exported last. */
  lastFields(products: readonly number[]): Promise<(row: ProductRow) => Fields | undefined>;
}

/**
 * The cursors of a committed plan: one a lane over the file's marks, one over what has vanished (design section 2.3).
 */
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
  if (isVanishingHeld(deps.store, plan.id)) return [];
  const parts = vanishedParts(deps, source, plan.vanished);
  return Promise.all(parts.map((part) => vanishedCursor(deps, input, part)));
}

async function vanishedCursor(
  deps: EngineDeps,
  input: CursorInput,
  { kind, products }: VanishedPart,
): Promise<Cursor> {
  const { plan, inFlight } = input;
  const complain = (externalId: string): void => complainUnreachable(deps, plan.run, externalId);
  const base = { store: deps.store, products, inFlight, complain };
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

export function packerOf(deps: EngineDeps, kind: RequestKind): Packer<RequestItem> {
  if (kind === 'remove')
    return createPacker({ itemsMax: 1, bytesMax: packedBodyBytesMax, before: '', after: '' });
  const isStock = isOfStock(kind);
  const { before, after } = isStock ? deps.calls.stockBatch : deps.calls.upsertBatch;
  const itemsMax = isStock ? batchStockMax : batchProductsMax;
  return createPacker({ itemsMax, bytesMax: packedBodyBytesMax, before, after });
}
