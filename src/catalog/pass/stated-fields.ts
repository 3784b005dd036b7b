import type { Mapped } from '../mapping/mapped-row.ts';
import {
  type OfferField,
  offerFields,
  unappliedMax,
  unappliedOf,
} from '../state/unapplied-changes.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { isOnSale } from '../terms/traits.ts';
import type { Knowledge } from './knowledge.ts';
import { type HeldRow, heldIn, waitingRuns } from './parked-rows.ts';
import type { Checked } from './pass-result.ts';

/** What older files of changes said without effect; the fields that rows of these articles state are noted. */
export interface Before {
  /** What older files said and a brake holds, by product. */
  readonly held: ReadonlyMap<number, HeldRow>;
  /** Articles of which something was said and never sent. */
  readonly unapplied: ReadonlySet<string>;
}

/**
 * The fields that a file of changes says, by article: only where its row was rejected or older rows had no effect yet.
 */
export interface StatedFields extends Pick<Before, 'held'> {
  readonly fields: ReadonlyMap<string, readonly OfferField[]>;
  /** Articles on sale of which a row is left out by `where`. */
  readonly leftOut: ReadonlySet<number>;
  /** Articles that `only` leaves out, each with the place of its last row. */
  readonly outside: ReadonlyMap<string, number>;
}

type Unskipped = Exclude<Mapped, { kind: 'skipped' }>;

export function beforeOf(
  store: CatalogStore,
  { name, contents }: Pick<SourceConfig, 'name' | 'contents'>,
  run: number,
): Before | undefined {
  if (contents !== 'delta') return undefined;
  return {
    held: heldIn(store, name, waitingRuns(store, name, run)),
    unapplied: new Set(unappliedOf(store, name).keys()),
  };
}

/**
 * File 1 says `isActive: false`, and its row is held. File 2 has a row of the same article that withdraws the held one,
 * but leaves `isActive` empty: nothing would ever say it again. So which fields each such row says is noted
 * (unapplied-changes.ts). A stock row without a stock says nothing, so it withdraws nothing.
 */
export function noteStatedFields(
  { source, map, before, only }: Pick<Checked, 'source' | 'map' | 'before' | 'only'>,
  knowledge: Pick<Knowledge, 'find'>,
): Pick<Checked, 'map'> & { readonly stated?: StatedFields } {
  if (before === undefined) return { map };
  const { held, unapplied } = before;
  const fields = new Map<string, readonly OfferField[]>();
  const leftOut = new Set<number>();
  const outside = new Map<string, number>();
  const isHeld = (externalId: string): boolean =>
    held.size > 0 && held.has(knowledge.find(externalId)?.id ?? 0);
  const isAwaited = (externalId: string): boolean =>
    isHeld(externalId) || unapplied.has(externalId);
  const noteLeftOut = (mapped: Mapped, product: KnownProduct | undefined): Mapped => {
    if (product !== undefined && isOffered(product)) leftOut.add(product.id);
    return mapped;
  };
  const note = (externalId: string, stated: readonly OfferField[]): void => {
    const parts = source.duplicates === 'sum' ? (fields.get(externalId) ?? []) : [];
    fields.set(externalId, [...parts, ...stated]);
  };
  const noteRow = (externalId: string, mapped: Unskipped, row: number): Mapped => {
    const isWatched = isAwaited(externalId);
    const isOutside = only?.has(externalId) === false;
    if ((isWatched || isOutside) && isWithoutStock(source, mapped)) return { kind: 'skipped' };
    const comesToNothing = mapped.kind === 'rejected' || isOutside;
    if (!isWatched && !(comesToNothing && fields.size < unappliedMax)) return mapped;
    note(externalId, statedBy(source, mapped));
    if (isOutside) outside.set(externalId, row);
    return mapped;
  };
  return {
    map(record) {
      const mapped = map(record);
      const { externalId } = mapped;
      if (externalId === undefined) return mapped;
      return mapped.kind === 'skipped'
        ? noteLeftOut(mapped, knowledge.find(externalId))
        : noteRow(externalId, mapped, record.row);
    },
    stated: { held, fields, leftOut, outside },
  };
}

function isOffered({ contentHash, traits }: KnownProduct): boolean {
  return isOnSale({ content_hash: contentHash, traits });
}

function isWithoutStock({ kind }: SourceConfig, mapped: Mapped): boolean {
  return kind === 'stock' && mapped.kind === 'row' && mapped.quantity === undefined;
}

/** The fields that a row says. A cell that cannot be read says its field, too. */
function statedBy(source: SourceConfig, mapped: Unskipped): readonly OfferField[] {
  const { empty = [] } = mapped;
  const isStated: Readonly<Record<OfferField, boolean>> = {
    availableQty:
      mapped.kind === 'row' ? mapped.quantity !== undefined : !empty.includes('availableQty'),
    isActive: source.empty === 'clear' || !empty.includes('isActive'),
  };
  return offerFields(source).filter((field) => isStated[field]);
}
