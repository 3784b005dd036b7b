import type { ExportReader, RawRows } from '../../domain/adapter.ts';
import { laterRequestsMax } from '../../domain/retention.ts';
import type { KnownHashes, KnownSource } from '../../store/raw-index.ts';
import { growingBytes } from '../terms/growing.ts';
import type { CatalogStore, SourceConfig } from '../terms/ports.ts';
import { BlockBuilder, type KnownBlock, KnownBlocks } from './known-blocks.ts';
import { KnownRows } from './known-rows.ts';
import { NextHashes } from './next-hashes.ts';
import { type RowHasher, rowHashers, seedOf } from './row-hash.ts';

interface Kept {
  readonly hasQuantity: boolean;
  readonly filled: number;
}

interface FastPathOf {
  readonly source: SourceConfig;
  readonly run: number;
  readonly reader: ExportReader;
  /** Fingerprint of all that makes a product out of bytes. */
  readonly basis: string;
  readonly inFlight: { has(product: number): boolean; readonly size: number };
  /** Rows in a block; undefined: as many as serve best. */
  readonly rowsTogether?: number | undefined;
}

const growthExpected = 1.05;

/** undefined where rows cannot be settled one by one. */
export async function openFastPath(
  store: CatalogStore,
  of: FastPathOf,
): Promise<FastPath | undefined> {
  if (of.reader.rawRows === undefined) return undefined;
  return new FastPath(store, of, await rowHashers(seedOf(store.meta)));
}

/**
 * A row whose raw bytes equal those of the last file needs no reading: its hash settles it (design section 2.2,
 * performance notes 3.4), sixteen at once where they still stand side by side. Safe, because a hash is stored only
 * after pass 1 found its row equal to the mirror, and does not count once any later request names the product. Requests
 * are committed before they are sent, so that is never noticed too late (law 3).
 */
export class FastPath {
  /** By record of the file before: the product that the row leaves as it is; 0 for a row that `where` leaves out. */
  readonly products: Int32Array;
  /** By record of the file before: which of the watched columns have a value (filled.ts). */
  readonly filled: Uint8Array;
  /** As many as the file before had and some more: arrays of this length seldom have to grow. */
  readonly recordsExpected: number;
  readonly #store: CatalogStore;
  readonly #of: FastPathOf;
  readonly #hasher: RowHasher;
  readonly #blockHasher: RowHasher;
  readonly #known: KnownRows | undefined;
  readonly #blocks: KnownBlocks;
  readonly #hashes: NextHashes;
  readonly #filled = growingBytes();
  readonly #building: BlockBuilder;
  /** By product: a request that is newer than the entries names it. */
  readonly #stale = growingBytes();
  #isAnyStale = false;
  readonly #requestAtStart: number;
  #request: number;

