import type { SourceConfig } from '../../config/declaration.ts';
import { lookOf } from '../../domain/look.ts';
import { contentText } from '../../domain/product-text.ts';
import type { KnownRow, Mirror } from '../../store/mirror.ts';
import type { Fields, MappedRow } from '../mapping/mapped-row.ts';
import { type Content, ownFields, wholeContent } from '../mapping/merge.ts';
import { createSpellings, type Spellings } from '../mapping/spellings.ts';
import { type Activity, createActivity } from '../state/activity.ts';
import type { Hiding } from '../state/hidden.ts';
import type { MovedField } from '../state/moved-fields.ts';
import type { Newcomers } from '../state/newcomers.ts';
import { createOwnHides } from '../state/own-hides.ts';
import { createSentProducts } from '../state/sent-products.ts';
import type { OpenStock } from '../stock/open-stock.ts';
import { KnownProduct } from '../terms/known-product.ts';
import type { CatalogStore } from '../terms/ports.ts';
import type { Refusal } from '../terms/refusal.ts';
import { createAssumed } from './assumed.ts';
import type { RowWish } from './diff.ts';
import { createKeptParts } from './kept-parts.ts';

export interface ProductWish extends RowWish {
  /** What is sent for the row beside key and stock; undefined while no source gives it a name. */
  readonly whole: Content | undefined;
  /** The members of that product without its key and stock, as they are sent. */
  readonly content: string;
}

/** The mirror in the eyes of one pass over one source. */
export interface Knowledge {
  find(externalId: string): KnownProduct | undefined;
  findOrAdd(externalId: string): KnownProduct;
  get(product: number): KnownProduct | undefined;
  /** The last refusal, for the complaint. */
  refusalOf(product: number): Refusal;
  /** What the row wants its whole product to be, other sources' fields included. */
  wishOf(product: KnownProduct, row: MappedRow): ProductWish;
  /** Whether a product that is sent inactive is so only because an export no longer names it. */
  isVanished(product: KnownProduct): boolean;
  /** Whether the last request that was confirmed made it inactive for that reason. */
  isOwnHide(product: KnownProduct): boolean;
  /** What was sent last of the product; undefined where no request tells it any more. */
  sentOf(product: Pick<KnownProduct, 'externalId' | 'contentRequest'>): Fields | undefined;
  /** Whether the marketplace may offer the product, as far as it has answered. */
  readonly mayBeActive: Activity;
  /** The variants of a CommerceML product (`product#variant`) that the marketplace may offer. */
  variantsOnSale(externalId: string): readonly string[];
  /** The article that the marketplace has under this number with zeros before it. */
  withZeros(number: string): string | undefined;
  /** Numbers that may be this one, written in other letters (case, encoding). */
  withOtherLetters(number: string): readonly string[];
  /** The product is unchanged by now only because another source's upsert carried what this run's row says anew. */
  isSentByOther(product: KnownProduct): boolean;
  /** Forgets what a row of this file said of the product, because another row contradicts it. */
  takeBack(product: number): void;
  /** True where this pass stores other fields of the product than those that count until its commit. */
  hasNewPart(product: number): boolean;
  /** What is sent of an exported quantity: less what open orders take of it. `run`: the one that exported it. */
  sendable(product: KnownProduct, quantity: number | null, run?: number): number | null;
  /** What a row of a stock source wishes: where several rows add up to one stock, the sum that pass 1 stored. */
  quantityOf(product: KnownProduct, row: MappedRow): number | null;
  flushWhenDue(): void;
  flush(): void;
  /** Products seen for the first time in this pass. */
  readonly added: number;
  /** Products that were taken over, and that rows of this pass name. */
  readonly takenOver: number;
}

interface KnowledgeDeps {
  readonly store: CatalogStore;
  /** Shared by all passes: two of them may see the same article for the first time. */
  readonly newcomers: Newcomers;
  readonly inFlight: { has(product: number): boolean };
  readonly openStock: Pick<OpenStock, 'lessOrders'>;
}

