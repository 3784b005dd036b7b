import type { KnownSource } from '../../store/raw-index.ts';

/** A row that has moved by no more than this is found without a table of all hashes. */
const nearRows = 8;
/**
 * If so many rows (`straysMax`) of so many (`straysAmong`) have moved further, a table of all hashes is worth making.
 */
const straysMax = 256;
const straysAmong = 1_024;

/**
 * The records of the file before by hash. Most files keep their
 * order, so the records next to the last one are tried first.
 */
export class KnownRows {
  /** The record of the file before that is expected next. */
  next = 0;
  /** False behind a row that stood elsewhere in the file before. */
  isInOrder = true;
  /** Product ids. */
  readonly rows: Int32Array;
  readonly #hashes: Int32Array;
  /** Rows asked for since the strays were last set to 0. */
  #asked = 0;
  #strays = 0;
  /** Open addressing: the record plus 1 at a place that its hash names. */
  #places: Int32Array | undefined;

  constructor({ rows, hashes }: Pick<KnownSource, 'rows' | 'hashes'>) {
    this.rows = rows;
    this.#hashes = hashes;
  }

  /** The record with this hash; -1 if there is none, or if it stands too far away to be worth the search. */
  find(low: number, high: number): number {
    this.#count(1);
    if (low === 0 && high === 0) return -1;
    const found = this.has(this.next, low, high) ? this.next : this.#search(low, high);
    if (found >= 0) this.isInOrder = found === this.next;
    this.next = (found < 0 ? this.next : found) + 1;
    return found;
  }

  /** Steps over records that were found as a block. */
  pass(first: number, records: number): void {
    this.#count(records);
    this.next = first + records;
  }

  /** Counts what was stored in the free bit of the hashes. */
  quantitiesOf(first: number, records: number): number {
    const hashes = this.#hashes;
    let quantities = 0;
    for (let at = 2 * first; at < 2 * (first + records); at += 2)
      quantities += (hashes[at] ?? 0) & 1;
    return quantities;
  }

  /** As they are stored. */
  hashesOf(from: number, to: number): Int32Array {
    return this.#hashes.subarray(2 * from, 2 * to);
  }

  has(record: number, low: number, high: number): boolean {
    return this.#hashes[2 * record + 1] === high && ((this.#hashes[2 * record] ?? 0) & ~1) === low;
  }

  #count(records: number): void {
    this.#asked += records;
    if (this.#asked < straysAmong) return;
    this.#asked = 0;
    this.#strays = 0;
  }

  #search(low: number, high: number): number {
    if (this.#places !== undefined) return this.#searchAll(this.#places, low, high);
    for (let by = 1; by <= nearRows; by += 1) {
      if (this.has(this.next + by, low, high)) return this.next + by;
      if (this.has(this.next - by, low, high)) return this.next - by;
    }
    // Behind the last row of the file before, all rows are new.
    if (this.next < this.rows.length) this.#strays += 1;
    // To read a changed row in vain costs less than a table of a million hashes for it (performance notes 3.4).
    if (this.#strays < straysMax) return -1;
    this.#places = this.#placed();
    return this.#searchAll(this.#places, low, high);
  }

  #searchAll(places: Int32Array, low: number, high: number): number {
    const mask = places.length - 1;
    for (let place = (low >>> 1) & mask; ; place = (place + 1) & mask) {
      const record = (places[place] ?? 0) - 1;
      if (record < 0 || this.has(record, low, high)) return record;
    }
  }

  #placed(): Int32Array {
    const count = this.rows.length;
    const places = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2)));
    const mask = places.length - 1;
    for (let record = 0; record < count; record += 1) {
      const low = this.#hashes[2 * record] ?? 0;
      if (low === 0 && this.#hashes[2 * record + 1] === 0) continue;
      let place = (low >>> 1) & mask;
      while (places[place] !== 0) place = (place + 1) & mask;
      places[place] = record + 1;
    }
    return places;
  }
}