  constructor(store: CatalogStore, of: FastPathOf, hashers: { one(): RowHasher }) {
    this.#store = store;
    this.#of = of;
    this.#hasher = hashers.one();
    this.#blockHasher = hashers.one();
    this.#building = new BlockBuilder(hashers.one(), of.rowsTogether);
    this.#requestAtStart = store.requests.newestId();
    const before = usable(store, of, this.#requestAtStart);
    this.#known = before && new KnownRows(before);
    this.products = this.#known?.rows ?? new Int32Array();
    this.filled = before?.filled ?? new Uint8Array();
    this.recordsExpected = Math.ceil(this.products.length * growthExpected);
    this.#hashes = new NextHashes(before?.hashes, this.recordsExpected);
    this.#filled.reserve(this.recordsExpected);
    this.#blocks = new KnownBlocks(before?.blocks ?? new Int32Array());
    this.#request = before?.request ?? this.#requestAtStart;
    this.refresh();
  }

  /** Called between two slices: notes the products that requests have named meanwhile. */
  refresh(): void {
    if (this.#known === undefined) return;
    const newest = this.#store.requests.newestId();
    if (newest === this.#request) return;
    for (const product of this.#store.requests.productsAfter(this.#request))
      this.#stale.set(product, 1);
    this.#isAnyStale = true;
    this.#request = newest;
  }

  /** Rows of the file before that stand next in this one, byte for byte, where all of them may be settled. */
  findBlock(rows: RawRows): KnownBlock | undefined {
    // In a file with another order the next rows are hardly ever the same: a block would be hashed in vain.
    if (this.#known?.isInOrder !== true) return undefined;
    const block = this.#blocks.beginningWith(this.#known.next);
    if (block === undefined || !rows.holds(block.bytes)) return undefined;
    const hasher = this.#blockHasher;
    hasher.read(rows.bytes, rows.next, rows.next + block.bytes);
    if (hasher.low !== block.low || hasher.high !== block.high) return undefined;
    return this.#isAnyOpen(block) ? undefined : block;
  }

  /** The block was settled as the records from `index` on. */
  keepBlock(block: KnownBlock, index: number): void {
    const end = block.first + block.records;
    const hashes = this.#known?.hashesOf(block.first, end) ?? new Int32Array();
    this.#hashes.carry(hashes, index);
    this.#known?.pass(block.first, block.records);
    this.#building.carry(block);
  }

  /** How many of these rows have a quantity that the brakes count: one that is known on both sides. */
  quantitiesOf(first: number, records: number): number {
    return this.#known?.quantitiesOf(first, records) ?? 0;
  }

  /** The record of the file before with the bytes of the row under the cursor; -1 where it must be read. */
  find(rows: RawRows): number {
    this.#building.add(rows);
    const hasher = this.#hasher;
    hasher.read(rows.bytes, rows.start, rows.end);
    const record = this.#known?.find(hasher.low, hasher.high) ?? -1;
    return record >= 0 && (this.#isQuiet() || !this.#isOpen(record)) ? record : -1;
  }

  /** The `filled` of this file, for whoever settles records to write into. */
  roomForFilled(records: number): Uint8Array {
    return this.#filled.reserve(records);
  }

  /** Remembers the row that was looked up last as the record `index`. */
  keep(index: number, { hasQuantity, filled }: Kept): void {
    this.#filled.set(index, filled);
    this.#hashes.set(index, this.#hasher.low | (hasQuantity ? 1 : 0), this.#hasher.high);
  }

  /** The record counts no longer. */
  drop(index: number): void {
    this.#hashes.set(index, 0, 0);
  }

  /** The hashes of this file, for the next one. */
  take(records: number): KnownHashes {
    const hashes = this.#hashes.take(records);
    const isKnown = (record: number): boolean =>
      hashes[2 * record] !== 0 || hashes[2 * record + 1] !== 0;
    return {
      basis: this.#of.basis,
      run: this.#of.run,
      request: this.#requestAtStart,
      hashes,
      blocks: this.#building.take(isKnown),
      filled: this.#filled.take(records),
    };
  }

  /** No product was named by a request since, as after most exports. */
  #isQuiet(): boolean {
    return !this.#isAnyStale && this.#of.inFlight.size === 0;
  }

  #isAnyOpen({ first, records }: KnownBlock): boolean {
    if (this.#isQuiet()) return false;
    for (let record = first; record < first + records; record += 1)
      if (this.#isOpen(record)) return true;
    return false;
  }

  /** Something may have happened to the product of the record since its row was found equal. */
  #isOpen(record: number): boolean {
    const product = this.products[record] ?? 0;
    return this.#stale.get(product) === 1 || this.#of.inFlight.has(product);
  }
}

/** The hashes of the file before, if they still mean the same. */
function usable(store: CatalogStore, of: FastPathOf, newest: number): KnownSource | undefined {
  const before = store.index.known(of.source.name);
  if (before === undefined || before.basis !== of.basis) return undefined;
  // Stored by a version that did not count filled columns yet.
  if (before.filled.length !== before.rows.length) return undefined;
  // An older run is looked at again: there other rows count as sent.
  if (before.run > of.run || newest - before.request > laterRequestsMax) return undefined;
  return before;
}