export interface KnowledgeOf {
  readonly source: SourceConfig;
  readonly run: number;
  /** The products sources and the run whose plan each has committed last. */
  readonly acceptedRuns: ReadonlyMap<string, number>;
  /** Of the source itself, also while it is paused. */
  readonly ownRun: number;
  /**
   * Fields may be needed again (kept cells, delta files, several products sources, hidden articles), so parts are kept.
   */
  readonly keepsParts: boolean;
  /** Fields of a product where no source says them. */
  readonly defaults: Fields;
  /** Several products sources give the fields, or one of them is gone and may come back. */
  readonly isShared: boolean;
  readonly hiding: Hiding;
  readonly moved: readonly MovedField[];
  /** When the run began. */
  readonly startedAt: number;
}

/** New products and parts wait in memory and are written in groups: a commit waits for the disk. */
const flushEvery = 8_192;

export function createKnowledge(deps: KnowledgeDeps, of: KnowledgeOf): Knowledge {
  const { newcomers, store } = deps;
  const lookup = createLookup(deps);
  let added = 0;
  const parts = createKeptParts(store, of);
  const isWhole = [...of.acceptedRuns].every(([name, run]) => name === of.source.name || run > 0);
  const assumed = createAssumed(store, isWhole);
  const flush = (): void => {
    lookup.forget();
    store.transaction(() => {
      for (const waiting of [newcomers, parts, assumed]) waiting.write();
    });
  };
  const wholeOf = (product: KnownProduct, own: Fields): Content | undefined => {
    if (!of.keepsParts) return wholeContent([of.defaults, own]);
    parts.put(product, own);
    return wholeContent([of.defaults, ...parts.among(product, own)]);
  };
  const knowledge: Knowledge = {
    find: lookup.find,
    get: lookup.get,
    findOrAdd(externalId) {
      const found = lookup.again(externalId);
      if (found === undefined) added += 1;
      return found ?? newcomers.add(externalId);
    },
    wishOf(product, row) {
      const own = withCleared(of, row, ownFields(row, parts.last(product, row), of.source.empty));
      const whole = wholeOf(product, own);
      const content = whole === undefined ? '' : contentText(whole);
      const contentHash = whole === undefined ? null : assumed.hashOf(product, { whole, content });
      const quantity = knowledge.sendable(product, row.quantity ?? null);
      const isNewWord = of.keepsParts && own.isActive === false && knowledge.isOwnHide(product);
      return productWish(row, { contentHash, quantity, whole, content, isNewWord });
    },
    isSentByOther({ id, contentRun, lastRequest }) {
      if (of.acceptedRuns.size < 2 || contentRun === null || contentRun === of.run) return false;
      if (lastRequest === null || !parts.isNew(id)) return false;
      const { created_at: at = 0, run } = store.requests.get(lastRequest) ?? {};
      return at >= of.startedAt && run === contentRun;
    },
    ...{ takeBack: parts.takeBack, hasNewPart: parts.differed, isVanished: parts.isVanished },
    ...lookups(store),
    sendable: ({ externalId }, quantity, run = of.run) =>
      quantity === null ? null : deps.openStock.lessOrders(externalId, { quantity, run }),
    quantityOf: (product, row) =>
      knowledge.sendable(product, exportedQuantity(store, of, { product, row })),
    flushWhenDue() {
      if (newcomers.waiting + parts.waiting + assumed.waiting >= flushEvery) flush();
    },
    flush,
    get added() {
      return added;
    },
    get takenOver() {
      return assumed.named;
    },
  };
  return knowledge;
}

interface Lookup extends Pick<Knowledge, 'find' | 'get'> {
  /** Like `find`, but answers the last found article without another look. */
  again(externalId: string): KnownProduct | undefined;
  forget(): void;
}

/**
 * For each row first a check asks whether its article is there,
 * then the plan asks for the same article: looked up once.
 */
