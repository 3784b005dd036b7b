import type { SourceConfig } from '../../config/declaration.ts';
import type { Cells } from '../../domain/cells.ts';
import { unsureRun } from '../../domain/restored.ts';
import type { MappedRow } from '../mapping/mapped-row.ts';
import type { SumColumns } from '../mapping/sum.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import { type Kind, kinds } from '../terms/plan.ts';

/** What a row of an export wants its product to be. */
export interface RowWish {
  /** Hash of the mapped fields without the quantity; null for a stock source, which owns no other field. */
  readonly contentHash: number | null;
  /** Thousandths; null where the row says nothing of it. */
  readonly quantity: number | null;
  /** The parts of a quantity that the mapping adds up from columns, for the brake on one column that jumps. */
  readonly columns?: SumColumns | undefined;
  /** A number of the row has a single mark before its last three digits, as `1.250`. */
  readonly isMarked?: boolean | undefined;
  /** It says in a cell what we have said of the product only because no export named it: that it is inactive. */
  readonly isNewWord?: boolean | undefined;
  /** The cells, where the wish is of one row and not of several that are added up. */
  readonly cells?: Cells | undefined;
}

/** The wish of a stock row. */
export function stockWish(
  quantity: number | null,
  { columns, isMarked, cells }: Omit<RowWish, 'contentHash' | 'quantity'> = {},
): RowWish {
  return { contentHash: null, quantity, columns, isMarked, cells };
}

/** The stock that one row wishes. */
export function stockOf({
  quantity,
  columns,
  group,
  cells,
}: Pick<MappedRow, 'quantity' | 'columns' | 'group' | 'cells'>): RowWish {
  return stockWish(quantity ?? null, { columns, isMarked: group !== undefined, cells });
}

/** What the marketplace confirmed of the product; null where nothing is confirmed. */
export type MirrorState = Pick<
  KnownProduct,
  'contentHash' | 'contentRun' | 'quantity' | 'quantityRun' | 'refusedHash' | 'inFlight' | 'inDoubt'
>;

export interface DiffRules {
  readonly run: number;
  /**
   * A stock source exists: then that source owns the quantity, and a products source gives it only at creation (law 5).
   */
  readonly stockIsOwnedElsewhere: boolean;
  /** Some products plan is not finished, so a product that is unconfirmed now may still be confirmed. */
  readonly productsArePending: boolean;
}

/** One row of a products source against the mirror. */
export function decideProduct(wish: RowWish, mirror: MirrorState, rules: DiffRules): Kind {
  if (mirror.inFlight) return kinds.upsert;
  if (mirror.refusedHash !== null && mirror.refusedHash === wishHash(wish, rules)) {
    return kinds.rejected;
  }
  if (mirror.contentHash === null) return kinds.create;
  if (mirror.inDoubt || mirror.contentHash !== wish.contentHash) return kinds.upsert;
  // The request that is confirmed is the witness of whose word it was (own-hides.ts).
  if (wish.isNewWord === true) return kinds.upsert;
  if (!rules.stockIsOwnedElsewhere && quantityDiffers(wish, mirror)) return kinds.stock;
  return mirror.contentRun === rules.run || mirror.quantityRun === rules.run
    ? kinds.alreadySent
    : kinds.unchanged;
}

/**
 * One row of a product without a name from any source: nothing can be sent of it. Rejected, and so told, where the row
 * would take an article off sale that the marketplace may have.
 */
export function decideUnnamed(
  { nameless }: Pick<MappedRow, 'nameless'>,
  { contentHash, inDoubt, inFlight }: Pick<MirrorState, 'contentHash' | 'inDoubt' | 'inFlight'>,
  rules: Pick<DiffRules, 'productsArePending'>,
): Kind {
  const mayBeOnSale = contentHash !== null || inDoubt || inFlight;
  if (nameless !== undefined && mayBeOnSale) return kinds.rejected;
  return rules.productsArePending ? kinds.waitsForProduct : kinds.skipped;
}

/** One row of a stock source against the mirror; `mirror` is undefined for an id that no products source knows. */
export function decideStock(
  wish: RowWish,
  mirror: MirrorState | undefined,
  rules: DiffRules,
): Kind {
  if (mirror === undefined) return kinds.skipped;
  if (mirror.contentHash === null) {
    return rules.productsArePending || mirror.inFlight ? kinds.waitsForProduct : kinds.skipped;
  }
  if (mirror.inFlight) return kinds.stock;
  if (mirror.refusedHash !== null && mirror.refusedHash === stockHash(wish)) return kinds.rejected;
  if (quantityDiffers(wish, mirror)) return kinds.stock;
  return mirror.quantityRun === rules.run ? kinds.alreadySent : kinds.unchanged;
}

/** What `refused_hash` is compared with: the content, and the quantity if this source owns it. */
export function wishHash(wish: RowWish, rules: Pick<DiffRules, 'stockIsOwnedElsewhere'>): number {
  const content = wish.contentHash ?? 0;
  return rules.stockIsOwnedElsewhere ? content : mix(content, wish.quantity ?? -1);
}

/** The hash of a refused stock item: always below zero, so that it equals no content hash. */
export function stockHash(wish: RowWish): number {
  return -1 - mix(0, wish.quantity ?? -1);
}

/** `refused_hash` where the marketplace refused to hide or to delete an article: that of no row's content. */
export const removedHash = 0;

/** True where the remembered refusal was of something that a source of this kind says. */
export function isOfSource(refusedHash: number, kind: 'products' | 'stock'): boolean {
  return refusedHash < 0 === (kind === 'stock');
}

/**
 * True where the export is back at what is confirmed: then nothing of a refusal is left to correct. That an article is
 * to be taken off sale is over only by the source that names it.
 */
export function isOver(
  { refusedHash }: Pick<MirrorState, 'refusedHash'>,
  kind: Kind,
  source: Pick<SourceConfig, 'kind' | 'mapping'>,
): boolean {
  const isEqual = kind === kinds.unchanged || kind === kinds.alreadySent;
  if (!isEqual || refusedHash === null) return false;
  const isItsWord = refusedHash !== removedHash || source.mapping.name !== undefined;
  return isItsWord && isOfSource(refusedHash, source.kind);
}

function quantityDiffers(wish: RowWish, mirror: MirrorState): boolean {
  return (
    wish.quantity !== null && (wish.quantity !== mirror.quantity || isUnsure(mirror.quantityRun))
  );
}

/**
 * Since a restore the stock on the marketplace is not known:
 * the kept value only measures changes for brakes (fault 34).
 */
export function isUnsure(quantityRun: number | null): boolean {
  return quantityRun === unsureRun;
}

/** Both are below 2^53; the product of two 32-bit folds stays exact in Math.imul. */
function mix(content: number, quantity: number): number {
  const low = Math.imul((content >>> 0) ^ (quantity | 0), 0x9e3779b1) >>> 0;
  const high = Math.imul(
    Math.floor(content / 2 ** 32) ^ Math.floor(quantity / 2 ** 20),
    0x85ebca6b,
  );
  return (high & 0x1fffff) * 2 ** 32 + low;
}
