import type { ExportRecord, RawRows } from '../../domain/adapter.ts';
import { addFilled, countFilled, type FilledRows } from '../mapping/filled.ts';
import type { Duplicates } from '../terms/duplicates.ts';
import { type Growing, growingBytes, growingIntegers } from '../terms/growing.ts';
import { kinds } from '../terms/plan.ts';
import type { FastPath } from './fast-path.ts';
import type { Knowledge } from './knowledge.ts';
import { createLastUnknown } from './last-records.ts';
import type { StockFacts } from './stock-facts.ts';
import type { UnreadRows } from './unread-rows.ts';

/** What a pass notes of each record and product. */
export interface Notes {
  readonly records: { count: number };
  readonly marks: Growing<Uint8Array>;
  readonly ids: Growing<Int32Array>;
  /** By product: 1 where its row leaves it as it is, 2 where that row was settled unread. */
  readonly unchanged: Growing<Uint8Array>;
  readonly filled: FilledRows;
  readonly unknown: ReturnType<typeof createLastUnknown>;
}

export const createNotes = (): Notes => ({
  records: { count: 0 },
  marks: growingBytes(),
  ids: growingIntegers(),
  unchanged: growingBytes(),
  filled: countFilled(),
  unknown: createLastUnknown(),
});

/** Parts of the pass that must hear of rows that are settled unread. */
interface Beside {
  readonly duplicates: Duplicates;
  readonly knowledge: Pick<Knowledge, 'hasNewPart'>;
  readonly stock: Pick<StockFacts, 'same'>;
  readonly unread: UnreadRows;
}

/** What `unchanged` says of a product whose row was not read. */
export const settledUnread = 2;

/** So many rows are settled before other work has its turn; a row that is read counts as sixteen. */
const workAtOnce = 8_192;
const readingWork = 16;

/**
 * Settles rows with the bytes of the last file, which equalled the mirror then, if nothing has touched their products
 * since.
 */
export class SettledRows {
  readonly #fastPath: FastPath;
  readonly #notes: Notes;
  readonly #beside: Beside;
  readonly #products: Int32Array;
  readonly #newest: number;

  constructor(fastPath: FastPath, notes: Notes, beside: Beside) {
    this.#fastPath = fastPath;
    this.#notes = notes;
    this.#beside = beside;
    this.#products = fastPath.products;
    this.#newest = newestOf(fastPath.products);
    notes.marks.reserve(fastPath.recordsExpected);
    notes.ids.reserve(fastPath.recordsExpected);
  }

  /** Goes on through the rows and lets `read` have those that cannot be settled; answers why it ended. */
  slice(rows: RawRows, read: (record: ExportRecord) => void): ReturnType<RawRows['move']> {
    for (let work = 0; work < workAtOnce; ) {
      const settled = this.#block(rows);
      work += settled;
      if (settled > 0) continue;
      this.#beside.unread.pass(this.#notes.records.count, rows);
      const moved = rows.move();
      if (moved !== 'row') return moved;
      const isSettled = this.#row(rows);
      if (!isSettled) read(rows.record());
      work += isSettled ? 1 : readingWork;
    }
    return 'row';
  }

  /** How many rows were settled at once; the cursor stands behind them. */
  #block(rows: RawRows): number {
    const block = this.#fastPath.findBlock(rows);
    if (block === undefined) return 0;
    const { first, records } = block;
    if (this.#mustBeRead(first, records)) return 0;
    this.#beside.unread.pass(this.#notes.records.count, rows);
    rows.skip(block.bytes, block.lines);
    this.#fastPath.keepBlock(block, this.#notes.records.count);
    this.#note(first, records);
    return records;
  }

  /** Whether the row under the cursor could be settled. */
  #row(rows: RawRows): boolean {
    const record = this.#fastPath.find(rows);
    if (record < 0 || this.#mustBeRead(record, 1)) return false;
    const hasQuantity = this.#fastPath.quantitiesOf(record, 1) === 1;
    const filled = this.#fastPath.filled[record] ?? 0;
    this.#fastPath.keep(this.#notes.records.count, { hasQuantity, filled });
    this.#note(record, 1);
    return true;
  }

  /** Whether another row of one of these articles has passed already, or new fields of one. */
  #mustBeRead(first: number, records: number): boolean {
    const { duplicates, knowledge } = this.#beside;
    const met = duplicates.met(this.#newest + 1);
    const products = this.#products;
    for (let record = first; record < first + records; record += 1) {
      const product = products[record] ?? 0;
      if (product !== 0 && (met[product] !== 0 || knowledge.hasNewPart(product))) return true;
    }
    return false;
  }

  /** Writes into the arrays directly, because a million rows pass here. */
  #note(first: number, records: number): void {
    const { marks, ids, unchanged, filled } = this.#notes;
    const { duplicates, stock } = this.#beside;
    const start = this.#notes.records.count;
    const markOf = marks.reserve(start + records);
    const idOf = ids.reserve(start + records);
    const isUnchanged = unchanged.reserve(this.#newest + 1);
    const met = duplicates.met(this.#newest + 1);
    const products = this.#products;
    const bits = this.#fastPath.filled;
    const kept = this.#fastPath.roomForFilled(start + records);
    for (let at = 0; at < records; at += 1) {
      const product = products[first + at] ?? 0;
      markOf[start + at] = product === 0 ? kinds.skipped : kinds.unchanged;
      idOf[start + at] = product;
      kept[start + at] = bits[first + at] ?? 0;
      if (product === 0) continue;
      isUnchanged[product] = settledUnread;
      met[product] = start + at + 1;
      addFilled(filled, bits[first + at] ?? 0);
    }
    stock.same(this.#fastPath.quantitiesOf(first, records));
    this.#notes.records.count = start + records;
  }
}

/** By index: a call for each of a million ids costs ten times as much. */
function newestOf(products: Int32Array): number {
  let newest = 0;
  for (let record = 0; record < products.length; record += 1)
    newest = Math.max(newest, products[record] ?? 0);
  return newest;
}
