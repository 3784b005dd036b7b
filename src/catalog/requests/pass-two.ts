import type { ExportReader, ExportRecord } from '../../domain/adapter.ts';
import type { Lane } from '../../domain/exchange.ts';
import { contentText, productTextOf, stockText } from '../../domain/product-text.ts';
import type { RowMapper } from '../mapping/bind.ts';
import type { MappedRow } from '../mapping/mapped-row.ts';
import { blockedOf } from '../pass/blocked.ts';
import { type DiffRules, decideProduct, decideStock, stockHash, wishHash } from '../pass/diff.ts';
import type { Knowledge, ProductWish } from '../pass/knowledge.ts';
import { isLower } from '../pass/lowered.ts';
import { seenAgain } from '../state/own-hides.ts';
import type { Deferred, RequestItem } from '../state/request-items.ts';
import type { KnownProduct } from '../terms/known-product.ts';
import {
  holdKinds,
  holdOf,
  isOfLane,
  isStockAlone,
  type Kind,
  kindOf,
  kinds,
} from '../terms/plan.ts';
import { isInactive, packTraits, traitsOf } from '../terms/traits.ts';
import { blockedItem } from './blocked-item.ts';
import { quantityOfUpsert, type StockSource } from './creating-quantity.ts';
import type { PackedItem } from './pack.ts';
import { type RowPart, rowPartOf, sentPart } from './row-part.ts';

export type Item = PackedItem<RequestItem>;

interface Pass {
  readonly input: PassTwoInput;
  readonly knowledge: Knowledge;
  /** Rows whose product had a request under way. They are decided again at the end, and fill the last batch. */
  late: Late[];
}

interface Late {
  readonly mapped: MappedRow;
  readonly row: number;
  readonly part: RowPart | undefined;
}

/** More late rows than these are left to the next pass over the file. */
const lateMax = 1_000;

/** What one stretch of the file gave: items to pack, and rows that need none. */
export interface Stretch {
  readonly items: readonly Item[];
  /** Products of rows whose wish this very run has confirmed by now. */
  readonly sent: readonly number[];
  /** Rows that equal the mirror by now. */
  readonly unchanged: number;
  /** Rows whose product has a request under way, or that belong to another lane by now: read again afterwards. */
  readonly deferred: readonly Deferred[];
  /** Nothing is left but late rows whose requests have no answer yet. */
  readonly isWaiting?: boolean;
}

interface PassTwoInput {
  readonly lane: Extract<Lane, 'stock' | 'products'>;
  readonly sourceKind: 'products' | 'stock';
  readonly reader: ExportReader;
  readonly mapper: RowMapper;
  readonly marks: Uint8Array;
  readonly rules: DiffRules;
  readonly stock: StockSource;
}

/**
 * Reads the marked rows of one lane again, compares each with the mirror as it is now, and gives what still differs.
 * So a plan is an upper bound: applied late, it never sends a row outside it (design section 2.3). `next(true)` says
 * that nobody waits any longer for late rows.
 */
export async function* passTwo(
  input: PassTwoInput,
  knowledge: Knowledge,
): AsyncGenerator<Stretch, void, boolean | undefined> {
  const pass: Pass = { input, knowledge, late: [] };
  const last = lastMarked(input);
  let index = 0;
  for await (const batch of input.reader.batches()) {
    const stretch: OpenStretch = { items: [], sent: [], unchanged: 0, deferred: [] };
    for (const record of batch.records) {
      if (isMarked(input, index)) readRecord(pass, { record, index }, stretch);
      index += 1;
    }
    yield stretch;
    if (index > last) break;
  }
  yield* readLate(pass);
}

async function* readLate(pass: Pass): AsyncGenerator<Stretch, void, boolean | undefined> {
  let isGivenUp: boolean | undefined = false;
  while (pass.late.length > 0) {
    const { late } = pass;
    const stretch: OpenStretch = { items: [], sent: [], unchanged: 0, deferred: [] };
    pass.late = [];
    for (const row of late) readRow(pass, row, stretch);
    const isWaiting = pass.late.length === late.length;
    if (isGivenUp === true) stretch.deferred.push(...pass.late.splice(0).map(deferredOf));
    isGivenUp = yield { ...stretch, isWaiting };
  }
}

