import { contentText } from '../../domain/product-text.ts';
import type { Fields, MappedRow, Rejected } from '../mapping/mapped-row.ts';
import { hashOfContent } from '../terms/fingerprint.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import type { SourceConfig } from '../terms/ports.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassInput } from './pass-result.ts';

/** What is confirmed of an article, as an inactive one. */
export interface Blocked {
  readonly whole: Fields & { readonly name: string };
  /** As it is sent, without key and stock. */
  readonly content: string;
  readonly contentHash: number;
}

export function asInactive({ name = '', ...confirmed }: Fields): Blocked {
  const whole = { ...confirmed, name, isActive: false };
  const content = contentText(whole);
  return { whole, content, contentHash: hashOfContent(content) };
}

/**
 * The confirmed content as inactive; undefined where this was refused before, or where buyers cannot order the article
 * by the ERP's own word: one that is only hidden would be on sale as soon as a row names it (own-hides.ts).
 */
export function blockedOf(
  { mayBeActive, sentOf, isOwnHide }: Pick<Knowledge, 'mayBeActive' | 'sentOf' | 'isOwnHide'>,
  product: KnownProduct,
): Blocked | undefined {
  const isOffered = product.contentHash !== null && (mayBeActive(product) || isOwnHide(product));
  if (!isOffered) return undefined;
  const confirmed = sentOf(product);
  const blocked = confirmed && asInactive(confirmed);
  return blocked?.contentHash === product.refusedHash ? undefined : blocked;
}

/** Whether one row says all that its file says of an article. */
export function isWholeRow({ kind, duplicates }: SourceConfig): boolean {
  return kind === 'products' && duplicates === 'reject';
}

/** Whether the rows of the source say what stock their articles have (law 5). */
export function givesStock(
  { kind, mapping }: Pick<SourceConfig, 'kind' | 'mapping'>,
  stockIsOwnedElsewhere: boolean,
): boolean {
  return kind === 'stock' || (!stockIsOwnedElsewhere && mapping.availableQty !== undefined);
}

/**
 * A row says `inactive` and is rejected for its name, while another source continues giving the article stock: a stock
 * source, or the products source that maps it, whose next row would take back a stock of 0. Until somebody corrects the
 * row buyers could order what the ERP has blocked. So the confirmed content is sent as inactive (fault 5).
 */
export function isBlockedBy(
  { source, rules, only }: PassInput,
  { externalId = '', isInactive }: Pick<Rejected, 'externalId' | 'isInactive'>,
): boolean {
  const isMeant = isInactive === true && only?.has(externalId) !== false;
  return isMeant && isWholeRow(source) && !givesStock(source, rules.stockIsOwnedElsewhere);
}

/** A row that the marketplace has refused, in the form of a rejected one. */
export function statedInactive({ externalId, fields }: MappedRow) {
  return { externalId, isInactive: fields.isActive === false };
}
