import { type MappedRow, type Rejected, statedStock } from '../mapping/mapped-row.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import { type Kind, kinds } from '../terms/plan.ts';
import { blockedOf, givesStock, isBlockedBy, isWholeRow, statedInactive } from './blocked.ts';
import type { ContentFacts } from './content-facts.ts';
import { decideProduct, type RowWish, stockWish } from './diff.ts';
import type { Knowledge } from './knowledge.ts';
import type { PassFacts } from './note-unchanged.ts';
import type { PassInput } from './pass-result.ts';
import type { StockFacts } from './stock-facts.ts';
import { noteExported } from './wishes.ts';

/** Rejected rows that nevertheless lower the stock of their article, or take it off sale. */
interface Lowered {
  /** What becomes of the row. */
  take(rejected: Rejected, index: number): Kind;
  /**
   * The kind of a row whose content the marketplace has refused
   * before, and whose stock did not go then (lower-refused.ts).
   */
  ofRefused(product: KnownProduct, mapped: MappedRow): Kind;
  /**
   * Another row names the article: the earlier record must not lower anything. Answers that record, if there is one.
   */
  forget(externalId: string): number | undefined;
}

interface Facts extends Pick<PassFacts, 'input' | 'knowledge' | 'notes' | 'exported'> {
  readonly stock: Pick<StockFacts, 'compare'>;
  readonly content: Pick<ContentFacts, 'block'>;
}

/**
 * A row with stock 0 is rejected for its name. Until somebody corrects the name buyers would order what
 * is not there, so the lower stock is sent all the same. Never a higher stock, and only where the row
 * is all that the file says of the article.
 */
export function createLowered({ input, knowledge, ...facts }: Facts): Lowered {
  const records = new Map<string, number>();
  return {
    take(rejected, index) {
      const blocked = blockedBy(input, knowledge, rejected);
      if (blocked !== undefined) {
        records.set(blocked.externalId, index);
        facts.notes.ids.set(index, blocked.id);
        if (knowledge.mayBeActive(blocked)) facts.content.block(index);
        return kinds.blocks;
      }
      const lowered = loweredBy(input, knowledge, rejected);
      if (lowered === undefined) return kinds.rejected;
      const [product, wish] = lowered;
      records.set(product.externalId, index);
      facts.notes.ids.set(index, product.id);
      if (input.keepsExported) noteExported(facts.exported, product, rejected.quantity);
      facts.stock.compare(index, product, wish);
      return kinds.lowers;
    },
    ofRefused(product, mapped) {
      // That it makes the article inactive is counted already, with what its row says.
      if (isBlockedBy(input, statedInactive(mapped)) && blockedOf(knowledge, product))
        return kinds.blocks;
      const quantity = knowledge.sendable(product, statedStock(mapped) ?? null);
      return isOwn(input) && isLower(product, quantity) ? kinds.lowers : kinds.rejected;
    },
    forget(externalId) {
      const index = records.get(externalId);
      records.delete(externalId);
      return index;
    },
  };
}

function blockedBy(
  input: PassInput,
  knowledge: Knowledge,
  rejected: Rejected,
): KnownProduct | undefined {
  const { externalId, others = [] } = rejected;
  if (externalId === undefined || others.length > 0 || !isBlockedBy(input, rejected))
    return undefined;
  const product = knowledge.find(externalId);
  // With a request under way pass two compares again, once that is answered.
  return product && (product.inFlight || blockedOf(knowledge, product)) ? product : undefined;
}

function loweredBy(
  input: PassInput,
  knowledge: Knowledge,
  { externalId, others = [], quantity: stated }: Rejected,
): readonly [KnownProduct, RowWish] | undefined {
  if (externalId === undefined || stated === undefined || others.length > 0) return undefined;
  if (!isOwn(input) || input.only?.has(externalId) === false) return undefined;
  const product = knowledge.find(externalId);
  if (product === undefined) return undefined;
  const wish = stockWish(knowledge.sendable(product, stated));
  // With a request under way pass two compares again, once that is answered.
  if (!product.inFlight && !isLower(product, wish.quantity)) return undefined;
  const settled = { ...wish, contentHash: product.contentHash };
  const isGoing = decideProduct(settled, product, input.rules) !== kinds.rejected;
  return isGoing ? [product, wish] : undefined;
}

function isOwn({ source, rules }: PassInput): boolean {
  return isWholeRow(source) && givesStock(source, rules.stockIsOwnedElsewhere);
}

export function isLower({ quantity }: Pick<KnownProduct, 'quantity'>, now: number | null): boolean {
  return quantity !== null && now !== null && now < quantity;
}