/** True where the plan has anything to send in this lane that no hold keeps back. */
export function hasMarks(input: Pick<PassTwoInput, 'lane' | 'marks'>): boolean {
  return lastMarked(input) >= 0;
}

function lastMarked(input: Pick<PassTwoInput, 'lane' | 'marks'>): number {
  let index = input.marks.length - 1;
  while (index >= 0 && !isMarked(input, index)) index -= 1;
  return index;
}

function isMarked(input: Pick<PassTwoInput, 'lane' | 'marks'>, index: number): boolean {
  const mark = input.marks[index] ?? 0;
  const isFree = holdOf(mark) === holdKinds.none || isStockAlone(mark);
  return isOfLane(kindOf(mark), input.lane) && isFree;
}

interface Row extends Late {
  readonly product: KnownProduct;
}

interface OpenStretch {
  items: Item[];
  sent: number[];
  unchanged: number;
  deferred: Deferred[];
}

function readRecord(
  pass: Pass,
  { record, index }: { record: ExportRecord; index: number },
  stretch: OpenStretch,
): void {
  const { mapper, marks } = pass.input;
  const mapped = mapper.map(record);
  const mark = marks[index] ?? 0;
  const { row } = record;
  const part = rowPartOf(mark);
  const sent = sentPart(mapped, part);
  if (sent?.kind === 'row') readRow(pass, { mapped: sent, row, part }, stretch);
  else {
    const externalId = mapped.kind === 'rejected' ? mapped.externalId : undefined;
    stretch.deferred.push({ row, externalId: externalId ?? null });
  }
}

function readRow(pass: Pass, late: Late, stretch: OpenStretch): void {
  const { mapped } = late;
  const product = pass.knowledge.find(mapped.externalId);
  if (product?.inFlight === true && pass.late.length < lateMax) {
    pass.late.push(late);
    return;
  }
  if (product === undefined) {
    stretch.deferred.push(deferredOf(late));
    return;
  }
  const decided = decide(pass, { ...late, product });
  if (decided.item !== undefined) stretch.items.push(decided.item);
  else if (decided.isHeld === true) return;
  else if (decided.kind === kinds.unchanged) stretch.unchanged += 1;
  else if (decided.kind === kinds.alreadySent) stretch.sent.push(product.id);
  else stretch.deferred.push(deferredOf(late));
}

function deferredOf({ row, mapped: { externalId } }: Late): Deferred {
  return { row, externalId };
}

interface Decided {
  readonly kind: Kind;
  /** Absent where nothing is sent of the row in this lane now. */
  readonly item?: Item;
  /** The row is counted as held, whatever becomes of its stock. */
  readonly isHeld?: boolean;
}

function decide(pass: Pass, row: Row): Decided {
  if (row.product.inFlight) return { kind: kinds.upsert };
  if (row.part === 'blocks') return decideBlocked(pass, row);
  if (row.part !== undefined) return decideStockAlone(pass, row);
  return pass.input.sourceKind === 'stock'
    ? decideStockRow(pass, row)
    : decideProductRow(pass, row);
}

function decideStockRow({ input, knowledge }: Pass, row: Row): Decided {
  const quantity = knowledge.quantityOf(row.product, row.mapped);
  const wish = { contentHash: null, quantity };
  const kind = decideStock(wish, row.product, input.rules);
  if (kind !== kinds.stock || quantity === null) return { kind };
  return { kind, item: stockItem(row, quantity, stockHash(wish)) };
}

/**
 * The row's content is held and its stock is sent alone, beside the confirmed content. The item is of no row, because
 * the row stays held, and a refusal of it is none of the row's content.
 */
