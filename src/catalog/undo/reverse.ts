import type { Product } from '../../domain/product.ts';
import type { ProductRow } from '../../store/mirror.ts';
import type { RunRow } from '../../store/runs.ts';
import type { Exported, OpenStock } from '../stock/open-stock.ts';
import type { FileFacts } from '../terms/file-facts.ts';
import { contentHash } from '../terms/fingerprint.ts';
import type { SourceConfig } from '../terms/ports.ts';
import { explained } from './exported-before.ts';
import { type HiddenInput, isHidden, isOtherWord } from './hidden-word.ts';
import type { LastWord } from './last-word.ts';
import type { Shared } from './shared-undo.ts';
import type { Touched } from './touched.ts';

/** One article that an undo brings back. */
export interface Reversal {
  readonly product: number;
  readonly externalId: string;
  /** The content as it was; absent where only the stock comes back. */
  readonly whole?: Product;
  /** The content that comes back is hidden, because an export does not name it (own-hides.ts). */
  readonly isVanished?: true;
  /** Thousandths, less what open orders take; absent where the stock stays as it is. */
  readonly quantity?: number;
  /**
   * The same before orders are taken off, and the run it is dated by; absent where `quantity` is the stock source's
   * last word.
   */
  readonly putBack?: Exported;
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

interface ReverseInput extends HiddenInput {
  readonly run: Pick<RunRow, 'id'>;
  readonly source: SourceConfig;
  readonly quantities: boolean;
  readonly vanishedMeans: FileFacts['vanishedMeans'];
  /** A stock source exists: an article that comes back carries what that source exported (fault 138). */
  readonly hasStockSource: boolean;
  readonly openStock: Pick<OpenStock, 'lessOrders'>;
  /** What files before the run exported of the stock of articles with open orders. */
  readonly exportedBefore: ReadonlyMap<string, Exported>;
  /** False of what `only` of the configuration leaves out: it is neither sent nor taken away. */
  readonly isInPilot: (externalId: string) => boolean;
  /** Whose word content and stock are by now. */
  readonly lastWord: LastWord;
  /** A run of the same source. */
  readonly isOwnRun: (run: number) => boolean;
  /** A later row of the article could not be read, or was refused: what it said of the stock is not known. */
  readonly isUnappliedSince: (externalId: string) => boolean;
  /** The product as the files or kept fields before the run give it, other sources' fields included. */
  readonly before: (row: ProductRow, touched: Touched) => Product | undefined;
  /** Where several products sources give the fields of an article. */
  readonly shared: Shared | undefined;
}

const laterWhy = 'a later run has changed it since';
const laterStockWhy = 'its content comes back, but a later run has changed its stock since';
/** Why a stock stays as it is. */
const stockWhys = {
  unapplied:
    'its stock stays as it is, because a later row of it was not used and may have given a lower stock',
  first: 'its stock stays as it is, because it had none before: export 0 where it has none',
  others: 'its stock stays as it is, because a stock source gives it now',
};
const laterContentWhy = 'its stock comes back, but a later run has changed its content since';
const unknownContentWhy = 'its stock comes back, but no file has its content from before any more';
const unknownWhy = 'no file has what was there before any more';
const otherWhy =
  'another source sent it in the same request, and what this source gave before is not known';
const pilotWhy = 'only: of the configuration leaves it out';
const absentWhy =
  'it is not on the marketplace, and what the run said of it is sent once it is there';
const staysWhy = 'the run created it, and with vanished: ignore nothing is taken off sale';

/**
 * Takes back only what the run itself changed and no later run touched. Pure: what must be looked up, `input` looks up.
 */
export async function reverse(
  input: ReverseInput,
  touched: AsyncIterable<readonly [ProductRow, Touched]>,
): Promise<Reverse> {
  const reversals: Reversal[] = [];
  const createdByIt: number[] = [];
  const left: Left[] = [];
  let quantitiesLeft = 0;
  for await (const [row, before] of touched) {
    const { content, stock } = partsOf(input, row, before);
    if (!input.isInPilot(row.external_id)) {
      if (isAsked({ content, stock })) left.push({ externalId: row.external_id, why: pilotWhy });
      continue;
    }
    const why = whyLeft({ content, stock });
    if (why !== undefined) left.push({ externalId: row.external_id, why });
    if (content === created) createdByIt.push(row.id);
    if (stock === 'left') quantitiesLeft += 1;
    const reversal = reversalOf(input, row, { content, stock, before });
    if (reversal !== undefined) reversals.push(reversal);
  }
  return { reversals, created: createdByIt, left, quantitiesLeft };
}

const created = Symbol('created by the run');

interface Parts {
  readonly content: ReturnType<typeof contentOf>;
  readonly stock: Stock;
}

function partsOf(input: ReverseInput, row: ProductRow, touched: Touched): Parts {
  const content = contentOf(input, row, touched);
  // Without its content the article stays off the marketplace, and has no stock there.
  const staysOff = row.content_hash === null && typeof content === 'string';
  return { content, stock: staysOff ? undefined : raisableStock(input, row, touched) };
}

function isAsked({ content, stock }: Parts): boolean {
  return content !== undefined || (stock !== undefined && stock !== 'left');
}

/** One reason an article, for its content before its stock. */
function whyLeft({ content, stock }: Parts): string | undefined {
  const isStockBack = typeof stock === 'number';
  const whyStock = content === unknownWhy ? unknownContentWhy : laterContentWhy;
  if (typeof content === 'string') return isStockBack ? whyStock : content;
  if (stock !== 'later')
    return isStockBack || stock === 'left' || stock === undefined ? undefined : stockWhys[stock];
  return content === undefined ? laterWhy : laterStockWhy;
}

function reversalOf(
  input: ReverseInput,
  row: ProductRow,
  { content, stock, before }: Parts & { readonly before: Touched },
): Reversal | undefined {
  const whole = typeof content === 'object' ? content : undefined;
  const isVanished = whole?.isActive === false && isHidden(input, row, before);
  const base = {
    product: row.id,
    externalId: row.external_id,
    ...(whole === undefined ? {} : { whole }),
    ...(isVanished && { isVanished }),
  };
  if (typeof stock === 'number') {
    const putBack = putBackOf(input, row, stock);
    return { ...base, quantity: input.openStock.lessOrders(row.external_id, putBack), putBack };
  }
  const quantity = quantityOfReturn(input, row, whole);
  if (whole === undefined && quantity === undefined) return undefined;
  return { ...base, ...(quantity === undefined ? {} : { quantity }) };
}

/**
 * The stock to put back, before open orders are taken off: 10 exported, 3 ordered, 7 sent comes back as 10 less the
 * orders of now. Where the 10 is not known for certain, the 7 takes its place: orders from before are then taken off
 * twice, which offers too little and never too much.
 */
function putBackOf(input: ReverseInput, { external_id: id }: ProductRow, sent: number): Exported {
  const exported = input.exportedBefore.get(id);
  return (
    explained(input.openStock, id, { exported, sent }) ?? { quantity: sent, run: input.run.id }
  );
}

/** The former content; a reason why it cannot come back; undefined where the run did not change the content. */
function contentOf(
  input: ReverseInput,
  row: ProductRow,
  touched: Touched,
): Product | string | typeof created | undefined {
  const { shared } = input;
  return shared !== undefined && isShared(row, touched)
    ? sharedContentOf({ ...input, shared }, row, touched)
    : wholeContentOf(input, row, touched);
}

/**
 * The article was there before the run and is there now, or another source's request carried what the run said of it.
 */
function isShared(
  { content_hash: hash }: ProductRow,
  { content, isRemoved, isSentByOther = false }: Touched,
): boolean {
  return isSentByOther || (content?.was != null && !isRemoved && hash !== null);
}

function wholeContentOf(
  input: ReverseInput,
  row: ProductRow,
  touched: Touched,
): Product | string | typeof created | undefined {
  const was = touched.content?.was;
  // It is as it was: the marketplace refused what the run sent, or a later run has put it back.
  const isAsBefore = row.content_hash === was && !isOtherWord(input, row, touched);
  if (was === undefined || isAsBefore) return undefined;
  const word = input.lastWord.content(row);
  if (word !== 'own') return word && laterWhy;
  if (was !== null) return input.before(row, touched) ?? unknownWhy;
  const isStocked = input.lastWord.stock(row) === 'later' && input.isOwnRun(row.quantity_run ?? 0);
  if (isStocked) return laterWhy;
  return ['hide', 'unpublish'].includes(input.vanishedMeans) ? created : staysWhy;
}

/**
 * Several sources give the article its fields. Another one may have sent it since, so the request does not tell who
 * changed it: it counts as later only where this source itself has said something new.
 */
function sharedContentOf(
  input: ReverseInput & { readonly shared: Shared },
  row: ProductRow,
  touched: Touched,
): Product | string | undefined {
  if (row.content_hash === null) return input.shared(row.id) === 'own' ? absentWhy : laterWhy;
  const isOther = isOtherWord(input, row, touched);
  // That a cell called it inactive while it was hidden changes nothing of what this source says of it.
  const word = isOther ? input.lastWord.content(row) : input.shared(row.id);
  if (word !== 'own') return word && laterWhy;
  const whole = input.before(row, touched);
  if (whole === undefined) return touched.isSentByOther === true ? otherWhy : unknownWhy;
  return contentHash(whole) === row.content_hash && !isOther ? undefined : whole;
}

type Stock = number | 'left' | 'later' | keyof typeof stockWhys | undefined;

/** The stock is raised again only if every later row was used: one that was not may have given a lower stock. */
function raisableStock(input: ReverseInput, row: ProductRow, touched: Touched): Stock {
  const { content, stock: before, isRemoved } = touched;
  // An article that the run created, or that it took off and that had none, has none to get back.
  if (before === undefined || content?.was === null || (before.was === null && isRemoved))
    return undefined;
  const stock = stockOf(input, row, { had: before.was, isRemoved });
  if (row.content_hash === null || stock === undefined) return stock;
  if (input.hasStockSource && input.source.kind === 'products')
    return input.quantities ? 'others' : undefined;
  if (typeof stock !== 'number') return stock;
  return stock > (row.quantity ?? 0) && input.isUnappliedSince(row.external_id)
    ? 'unapplied'
    : stock;
}

/**
 * The former stock; `left` where nobody asked for it, `later` where it is no longer the run's own, `first` where there
 * was none.
 */
function stockOf(
  { lastWord, quantities, hasStockSource }: ReverseInput,
  row: ProductRow,
  { had, isRemoved }: { readonly had: number | null; readonly isRemoved: boolean },
): Exclude<Stock, 'unapplied' | 'others'> {
  const asked = quantities ? (had ?? 'first') : 'left';
  // An article that comes back without a stock would show what the marketplace last had; a stock source gives its own.
  if (row.content_hash === null && isRemoved)
    return hasStockSource && row.exported_quantity !== null ? undefined : asked;
  if (row.content_hash !== null && row.quantity === had) return undefined;
  const word = row.content_hash === null ? 'later' : lastWord.stock(row);
  if (word === 'own') return asked;
  return quantities ? word : undefined;
}

/**
 * An article that comes back to the marketplace has no stock there: the last stock of the stock source is sent with it.
 */
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