function createLookup({ newcomers, store: { mirror }, inFlight }: KnowledgeDeps): Lookup {
  const seen = (row: KnownRow | undefined): KnownProduct | undefined =>
    row === undefined ? undefined : new KnownProduct(row, inFlight.has(row[0]));
  let last: KnownProduct | undefined;
  const find = (externalId: string): KnownProduct | undefined => {
    last = newcomers.find(externalId) ?? seen(mirror.known(externalId));
    return last;
  };
  const forget = (): void => {
    last = undefined;
  };
  return {
    find,
    get: (id) => newcomers.get(id) ?? seen(mirror.knownById(id)),
    again(externalId) {
      const found = last?.externalId === externalId ? last : find(externalId);
      // Remembered for one row only: the next row of the article must see what this one changes.
      forget();
      return found;
    },
    forget,
  };
}

/**
 * Under `clear` an empty `isActive` is a word, unlike silence (hidden.ts): the default, which `vanished: hide` sends.
 */
function withCleared(
  { source, defaults }: Pick<KnowledgeOf, 'source' | 'defaults'>,
  { empty }: Pick<MappedRow, 'empty'>,
  own: Fields,
): Fields {
  const { isActive } = defaults;
  const isWord = source.empty === 'clear' && isActive !== undefined && empty.includes('isActive');
  return isWord ? { ...own, isActive } : own;
}

/** Each member by name: a million wishes are made, and spreading costs several times as much. */
function productWish(
  { columns, group, cells }: MappedRow,
  wish: Omit<ProductWish, 'columns' | 'isMarked' | 'cells'>,
): ProductWish {
  const { contentHash, quantity, whole, content, isNewWord } = wish;
  const isMarked = group !== undefined;
  return { contentHash, quantity, columns, isMarked, isNewWord, cells, whole, content };
}

function lookups({
  mirror,
  numbers,
  requests,
}: CatalogStore): Pick<
  Knowledge,
  | 'refusalOf'
  | 'isOwnHide'
  | 'sentOf'
  | 'mayBeActive'
  | 'variantsOnSale'
  | 'withZeros'
  | 'withOtherLetters'
> {
  let lengths: readonly number[] | undefined;
  let spellings: Spellings | undefined;
  const sent = createSentProducts(requests);
  const isOwnHide = createOwnHides(requests);
  return {
    refusalOf: (id) => refusalOf(mirror, id),
    isOwnHide: ({ id, contentRequest }) => isOwnHide(contentRequest, id),
    sentOf: ({ externalId, contentRequest }) => sent.in(contentRequest, externalId),
    mayBeActive: createActivity(requests),
    // In the order of characters $ follows #.
    variantsOnSale: (id) => numbers.offeredBetween(`${id}#`, `${id}$`),
    withZeros(number) {
      lengths ??= numbers.lengthsWithZeros();
      const longer = lengths.filter((length) => length > number.length);
      const padded = longer.map((length) => number.padStart(length, '0'));
      return padded.find((other) => mirror.find(other)?.content_hash != null);
    },
    withOtherLetters(number) {
      spellings ??= createSpellings(numbers.lettered(letteredMax));
      const look = lookOf(number);
      const plain = [look, look.toUpperCase(), look.toLowerCase()];
      return [...spellings.find(number), ...plain.filter((spelling) => spelling !== number)];
    },
  };
}

/** With more lettered numbers than this, another encoding changes so many rows that the brakes notice it. */
const letteredMax = 10_000;

function refusalOf(mirror: Mirror, id: number): Refusal {
  const row = mirror.get(id);
  return { code: row?.refused_code ?? '', message: row?.refused_message ?? '' };
}

function exportedQuantity(
  { mirror }: CatalogStore,
  { source }: KnowledgeOf,
  { product, row }: { product: KnownProduct; row: MappedRow },
): number | null {
  if (source.duplicates !== 'sum') return row.quantity ?? null;
  return mirror.get(product.id)?.exported_quantity ?? null;
}
