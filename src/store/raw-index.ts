import type { Database } from './database.ts';
import { createMeta } from './meta.ts';

/**
 * Product ids of a source's last accepted file in file order (0: a record without one), and ids of other products of
 * the source.
 */
export interface SourceIndex {
  readonly rows: Int32Array;
  /** Products of rejected rows, and those that vanished and are still published: the next file must find them. */
  readonly tail: Int32Array;
  /** Absent where no row may be settled by its hash. */
  readonly known?: KnownHashes;
}

/** Hashes by which unchanged rows can be settled unread, and the conditions under which they count. */
export interface KnownHashes {
  /** Fingerprint of all that makes a product out of bytes. Under another one every hash is void; the ids stay. */
  readonly basis: string;
  /** The newest request when the pass began: a product that a later request names is looked at. */
  readonly request: number;
  readonly run: number;
  /** Two numbers for each record, the halves of the hash of its raw bytes. 0 and 0: the record has to be looked at. */
  readonly hashes: Int32Array;
  /** Runs of rows side by side with one hash for all their bytes (catalog/pass/known-blocks.ts). */
  readonly blocks: Int32Array;
  /** One byte a record: which columns it fills (catalog/mapping/filled.ts). */
  readonly filled: Uint8Array;
}

export type KnownSource = KnownHashes & Pick<SourceIndex, 'rows'>;

const chunkEntries = 65_536;
const tailChunk = -1;

/** The index of each source, stored in chunks. */
export function createRawIndex(database: Database) {
  const meta = createMeta(database);
  const knownEpoch = (): number => Number(meta.get(epochName) ?? 0);
  return {
    /** The ids alone. */
    read: (source: string): Pick<SourceIndex, 'rows' | 'tail'> => readIds(database, source),
    tail: (source: string): Int32Array => readTail(database, source),
    /** The hashes with the ids of their rows. */
    known: (source: string): KnownSource | undefined => readKnown(database, source),
    /** Replaces the index; part of the transaction that commits the plan. */
    write: (source: string, index: SourceIndex): void => writeIndex(database, source, index),
    /** A number that the basis of hashes contains. */
    knownEpoch,
    /**
     * The mirror was changed without a request: the hashes of every source are void, also those of a pass that runs.
     */
    voidKnown(): void {
      meta.set(epochName, String(knownEpoch() + 1));
    },
    /** Takes ids of products out of the tail that are gone from the marketplace, or hidden there. */
    removeFromTail: (source: string, gone: ReadonlySet<number>): void =>
      removeFromTail(database, source, gone),
  };
}

function readIds(database: Database, source: string): Pick<SourceIndex, 'rows' | 'tail'> {
  return {
    rows: joined(database, source, 'packed'),
    tail: readTail(database, source),
  };
}

function readTail(database: Database, source: string): Int32Array {
  const tail = database
    .prepare<[string, number], Uint8Array>(
      'SELECT packed FROM raw_index WHERE source = ? AND chunk = ?',
    )
    .pluck();
  return toNumbers(tail.get(source, tailChunk) ?? new Uint8Array());
}

/** Reads chunk by chunk into one array: all chunks at once beside it would take as much memory again. */
function joined(database: Database, source: string, packed: 'packed' | 'hashes'): Int32Array {
  const chunks = 'FROM raw_index WHERE source = ? AND chunk <> ?';
  const size = database
    .prepare<[string, number], number>(`SELECT coalesce(sum(length(${packed})), 0) ${chunks}`)
    .pluck();
  const bytes = new Uint8Array(size.get(source, tailChunk) ?? 0);
  const each = database
    .prepare<[string, number], Buffer>(
      `SELECT ${packed} ${chunks} AND ${packed} IS NOT NULL ORDER BY chunk`,
    )
    .pluck();
  let at = 0;
  for (const chunk of each.iterate(source, tailChunk)) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return new Int32Array(bytes.buffer);
}

const epochName = 'known epoch';

type KnownRow = Pick<KnownHashes, 'basis' | 'request' | 'run'> & {
  readonly blocks: Buffer | null;
  readonly filled: Buffer | null;
};

function readKnown(database: Database, source: string): KnownSource | undefined {
  const row = database
    .prepare<[string], KnownRow>(
      'SELECT basis, request, run, blocks, filled FROM raw_known WHERE source = ?',
    )
    .get(source);
  if (row === undefined) return undefined;
  return {
    ...row,
    rows: joined(database, source, 'packed'),
    hashes: joined(database, source, 'hashes'),
    blocks: toNumbers(row.blocks ?? new Uint8Array()),
    filled: row.filled ?? new Uint8Array(),
  };
}

function writeIndex(database: Database, source: string, index: SourceIndex): void {
  const { rows, tail, known } = index;
  // A chunk that stays as it is costs no write; in a file without changes that is every chunk.
  const put = database.prepare(
    `INSERT INTO raw_index (source, chunk, packed, hashes) VALUES (?, ?, ?, ?)
     ON CONFLICT (source, chunk) DO UPDATE SET packed = excluded.packed, hashes = excluded.hashes
     WHERE packed IS NOT excluded.packed OR hashes IS NOT excluded.hashes`,
  );
  let chunk = 0;
  for (let start = 0; start < rows.length; start += chunkEntries, chunk += 1) {
    const end = start + chunkEntries;
    const hashes = known && toBytes(known.hashes.subarray(2 * start, 2 * end));
    put.run(source, chunk, toBytes(rows.subarray(start, end)), hashes ?? null);
  }
  database.prepare('DELETE FROM raw_index WHERE source = ? AND chunk >= ?').run(source, chunk);
  if (tail.length > 0) put.run(source, tailChunk, toBytes(tail), null);
  else
    database.prepare('DELETE FROM raw_index WHERE source = ? AND chunk = ?').run(source, tailChunk);
  writeKnown(database, source, known);
}

function writeKnown(database: Database, source: string, known: KnownHashes | undefined): void {
  if (known === undefined) {
    database.prepare('DELETE FROM raw_known WHERE source = ?').run(source);
    return;
  }
  const { basis, request, run, blocks, filled } = known;
  // In two statements, because a BLOB that is set again is written again, even if it is the same.
  database
    .prepare(
      `INSERT INTO raw_known (source, basis, request, run) VALUES (?, ?, ?, ?)
       ON CONFLICT (source) DO UPDATE SET basis = excluded.basis, request = excluded.request, run = excluded.run`,
    )
    .run(source, basis, request, run);
  const packed = toBytes(blocks);
  database
    .prepare(
      `UPDATE raw_known SET blocks = @packed, filled = @filled
       WHERE source = @source AND (blocks IS NOT @packed OR filled IS NOT @filled)`,
    )
    .run({ source, packed, filled });
}

function removeFromTail(database: Database, source: string, gone: ReadonlySet<number>): void {
  const tail = readTail(database, source);
  if (tail.length === 0) return;
  const rest = tail.filter((id) => !gone.has(id));
  database
    .prepare('UPDATE raw_index SET packed = ? WHERE source = ? AND chunk = ?')
    .run(toBytes(rest), source, tailChunk);
}

/** Copied, because a BLOB may start at an address that is no multiple of four. */
export function toNumbers(packed: Uint8Array): Int32Array {
  return new Int32Array(new Uint8Array(packed).buffer);
}

export function toBytes(numbers: Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
