import type { Product } from '../domain/product.ts';
import type { ProductRow } from '../store/mirror.ts';
import type { RunRow } from '../store/runs.ts';
import type { FileFacts } from './file-facts.ts';
import { contentHash } from './fingerprint.ts';
import type { OpenStock } from './open-stock.ts';
import type { SourceConfig } from './ports.ts';
import type { Touched } from './touched.ts';

/** One article that an undo brings back. */
export interface Reversal {
  readonly product: number;
  readonly externalId: string;
  /** The content as it was; absent where only the stock comes back. */
  readonly whole?: Product;
  /** Thousandths, less what open orders take; absent where the stock stays as it is. */
  readonly quantity?: number;
  /** The same before orders are taken off; absent where the stock source's own last word comes back. */
  readonly putBack?: number;
}

/** An article that stays as it is, and why. */
export interface Left {
  readonly externalId: string;
  readonly why: string;
}

export interface Reverse {
  readonly reversals: readonly Reversal[];
  /** Articles that the run created: hidden or unpublished, as `vanished:` says. */
  readonly created: readonly number[];
  readonly left: readonly Left[];
  /** Stocks that the run changed and the undo leaves: yesterday's stock is not true (design section 2.6). */
  readonly quantitiesLeft: number;
}

export interface ReverseInput {
  readonly run: Pick<RunRow, 'id'>;
  readonly source: SourceConfig;
  readonly quantities: boolean;
  readonly vanishedMeans: FileFacts['vanishedMeans'];
  /** A stock source exists: an article that comes back carries what it exported (fault 138). */
  readonly hasStockSource: boolean;
  readonly openStock: Pick<OpenStock, 'lessOrders'>;
  /** A run after it, of the same source. */
  readonly isLaterRun: (run: number) => boolean;
  /** The product as the files or kept fields before the run give it, other sources' fields included. */
  readonly before: (row: ProductRow, was: number) => Product | undefined;
}

const laterWhy = 'a later run has changed it since';
const laterStockWhy = 'its content comes back, but a later run has changed its stock since';
const unknownWhy = 'what was there before is in no file any more';
const staysWhy = 'the run created it, and vanished: ignore takes nothing away';

/** Only what the run itself changed and no later run touched; pure but for the reading of the former product. */
export function reverse(
  input: ReverseInput,
  touched: Iterable<readonly [ProductRow, Touched]>,
): Reverse {
  const found: { -readonly [Key in keyof Reverse]: Reverse[Key] } & {
    reversals: Reversal[];
    created: number[];
    left: Left[];
  } = { reversals: [], created: [], left: [], quantitiesLeft: 0 };
  for (const [row, before] of touched) {
    const content = contentOf(input, row, before);
    const stock = stockOf(input, row, before);
    const why = whyLeft({ content, stock });
    if (why !== undefined) found.left.push({ externalId: row.external_id, why });
    if (content === created) found.created.push(row.id);
    if (stock === 'left') found.quantitiesLeft += 1;
    const reversal = reversalOf(input, row, { content, stock });
    if (reversal !== undefined) found.reversals.push(reversal);
  }
  return found;
}

const created = Symbol('created by the run');

interface Parts {
  readonly content: ReturnType<typeof contentOf>;
  readonly stock: ReturnType<typeof stockOf>;
}

/** One reason an article, for its content before its stock. */
function whyLeft({ content, stock }: Parts): string | undefined {
  if (typeof content === 'string') return content;
  if (stock !== 'later') return undefined;
  return content === undefined ? laterWhy : laterStockWhy;
}

function reversalOf(
  input: ReverseInput,
  row: ProductRow,
  { content, stock }: Parts,
): Reversal | undefined {
  const whole = typeof content === 'object' ? content : undefined;
  const base = {
    product: row.id,
    externalId: row.external_id,
    ...(whole === undefined ? {} : { whole }),
  };
  if (typeof stock === 'number') {
    // An order that came after it was sent must not be sold once more; one that came before is taken off twice.
    const exported = { quantity: stock, run: input.run.id };
    const quantity = input.openStock.lessOrders(row.external_id, exported);
    return { ...base, quantity, putBack: stock };
  }
  const quantity = quantityOfReturn(input, row, whole);
  if (whole === undefined && quantity === undefined) return undefined;
  return { ...base, ...(quantity === undefined ? {} : { quantity }) };
}

/** The former content; a reason why it cannot come back; undefined where the run did not change the content. */
function contentOf(
  input: ReverseInput,
  row: ProductRow,
  { was, isRemoved }: Touched,
): Product | string | typeof created | undefined {
  const isGone = row.content_hash === null;
  const isOurs = isRemoved ? isGone : row.content_run === input.run.id && !isGone;
  if (was === undefined) return undefined;
  if (!isOurs) return isLater(input, row, was) ? laterWhy : undefined;
  if (was === null && input.isLaterRun(row.quantity_run ?? 0)) return laterWhy;
  if (was === null) return ['hide', 'unpublish'].includes(input.vanishedMeans) ? created : staysWhy;
  return input.before(row, was) ?? unknownWhy;
}

/** False where the marketplace refused what the run sent: then there is nothing to take back. */
function isLater({ run }: ReverseInput, row: ProductRow, was: number | null): boolean {
  return row.content_hash === null ? was !== null : (row.content_run ?? 0) > run.id;
}

/** The former stock; `left` where nobody asked for it, `later` where it is no longer the run's own. */
function stockOf(
  { run, quantities, hasStockSource }: ReverseInput,
  row: ProductRow,
  { had, was, isRemoved }: Touched,
): number | 'left' | 'later' | undefined {
  if (had == null || was === null) return undefined;
  const asked = quantities ? had : 'left';
  // Without a word on its stock it comes back with whatever the marketplace had of it; a stock source has its own.
  if (row.content_hash === null && isRemoved)
    return hasStockSource && row.exported_quantity !== null ? undefined : asked;
  if (row.content_hash === null || (row.quantity_run ?? 0) > run.id)
    return quantities ? 'later' : undefined;
  if (row.quantity_run !== run.id || row.quantity === had) return undefined;
  return asked;
}

/** An article that comes back to the marketplace has no stock there: the stock source's last word goes with it. */
function quantityOfReturn(
  input: ReverseInput,
  row: ProductRow,
  whole: Product | undefined,
): number | undefined {
  const isReturning = whole !== undefined && row.content_hash === null && input.hasStockSource;
  const { exported_quantity: quantity, exported_run: run } = row;
  return isReturning && quantity !== null
    ? input.openStock.lessOrders(row.external_id, { quantity, run: run ?? 0 })
    : undefined;
}

/** Exactly what was confirmed before the run, and nothing that a brake had kept back (I13). */
export function isSame(product: Product, was: number): boolean {
  return contentHash(product) === was;
}
