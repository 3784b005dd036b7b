import type { KnownHashes, SourceIndex } from '../store/raw-index.ts';

export type IndexedRows = Pick<SourceIndex, 'rows'> & Pick<KnownHashes, 'hashes'>;

/** The records of the file before by hash. Most files keep their order, so the next record is tried first. */
export class KnownRows {
  readonly #rows: Int32Array;
  readonly #hashes: Int32Array;
  #next = 0;
  /** Open addressing: the record plus 1 at a place that its hash names; made when the order breaks for the first time. */
  #places: Int32Array | undefined;

  constructor({ rows, hashes }: IndexedRows) {
    this.#rows = rows;
    this.#hashes = hashes;
  }

  /** The record with this hash, -1 without one. */
  find(low: number, high: number): number {
    if (low === 0 && high === 0) return -1;
    const found = this.#has(this.#next, low, high) ? this.#next : this.#search(low, high);
    this.#next = (found < 0 ? this.#next : found) + 1;
    return found;
  }

  product(record: number): number {
    return this.#rows[record] ?? 0;
  }

  /** What was stored in the free bit of the hash. */
  hasQuantity(record: number): boolean {
    return ((this.#hashes[2 * record] ?? 0) & 1) === 1;
  }

  #has(record: number, low: number, high: number): boolean {
    return this.#hashes[2 * record + 1] === high && ((this.#hashes[2 * record] ?? 0) & ~1) === low;
  }

  #search(low: number, high: number): number {
    this.#places ??= this.#placed();
    const mask = this.#places.length - 1;
    for (let place = (low >>> 1) & mask; ; place = (place + 1) & mask) {
      const record = (this.#places[place] ?? 0) - 1;
      if (record < 0 || this.#has(record, low, high)) return record;
    }
  }

  #placed(): Int32Array {
    const count = this.#rows.length;
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
