import type { ExportReader, RawRows } from '../domain/adapter.ts';
import type { KnownHashes } from '../store/raw-index.ts';
import { growingBytes, growingIntegers } from './growing.ts';
import { KnownRows } from './known-rows.ts';
import type { CatalogStore, SourceConfig } from './ports.ts';
import type { RowHasher } from './row-hash.ts';
import { rowHasher, seedOf } from './row-hash.ts';

/**
 * Settles rows by the hash of their raw bytes (design section 2.2, performance notes 3.4). An entry holds a hash only
 * after pass 1 found its row equal to the mirror; a product that any later request names is looked at, and requests are
 * committed before they are sent: so filling may be late, emptying never is (law 3).
 */
export interface FastPath {
  /** Between two batches: takes in which products have been sent to meanwhile. */
  refresh(): void;
  /** Looks a row up; false where it must be read, else `product` and `hasQuantity` say what it says. */
  settle(rows: RawRows, index: number): boolean;
  /** The product that the row leaves as it is; 0: it says nothing at all, by `where`. */
  readonly product: number;
  /** The brakes count it: its quantity is known on both sides. */
  readonly hasQuantity: boolean;
  /** Remembers the row that was looked up last as the record `index`. */
  keep(index: number, hasQuantity: boolean): void;
  /** The record counts no longer. */
  drop(index: number): void;
  /** The hashes of this file, for the next one. */
  take(records: number): KnownHashes;
}

export interface FastPathOf {
  readonly source: SourceConfig;
  readonly run: number;
  readonly reader: ExportReader;
  /** Fingerprint of all that makes a product out of bytes. */
  readonly basis: string;
  readonly inFlight: { has(product: number): boolean };
}

/** Beyond this many requests to look through, reading the rows is no dearer: every hash is void. */
const laterRequestsMax = 5_000;

/** undefined where rows cannot be settled one by one. */
export async function openFastPath(
  store: CatalogStore,
  of: FastPathOf,
): Promise<FastPath | undefined> {
  if (of.reader.recordAt === undefined) return undefined;
  return new Fast(store, of, await rowHasher(seedOf(store.meta)));
}

class Fast implements FastPath {
  product = 0;
  hasQuantity = false;
  readonly #store: CatalogStore;
  readonly #of: FastPathOf;
  readonly #hasher: RowHasher;
  readonly #known: KnownRows | undefined;
  readonly #hashes = growingIntegers();
  /** By product: a request that is newer than the entries names it. */
  readonly #stale = growingBytes();
  readonly #requestAtStart: number;
  #request: number;

  constructor(store: CatalogStore, of: FastPathOf, hasher: RowHasher) {
    this.#store = store;
    this.#of = of;
    this.#hasher = hasher;
    this.#requestAtStart = store.requests.newestId();
    const before = usable(store, of, this.#requestAtStart);
    this.#known = before && new KnownRows({ ...store.index.read(of.source.name), ...before });
    this.#request = before?.request ?? this.#requestAtStart;
    this.refresh();
  }

  refresh(): void {
    if (this.#known === undefined) return;
    const newest = this.#store.requests.newestId();
    if (newest === this.#request) return;
    for (const product of this.#store.requests.productsAfter(this.#request))
      this.#stale.set(product, 1);
    this.#request = newest;
  }

  settle(rows: RawRows, index: number): boolean {
    const hasher = this.#hasher;
    hasher.read(rows.bytes, rows.starts[index] ?? 0, rows.ends[index] ?? 0);
    const known = this.#known;
    const record = known === undefined ? -1 : known.find(hasher.low, hasher.high);
    if (known === undefined || record < 0) return false;
    this.product = known.product(record);
    this.hasQuantity = known.hasQuantity(record);
    return this.#stale.get(this.product) === 0 && !this.#of.inFlight.has(this.product);
  }

  keep(index: number, hasQuantity: boolean): void {
    this.#hashes.set(2 * index + 1, this.#hasher.high);
    this.#hashes.set(2 * index, this.#hasher.low | (hasQuantity ? 1 : 0));
  }

  drop(index: number): void {
    this.#hashes.set(2 * index, 0);
    this.#hashes.set(2 * index + 1, 0);
  }

  take(records: number): KnownHashes {
    return {
      basis: this.#of.basis,
      run: this.#of.run,
      request: this.#requestAtStart,
      hashes: this.#hashes.take(2 * records),
    };
  }
}

/** The hashes of the file before, where they still mean what they meant. */
function usable(store: CatalogStore, of: FastPathOf, newest: number): KnownHashes | undefined {
  const before = store.index.known(of.source.name);
  if (before === undefined || before.basis !== of.basis) return undefined;
  // Of an older run other rows count as sent.
  if (before.run > of.run || newest - before.request > laterRequestsMax) return undefined;
  return before;
}