function decideStockAlone({ input, knowledge }: Pass, row: Row): Decided {
  const { contentHash } = row.product;
  const quantity = knowledge.sendable(row.product, row.mapped.quantity ?? null);
  const wish = { contentHash, quantity };
  const kind = decideProduct(wish, { ...row.product, inDoubt: false }, input.rules);
  const isMeant = kind === kinds.stock && (row.part === 'held' || isLower(row.product, quantity));
  if (!isMeant || quantity === null) return { kind, isHeld: true };
  const { text, wish: item } = stockItem(row, quantity, wishHash(wish, input.rules));
  return { kind, isHeld: true, item: { text, wish: { ...item, row: null } } };
}

function decideBlocked({ knowledge }: Pass, { product }: Row): Decided {
  const blocked = blockedOf(knowledge, product);
  if (blocked === undefined) return { kind: kinds.unchanged, isHeld: true };
  const {
    id,
    externalId,
    contentHash: was,
    contentRequest: wasSentIn,
    contentRun: wasRun,
  } = product;
  const refusedHash = product.refusedHash ?? blocked.contentHash;
  const before = { product: id, externalId, refusedHash, was, wasSentIn, wasRun };
  return { kind: kinds.blocks, isHeld: true, item: blockedItem(blocked, before) };
}

function decideProductRow(pass: Pass, row: Row): Decided {
  const wish = pass.knowledge.wishOf(row.product, row.mapped);
  const decided = decideProduct(wish, row.product, pass.input.rules);
  const isOthers = decided === kinds.unchanged && pass.knowledge.isSentByOther(row.product);
  const kind = isOthers ? kinds.alreadySent : decided;
  if (!isOfLane(kind, pass.input.lane)) return { kind };
  const refusedHash = wishHash(wish, pass.input.rules);
  if (kind !== kinds.stock) return upsert(pass, row, { kind, wish, refusedHash });
  return wish.quantity === null
    ? { kind }
    : { kind, item: stockItem(row, wish.quantity, refusedHash) };
}

function stockItem({ product, row }: Row, quantity: number, refusedHash: number): Item {
  const { id, externalId, quantity: had, quantityRun: hadRun } = product;
  return {
    text: stockText(externalId, quantity),
    wish: { product: id, externalId, row, quantity, refusedHash, had, hadRun },
  };
}

function upsert(
  pass: Pass,
  row: Row,
  { kind, wish, refusedHash }: { kind: Kind; wish: ProductWish; refusedHash: number },
): Decided {
  const { whole, content, contentHash } = wish;
  if (whole === undefined || contentHash === null) return { kind };
  const { id, externalId } = row.product;
  const { stock, rules } = pass.input;
  const { quantity, quantityRun } = quantityOfUpsert(
    { stock, rules, knowledge: pass.knowledge },
    row,
  );
  // Written field by field: a spread costs as much as the rest of the row.
  const item: { -readonly [Name in keyof RequestItem]: RequestItem[Name] } = {
    product: id,
    externalId,
    row: row.row,
    contentHash,
    refusedHash,
    traits: packTraits(traitsOf(whole, content)),
    was: row.product.contentHash,
    wasSentIn: row.product.contentRequest,
    wasRun: row.product.contentRun,
  };
  if (quantity !== null) {
    item.quantity = quantity;
    item.had = row.product.quantity;
    item.hadRun = row.product.quantityRun;
  }
  if (quantityRun !== undefined) item.quantityRun = quantityRun;
  const isOurs = whole.isActive === false && wish.isNewWord !== true;
  if (isOurs && pass.knowledge.isVanished(row.product)) item.isVanished = true;
  const text = productTextOf(externalId, quantity ?? undefined, sentContent(row.product, wish));
  return { kind, item: { text, wish: item } };
}

/**
 * An inactive product whose row does not say `isActive` is sent with `isActive: true`. That word is not part of the
 * compared content, so the product is not sent twice.
 */
function sentContent(product: KnownProduct, { whole, content }: ProductWish): string {
  return whole !== undefined && isInactive(product)
    ? contentText({ ...seenAgain, ...whole })
    : content;
}
