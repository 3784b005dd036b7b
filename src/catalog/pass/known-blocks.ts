import type { RawRows } from '../../domain/adapter.ts';
import { type Growing, growingIntegers } from '../terms/growing.ts';
import type { RowHasher } from './row-hash.ts';

/** Rows that stand side by side, with one hash over all their bytes. */
export interface KnownBlock {
  /** The record of the file before that the block begins with, and how many records it has. */
  readonly first: number;
  readonly records: number;
  readonly lines: number;
  readonly bytes: number;
  readonly low: number;
  readonly high: number;
}

/** Five numbers are stored of a block: records, lines, bytes, and the two halves of the hash (0 and 0: void). */
const fields = 5;
/** One changed row makes its whole block be looked at, so blocks are small; larger ones are not hashed faster. */
const recordsMax = 16;
const bytesMax = 64 * 1024;
/** Each inserted row splits a block. Once the average block is smaller than this, all are made anew. */
const averageMin = 8;
const cutsAllowed = 1_000;

/** The blocks of the file before, by the record that each begins with. */
export class KnownBlocks {
  readonly #blocks: Int32Array;
  readonly #firsts: Int32Array;
  #at = 0;

  constructor(blocks: Int32Array) {
    const count = blocks.length / fields;
    const firsts = new Int32Array(count + 1);
    for (let at = 0; at < count; at += 1)
      firsts[at + 1] = (firsts[at] ?? 0) + (blocks[at * fields] ?? 0);
    const isCutUp = (firsts[count] ?? 0) < (count - cutsAllowed) * averageMin;
    this.#blocks = isCutUp ? new Int32Array() : blocks;
    this.#firsts = isCutUp ? new Int32Array(1) : firsts;
  }

  /** The block that begins with the record, where it has a hash. */
  beginningWith(record: number): KnownBlock | undefined {
    const place = this.#find(record);
    if (this.#firsts[place] !== record) return undefined;
    const field = (index: number): number => this.#blocks[place * fields + index] ?? 0;
    const [low, high] = [field(3), field(4)];
    if (low === 0 && high === 0) return undefined;
    return { first: record, records: field(0), lines: field(1), bytes: field(2), low, high };
  }

  /** The last block that begins at the record or before it; most records are asked for in their order. */
  #find(record: number): number {
    const firsts = this.#firsts;
    const last = firsts.length - 1;
    if ((firsts[this.#at] ?? 0) > record) this.#at = 0;
    let step = 1;
    while (this.#at + step <= last && (firsts[this.#at + step] ?? 0) <= record) step *= 2;
    for (; step >= 1; step = Math.floor(step / 2))
      if (this.#at + step <= last && (firsts[this.#at + step] ?? 0) <= record) this.#at += step;
    return this.#at;
  }
}

/** Makes the blocks of this file for the next one, from rows as they pass. */
export class BlockBuilder {
  readonly #hasher: RowHasher;
  readonly #recordsMax: number;
  readonly #blocks: Growing<Int32Array> = growingIntegers();
  #count = 0;
  /** The cursor under which the block grows, and the window of bytes that it was in. */
  #rows: RawRows | undefined;
  #windowOffset = 0;
  #from = 0;
  #end = 0;
  #records = 0;
  #firstLine = 0;
  #lastLine = 0;

  constructor(hasher: RowHasher, most = recordsMax) {
    this.#hasher = hasher;
    this.#recordsMax = most;
  }

  /** The next record, under the cursor. */
  add(rows: RawRows): void {
    if (rows.windowOffset !== this.#windowOffset) this.#close();
    if (!rows.isEnded) {
      // The last row without a line end may be longer next time, so it gets no hash.
      this.#close();
      this.#push({ records: 1, lines: 1, bytes: 0, low: 0, high: 0 });
      return;
    }
    if (this.#records === 0) {
      this.#rows = rows;
      this.#windowOffset = rows.windowOffset;
      this.#from = rows.start;
      this.#firstLine = rows.row;
    }
    this.#records += 1;
    this.#end = rows.next;
    this.#lastLine = rows.row;
    if (this.#records === this.#recordsMax || this.#end - this.#from > bytesMax) this.#close();
  }

  /** The next records are those of a block of the file before. */
  carry(block: KnownBlock): void {
    this.#close();
    this.#push(block);
  }

  /** All blocks. `isKnown` says which records may be settled; a block with a record that may not is void. */
  take(isKnown: (record: number) => boolean): Int32Array {
    this.#close();
    const blocks = this.#blocks.take(this.#count * fields);
    let record = 0;
    for (let at = 0; at < blocks.length; at += fields) {
      const end = record + (blocks[at] ?? 0);
      while (record < end && isKnown(record)) record += 1;
      if (record < end) blocks.fill(0, at + 3, at + fields);
      record = end;
    }
    return blocks;
  }

  #close(): void {
    if (this.#records > 0) {
      const records = this.#records;
      const lines = this.#lastLine - this.#firstLine + 1;
      this.#push({ records, lines, bytes: this.#end - this.#from, ...this.#hash() });
    }
    this.#records = 0;
  }

  /**
   * Void where the bytes have left the window: the next file settles those rows one by one and makes a block of them.
   */
  #hash(): Pick<KnownBlock, 'low' | 'high'> {
    if (this.#rows?.windowOffset !== this.#windowOffset) return { low: 0, high: 0 };
    this.#hasher.read(this.#rows.bytes, this.#from, this.#end);
    const { low, high } = this.#hasher;
    return { low, high };
  }

  #push({ records, lines, bytes, low, high }: Omit<KnownBlock, 'first'>): void {
    const at = this.#count * fields;
    this.#count += 1;
    this.#blocks.set(at, records);
    this.#blocks.set(at + 1, lines);
    this.#blocks.set(at + 2, bytes);
    this.#blocks.set(at + 3, low);
    this.#blocks.set(at + 4, high);
  }
}
