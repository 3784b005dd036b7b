import { randomBytes } from 'node:crypto';
import xxhash from 'xxhash-wasm';

/** Bit 0 of the low half is free for whoever stores the hash. */
const hashMask = ~1;

/**
 * 63 bits of XXH64 over the raw bytes of a row, seeded by installation: nobody can prepare two rows that share one
 * (performance notes 3.1). A cursor without objects: a million rows pass here.
 */
export class RowHasher {
  low = 0;
  high = 0;
  readonly #hash: (bytes: Uint8Array) => bigint;
  readonly #wide = new BigUint64Array(1);
  readonly #halves = new Int32Array(this.#wide.buffer);

  constructor(hash: (bytes: Uint8Array) => bigint) {
    this.#hash = hash;
  }

  /** Both halves are never 0 together: that is how a hole is stored. */
  read(bytes: Uint8Array, start: number, end: number): void {
    // No subarray: a Buffer makes another Buffer of it, at three times the price.
    const row = new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
    this.#wide[0] = this.#hash(row);
    this.low = (this.#halves[0] ?? 0) & hashMask;
    this.high = this.#halves[1] ?? 0;
    if (this.low === 0 && this.high === 0) this.high = 1;
  }
}

/** A source of hashers. Each remembers what it read last, so several are in use side by side. */
export async function rowHashers(seed: bigint): Promise<{ one(): RowHasher }> {
  const { h64Raw } = await xxhash();
  return { one: () => new RowHasher((bytes) => h64Raw(bytes, seed)) };
}

const seedName = 'seed of row hashes';

/** The seed of this installation, drawn once. */
export function seedOf(meta: {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}): bigint {
  const stored = meta.get(seedName);
  if (stored !== undefined) return BigInt(stored);
  const seed = randomBytes(8).readBigUInt64LE();
  meta.set(seedName, seed.toString());
  return seed;
}
